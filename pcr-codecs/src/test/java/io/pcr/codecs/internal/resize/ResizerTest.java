package io.pcr.codecs.internal.resize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.jpeg.GlueProgram;
import io.pcr.codecs.resize.ResizeShape;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResizerTest {
  private static final byte GUARD = 0x5a;

  @TempDir Path folder;

  @Test
  void vectorsGiveWhatPlainCodeGives() throws Exception {
    GlueProgram program =
        GlueProgram.compileAlone("g++", "resize_vectors.cpp", GlueProgram.SANITIZED, folder);
    assertEquals("3000 cases, 0 unlike\n", program.run("3000", List.of()));
  }

  /** The same filter by floating point, each pixel by itself. */
  private static double expected(
      ByteBuffer in, int width, int height, int channels, ResizeShape shape, int x, int y, int c) {
    double sum = 0;
    double total = 0;
    double scaleX = (double) width / shape.width();
    double scaleY = (double) height / shape.height();
    double reachX = shape.antialias() ? Math.max(1, scaleX) : 1;
    double reachY = shape.antialias() ? Math.max(1, scaleY) : 1;
    double middleX = (x + .5) * scaleX;
    double middleY = (y + .5) * scaleY;
    for (int v = Math.max(0, (int) (middleY - reachY)); v < height && v <= middleY + reachY; v++) {
      double down = Math.max(0, 1 - Math.abs(v + .5 - middleY) / reachY);
      for (int u = Math.max(0, (int) (middleX - reachX)); u < width && u <= middleX + reachX; u++) {
        double weight = down * Math.max(0, 1 - Math.abs(u + .5 - middleX) / reachX);
        sum += weight * (in.get((v * width + u) * channels + c) & 0xff);
        total += weight;
      }
    }
    return sum / total;
  }

  @Property(tries = 400)
  void isWithinALevelOfTheSameFilterByFloatingPoint(
      @ForAll @IntRange(min = 1, max = 70) int width,
      @ForAll @IntRange(min = 1, max = 70) int height,
      @ForAll @IntRange(min = 1, max = 33) int outWidth,
      @ForAll @IntRange(min = 1, max = 33) int outHeight,
      @ForAll boolean grey,
      @ForAll boolean planar,
      @ForAll boolean antialias,
      @ForAll boolean flipped,
      @ForAll long seed) {
    PixelFormat format = grey ? PixelFormat.GREY : PixelFormat.RGB;
    int channels = format.channels();
    ByteBuffer in = noise(width * height * channels, seed);
    ResizeShape shape = new ResizeShape(outWidth, outHeight, format, planar, antialias);
    ByteBuffer out = guarded(shape.bytes() + 8);
    new Resizer(shape).resize(in, width, height, flipped, out, 4);
    double error = 0;
    for (int y = 0; y < outHeight; y++) {
      for (int x = 0; x < outWidth; x++) {
        for (int c = 0; c < channels; c++) {
          int column = flipped ? outWidth - 1 - x : x;
          int at =
              planar
                  ? (c * outHeight + y) * outWidth + column
                  : (y * outWidth + column) * channels + c;
          double difference =
              (out.get(4 + at) & 0xff) - expected(in, width, height, channels, shape, x, y, c);
          assertTrue(Math.abs(difference) < 1.6, "differs by " + difference);
          error += Math.abs(difference) / shape.bytes();
        }
      }
    }
    assertTrue(shape.bytes() < 300 || error < .6, "differs by " + error + " on average");
    for (int guard : new int[] {0, 1, 2, 3, 4, 5, 6, 7}) {
      assertEquals(GUARD, out.get(guard < 4 ? guard : shape.bytes() + guard));
    }
  }

  @Test
  void theSameSizeIsTheSameImage() {
    ByteBuffer in = noise(31 * 17 * 3, 4);
    ByteBuffer out = ByteBuffer.allocateDirect(in.capacity());
    ResizeShape shape = new ResizeShape(31, 17, PixelFormat.RGB, false, true);
    new Resizer(shape).resize(in, 31, 17, false, out, 0);
    assertEquals(in, out);
  }

  /** A part is what the whole, resized, has there, but for what the filter meets at its edges. */
  @Test
  void aPartIsThatPartOfTheWholeResized() {
    ByteBuffer in = noise(60 * 40 * 3, 8);
    ResizeShape whole = new ResizeShape(24, 16, PixelFormat.RGB, false, true);
    ResizeShape part = new ResizeShape(11, 7, PixelFormat.RGB, false, true);
    ByteBuffer all = ByteBuffer.allocateDirect(whole.bytes());
    ByteBuffer some = ByteBuffer.allocateDirect(part.bytes());
    new Resizer(whole).resize(in, 60, 40, false, all, 0);
    new Resizer(part).resize(in, 60, 40, 7.5, 5, 27.5, 17.5, false, some, 0);
    for (int y = 0; y < 7; y++) {
      assertEquals(all.slice(((y + 2) * 24 + 3) * 3, 33), some.slice(y * 33, 33));
    }
  }

  @Test
  void flatImagesStayFlat() {
    for (int level : new int[] {0, 1, 127, 254, 255}) {
      ByteBuffer in = ByteBuffer.allocateDirect(97 * 61);
      while (in.hasRemaining()) {
        in.put((byte) level);
      }
      ResizeShape shape = new ResizeShape(13, 40, PixelFormat.GREY, false, true);
      ByteBuffer out = ByteBuffer.allocateDirect(shape.bytes());
      new Resizer(shape).resize(in, 97, 61, true, out, 0);
      for (int i = 0; i < shape.bytes(); i++) {
        assertEquals(level, out.get(i) & 0xff);
      }
    }
  }

  @Test
  void buffersThatDoNotFitAreRejected() {
    ResizeShape shape = new ResizeShape(4, 4, PixelFormat.RGB, false, false);
    Resizer resizer = new Resizer(shape);
    ByteBuffer in = ByteBuffer.allocateDirect(5 * 5 * 3);
    ByteBuffer out = ByteBuffer.allocateDirect(48);
    assertRejected(() -> resizer.resize(in, 5, 6, false, out, 0));
    assertRejected(() -> resizer.resize(in, 5, 5, false, out, 1));
    assertRejected(() -> resizer.resize(in, 5, 5, false, out, -1));
    assertRejected(() -> resizer.resize(in, 0, 5, false, out, 0));
    assertRejected(() -> resizer.resize(ByteBuffer.allocate(75), 5, 5, false, out, 0));
    assertRejected(() -> resizer.resize(in, 5, 5, false, out.asReadOnlyBuffer(), 0));
    assertRejected(() -> new ResizeShape(0, 1, PixelFormat.RGB, false, false));
  }

  private static void assertRejected(Runnable run) {
    assertThrows(IllegalArgumentException.class, run::run);
  }

  private static ByteBuffer noise(int bytes, long seed) {
    byte[] noise = new byte[bytes];
    new Random(seed).nextBytes(noise);
    return ByteBuffer.allocateDirect(bytes).put(noise).clear();
  }

  private static ByteBuffer guarded(int bytes) {
    ByteBuffer out = ByteBuffer.allocateDirect(bytes);
    while (out.hasRemaining()) {
      out.put(GUARD);
    }
    return out.clear();
  }
}
