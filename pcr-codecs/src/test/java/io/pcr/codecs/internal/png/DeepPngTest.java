package io.pcr.codecs.internal.png;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.error.PcrException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DeepPngTest {
  private static ByteBuffer noise(long seed, int width, int height, PixelFormat format) {
    byte[] bytes = new byte[2 * Math.toIntExact(format.imageBytes(width, height))];
    new SplittableRandom(seed).nextBytes(bytes);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  private static ByteBuffer encode(
      ByteBuffer pixels, int width, int height, PixelFormat format, PngOptions options)
      throws PcrException {
    int most = Math.toIntExact(DeepPng.maxEncodedLength(width, height, format));
    ByteBuffer out = ByteBuffer.allocateDirect(most);
    DeepPng.encode(pixels, width, height, format, options, out);
    return out.flip();
  }

  @Property(tries = 200)
  void everyPictureComesBackWithAllItsBits(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 40) int width,
      @ForAll @IntRange(min = 1, max = 30) int height,
      @ForAll PixelFormat format,
      @ForAll @IntRange(min = 0, max = 9) int level,
      @ForAll PngFilter filter)
      throws IOException {
    ByteBuffer pixels = noise(seed, width, height, format);
    ByteBuffer png = encode(pixels, width, height, format, new PngOptions(level, filter));
    ImageInfo info = DeepPng.info(png, "made");
    assertEquals(new ImageInfo(width, height, format.channels()), info);
    ByteBuffer out = ByteBuffer.allocateDirect(pixels.remaining());
    DeepPng.decode(png, "made", info, out);
    assertEquals(pixels, out.flip());
  }

  @Test
  void javaReadsTheSameValues() throws IOException {
    ByteBuffer pixels = noise(4, 9, 7, PixelFormat.RGB).order(ByteOrder.nativeOrder());
    ByteBuffer png = encode(pixels, 9, 7, PixelFormat.RGB, PngOptions.DEFAULT);
    byte[] file = new byte[png.remaining()];
    png.get(file);
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(file));
    for (int y = 0; y < 7; y++) {
      for (int x = 0; x < 9; x++) {
        for (int channel = 0; channel < 3; channel++) {
          int at = 2 * (3 * (y * 9 + x) + channel);
          assertEquals(pixels.getShort(at) & 0xffff, image.getRaster().getSample(x, y, channel));
        }
      }
    }
  }

  @Test
  void picturesOfEightBitsAndDamageAreRefused() throws IOException {
    ByteBuffer pixels = SyntheticPhoto.render(1, 8, 8, PixelFormat.RGB);
    ByteBuffer shallow =
        ByteBuffer.allocateDirect(
            Math.toIntExact(PngCodec.maxEncodedLength(8, 8, PixelFormat.RGB)));
    PngCodec.encode(pixels, 8, 8, PixelFormat.RGB, PngOptions.DEFAULT, shallow);
    shallow.flip();
    ByteBuffer out = ByteBuffer.allocateDirect(8 * 8 * 6);
    ImageInfo info = new ImageInfo(8, 8, 3);
    assertThrows(PcrException.class, () -> DeepPng.decode(shallow, "made", info, out));
    ByteBuffer deep =
        encode(noise(1, 8, 8, PixelFormat.RGB), 8, 8, PixelFormat.RGB, PngOptions.DEFAULT);
    deep.put(60, (byte) ~deep.get(60));
    assertThrows(PcrException.class, () -> DeepPng.decode(deep, "made", info, out));
    assertThrows(
        PcrException.class,
        () -> DeepPng.decode(deep, "made", info, ByteBuffer.allocateDirect(10)));
    assertThrows(
        IllegalArgumentException.class,
        () -> encode(ByteBuffer.allocateDirect(10), 8, 8, PixelFormat.RGB, PngOptions.DEFAULT));
  }
}
