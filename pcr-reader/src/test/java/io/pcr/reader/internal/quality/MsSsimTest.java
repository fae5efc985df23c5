package io.pcr.reader.internal.quality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MsSsimTest {
  private static final double AGREED = 1e-6;

  private final MsSsim metric = new MsSsim();

  @Property(tries = 40)
  void agreesWithTheDefinition(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 100) int width,
      @ForAll @IntRange(min = 1, max = 90) int height,
      @ForAll @IntRange(min = 0, max = 120) int noise,
      @ForAll PixelFormat format) {
    ByteBuffer image = SyntheticPhoto.render(seed, width, height, format);
    ByteBuffer other = withNoise(image, seed, noise);
    assertEquals(
        NaiveMsSsim.compare(image, other, width, height, format),
        metric.compare(image, other, width, height, format),
        AGREED);
  }

  @ParameterizedTest
  @CsvSource({"500,375,RGB,25", "377,501,GREY,3", "176,176,RGB,200"})
  void agreesWithTheDefinitionAtPhotographSize(
      int width, int height, PixelFormat format, int noise) {
    ByteBuffer image = SyntheticPhoto.render(4, width, height, format);
    ByteBuffer other = withNoise(image, 9, noise);
    double expected = NaiveMsSsim.compare(image, other, width, height, format);
    assertEquals(expected, metric.compare(image, other, width, height, format), AGREED);
    assertTrue(expected > 0 && expected < 1);
  }

  @Test
  void equalImagesAreOne() {
    ByteBuffer image = SyntheticPhoto.render(4, 200, 100, PixelFormat.RGB);
    assertEquals(1, metric.compare(image, image, 200, 100, PixelFormat.RGB), 1e-12);
  }

  @Test
  void oppositeImagesAreZeroAndNotANumber() {
    ByteBuffer image = SyntheticPhoto.render(4, 64, 64, PixelFormat.GREY);
    ByteBuffer negative = ByteBuffer.allocate(64 * 64);
    for (int i = 0; i < 64 * 64; i++) {
      negative.put(i, (byte) ~image.get(i));
    }
    assertEquals(0, metric.compare(image, negative, 64, 64, PixelFormat.GREY));
  }

  @Test
  void instanceKeepsNothingOfTheImageBefore() {
    ByteBuffer large = SyntheticPhoto.render(1, 300, 200, PixelFormat.RGB);
    ByteBuffer small = SyntheticPhoto.render(2, 90, 110, PixelFormat.RGB);
    ByteBuffer noisy = withNoise(small, 1, 30);
    double fresh = new MsSsim().compare(small, noisy, 90, 110, PixelFormat.RGB);
    metric.compare(large, withNoise(large, 1, 99), 300, 200, PixelFormat.RGB);
    assertEquals(fresh, metric.compare(small, noisy, 90, 110, PixelFormat.RGB), 0);
  }

  @Test
  void greyAndItsRgbAreEquallyClose() {
    ByteBuffer grey = SyntheticPhoto.render(2, 90, 110, PixelFormat.GREY);
    ByteBuffer noisy = withNoise(grey, 1, 30);
    assertEquals(
        metric.compare(grey, noisy, 90, 110, PixelFormat.GREY),
        metric.compare(tripled(grey), tripled(noisy), 90, 110, PixelFormat.RGB),
        1e-12);
  }

  @Test
  void buffersAreReadFromTheirPositionAndLeftAsTheyWere() {
    ByteBuffer image = SyntheticPhoto.render(2, 30, 20, PixelFormat.GREY);
    ByteBuffer shifted = ByteBuffer.allocate(30 * 20 + 7).position(7).put(image.duplicate());
    shifted.position(7);
    assertEquals(1, metric.compare(image, shifted, 30, 20, PixelFormat.GREY), 1e-12);
    assertEquals(7, shifted.position());
  }

  @Test
  void shortBufferIsAMistake() {
    ByteBuffer image = ByteBuffer.allocate(30 * 20 - 1);
    assertThrows(
        IllegalArgumentException.class,
        () -> metric.compare(image, image, 30, 20, PixelFormat.GREY));
    assertThrows(
        IllegalArgumentException.class,
        () -> metric.compare(image, image, 0, 20, PixelFormat.GREY));
  }

  @Test
  void noiseOfKnownSizeHasKnownPsnr() {
    ByteBuffer black = ByteBuffer.allocate(100);
    ByteBuffer grey = ByteBuffer.allocate(100);
    for (int i = 0; i < 100; i++) {
      grey.put(i, (byte) 255);
    }
    assertEquals(0, Psnr.compare(black, grey, 10, 10, PixelFormat.GREY), 1e-12);
    ByteBuffer one = ByteBuffer.allocate(100).put(50, (byte) -128);
    double expected = 10 * Math.log10(255.0 * 255 * 100 / (128 * 128));
    assertEquals(expected, Psnr.compare(black, one, 10, 10, PixelFormat.GREY), 1e-12);
  }

  @Test
  void psnrOfEqualImagesIsInfinite() {
    ByteBuffer image = SyntheticPhoto.render(2, 30, 20, PixelFormat.RGB);
    assertEquals(Double.POSITIVE_INFINITY, Psnr.compare(image, image, 30, 20, PixelFormat.RGB));
  }

  private static ByteBuffer withNoise(ByteBuffer image, long seed, int amplitude) {
    SplittableRandom random = new SplittableRandom(seed);
    ByteBuffer noisy = ByteBuffer.allocate(image.remaining());
    for (int i = 0; i < image.remaining(); i++) {
      int value = (image.get(i) & 0xFF) + random.nextInt(2 * amplitude + 1) - amplitude;
      noisy.put(i, (byte) Math.max(0, Math.min(255, value)));
    }
    return noisy;
  }

  private static ByteBuffer tripled(ByteBuffer grey) {
    ByteBuffer rgb = ByteBuffer.allocate(3 * grey.remaining());
    for (int i = 0; i < grey.remaining(); i++) {
      rgb.put(grey.get(i)).put(grey.get(i)).put(grey.get(i));
    }
    return rgb.flip();
  }
}
