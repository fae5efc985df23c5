package io.pcr.advisor.internal.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.advisor.strategy.Picture;
import io.pcr.advisor.strategy.Step;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class StepsTest {
  private static Picture noise(long seed, int width, int height, int channels) {
    Picture picture = new Picture();
    byte[] bytes = new byte[width * height * channels];
    new SplittableRandom(seed).nextBytes(bytes);
    picture.becomePixels(Picture.Kind.UINT8, width, height, channels).put(bytes);
    return picture;
  }

  private static Picture apply(String word, Picture in, long seed) throws IOException {
    Picture out = new Picture();
    try (Step.Work work = StepWords.step(word).start()) {
      work.apply(in, out, new SplittableRandom(seed));
    }
    return out;
  }

  @Test
  void centreMapsBytesToMinusOneToOne() throws IOException {
    Picture in = new Picture();
    ByteBuffer bytes = in.becomePixels(Picture.Kind.UINT8, 256, 1, 1);
    for (int i = 0; i < 256; i++) {
      bytes.put((byte) i);
    }
    Picture out = apply("centre", in, 0);
    for (int i = 0; i < 256; i++) {
      assertEquals((float) (i / 127.5 - 1), out.bytes().getFloat(4 * i), 1e-6f);
    }
    assertEquals(4 * in.length(), out.length());
  }

  @Property(tries = 200)
  void cropIsAPartOfThePictureAndIsEverywhereInTime(
      @ForAll long seed,
      @ForAll @IntRange(min = 5, max = 12) int width,
      @ForAll @IntRange(min = 5, max = 12) int height,
      @ForAll boolean grey)
      throws IOException {
    Picture in = noise(seed, width, height, grey ? 1 : 3);
    Picture out = apply("crop:5", in, seed);
    boolean isThere = false;
    for (int x = 0; x <= width - 5; x++) {
      for (int y = 0; y <= height - 5; y++) {
        isThere |= isAt(in, out, x, y);
      }
    }
    assertTrue(isThere);
  }

  private static boolean isAt(Picture whole, Picture part, int x, int y) {
    int channels = whole.channels();
    for (int line = 0; line < part.height(); line++) {
      int row = part.width() * channels;
      ByteBuffer wanted = whole.bytes().slice(((y + line) * whole.width() + x) * channels, row);
      if (!wanted.equals(part.bytes().slice(line * row, row))) {
        return false;
      }
    }
    return true;
  }

  @Test
  void cropOfASmallerPictureSaysWhatHelps() {
    Picture in = noise(1, 4, 9, 3);
    IOException refused = assertThrows(IOException.class, () -> apply("crop:5", in, 0));
    assertTrue(refused.getMessage().contains("resize"), refused.getMessage());
  }

  @Property(tries = 100)
  void flippingTwiceChangesNothing(@ForAll long seed, @ForAll boolean isFloat) throws IOException {
    Picture in = noise(seed, 7, 5, 3);
    Picture picture = isFloat ? apply("centre", in, 0) : in;
    Picture once = apply("flip", picture, seed);
    Picture twice = apply("flip", once, seed); // The same seed: both turn, or none.
    assertEquals(picture.bytes(), twice.bytes());
    boolean isTurned = new SplittableRandom(seed).nextBoolean();
    if (isTurned) {
      assertNotEquals(picture.bytes(), once.bytes());
      int pixel = 3 * picture.kind().channelBytes();
      assertEquals(picture.bytes().slice(0, pixel), once.bytes().slice(6 * pixel, pixel));
    }
  }

  @Test
  void greyscaleIsLumaAndLeavesGreyAsItIs() throws IOException {
    Picture in = new Picture();
    in.becomePixels(Picture.Kind.UINT8, 3, 1, 3)
        .put(new byte[] {(byte) 255, 0, 0, 0, (byte) 255, 0, 9, 9, 9});
    Picture out = apply("greyscale", in, 0);
    assertEquals(ByteBuffer.wrap(new byte[] {76, (byte) 150, 9}), out.bytes());
    assertEquals(out.bytes(), apply("greyscale", out, 0).bytes());
  }

  @Property(tries = 50)
  void shorterSideGetsItsLengthAndThePartsStay(
      @ForAll @IntRange(min = 8, max = 90) int width,
      @ForAll @IntRange(min = 8, max = 90) int height)
      throws IOException {
    Picture out = apply("resize:16", noise(3, width, height, 3), 0);
    assertEquals(16, Math.min(out.width(), out.height()));
    assertEquals(
        (double) width / height, (double) out.width() / out.height(), 0.5 * width / height / 15);
  }

  /** A step of a user. */
  public static final class Invert implements Step {
    @Override
    public String name() {
      return Invert.class.getName();
    }

    @Override
    public boolean isRandom() {
      return false;
    }

    @Override
    public Picture.Kind gives(Picture.Kind kind) {
      return kind;
    }

    @Override
    public Work start() {
      return (Picture in, Picture out, RandomGenerator random) -> {
        out.copy(in);
        ByteBuffer bytes = out.bytes();
        for (int i = 0; i < bytes.limit(); i++) {
          bytes.put(i, (byte) ~bytes.get(i));
        }
      };
    }
  }

  @Test
  void classOfAUserIsAStepByItsName() throws IOException {
    Picture in = noise(1, 3, 3, 1);
    String name = Invert.class.getName();
    assertEquals(name, Pipeline.parse("decode," + name).steps().get(1).name());
    assertEquals((byte) ~in.bytes().get(0), apply(name, in, 0).bytes().get(0));
  }
}
