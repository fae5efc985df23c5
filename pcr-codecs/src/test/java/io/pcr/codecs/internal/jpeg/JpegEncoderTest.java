package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions.Subsampling;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class JpegEncoderTest {
  private static final int WIDTH = 123;
  private static final int HEIGHT = 77;

  @Test
  void higherQualityIsLargerAndCloser() throws Exception {
    Pixels photo = photo(PixelFormat.RGB);
    int size = 0;
    double difference = Double.MAX_VALUE;
    for (int quality : new int[] {10, 50, 85, 100}) {
      EncodeOptions options = EncodeOptions.quality(quality).withSubsampling(Subsampling.NONE);
      byte[] jpeg = encode(PixelFormat.RGB, options);
      double now = photo.meanDifference(Pixels.of(jpeg, DecodeOptions.rgb()));
      assertTrue(jpeg.length > size && now < difference, "quality " + quality);
      size = jpeg.length;
      difference = now;
    }
    assertTrue(difference < 1);
  }

  @Test
  void codingOptionsChangeBytesAndNotPixels() throws Exception {
    EncodeOptions plain = EncodeOptions.quality(80);
    byte[] jpeg = encode(PixelFormat.RGB, plain);
    byte[] pixels = Pixels.of(jpeg, DecodeOptions.rgb()).values();
    byte[] optimized = encode(PixelFormat.RGB, plain.withOptimize(true));
    byte[] progressive = encode(PixelFormat.RGB, plain.withProgressive(true));
    byte[] restarts = encode(PixelFormat.RGB, plain.withRestartInterval(2));
    assertTrue(optimized.length < jpeg.length && restarts.length > jpeg.length);
    assertTrue(JpegSurgery.has(restarts, JpegSurgery.DRI));
    assertEquals(0xC2, JpegSurgery.frame(progressive).marker());
    for (byte[] other : List.of(optimized, progressive, restarts)) {
      assertArrayEquals(pixels, Pixels.of(other, DecodeOptions.rgb()).values());
    }
  }

  @Test
  void subsamplingIsInTheFrame() throws Exception {
    for (Subsampling subsampling : Subsampling.values()) {
      byte[] jpeg = encode(PixelFormat.RGB, EncodeOptions.quality(80).withSubsampling(subsampling));
      int factors = jpeg[JpegSurgery.frame(jpeg).offset() + 11];
      assertEquals(subsampling.horizontal() << 4 | subsampling.vertical(), factors);
    }
  }

  @Test
  void greyIsOneComponent() throws Exception {
    byte[] jpeg = encode(PixelFormat.GREY, EncodeOptions.quality(95));
    Pixels decoded = Pixels.of(jpeg, DecodeOptions.grey());
    assertTrue(photo(PixelFormat.GREY).meanDifference(decoded) < 3);
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      assertEquals(1, decoder.inspect(List.of(ByteBuffer.wrap(jpeg)), "grey").components());
    }
  }

  @Test
  void heapPixelsGiveTheSameFile() throws Exception {
    ByteBuffer direct = SyntheticPhoto.render(3, WIDTH, HEIGHT, PixelFormat.RGB);
    ByteBuffer heap = ByteBuffer.allocate(direct.remaining()).put(direct.duplicate()).flip();
    ImageInfo image = new ImageInfo(WIDTH, HEIGHT, 3);
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
      EncodeOptions options = EncodeOptions.quality(80);
      byte[] first = bytes(encoder.encode(direct, image, options, "direct"));
      assertArrayEquals(first, bytes(encoder.encode(heap, image, options, "heap")));
      assertEquals(0, heap.position());
    }
  }

  @Test
  void wrongArgumentsAreRefused() throws Exception {
    ByteBuffer pixels = ByteBuffer.allocateDirect(WIDTH * HEIGHT * 3 - 1);
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
      EncodeOptions options = EncodeOptions.quality(80);
      assertThrows(
          IllegalArgumentException.class,
          () -> encoder.encode(pixels, new ImageInfo(WIDTH, HEIGHT, 3), options, "short"));
      assertThrows(
          IllegalArgumentException.class,
          () -> encoder.encode(pixels, new ImageInfo(10, 10, 4), options, "four"));
      ByteBuffer wide = ByteBuffer.allocateDirect(JpegFixtures.LARGEST_SIDE + 1);
      ImageInfo tooWide = new ImageInfo(JpegFixtures.LARGEST_SIDE + 1, 1, 1);
      PcrException e =
          assertThrows(PcrException.class, () -> encoder.encode(wide, tooWide, options, "wide"));
      assertSame(PcrException.Unsupported.class, e.getClass());
    }
    assertThrows(IllegalArgumentException.class, () -> EncodeOptions.quality(0));
    assertThrows(
        IllegalArgumentException.class, () -> EncodeOptions.quality(1).withRestartInterval(65_536));
  }

  @Test
  void outputBeyondTheFirstGuessArrivesWhole() throws Exception {
    int side = 700;
    ByteBuffer noise = ByteBuffer.allocateDirect(side * side * 3);
    java.util.Random random = new java.util.Random(5);
    while (noise.hasRemaining()) {
      noise.put((byte) random.nextInt());
    }
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
      EncodeOptions options = EncodeOptions.quality(100).withSubsampling(Subsampling.NONE);
      byte[] jpeg =
          bytes(encoder.encode(noise.flip(), new ImageInfo(side, side, 3), options, "noise"));
      assertTrue(jpeg.length > side * side * 3 / 2);
      assertEquals(List.of(), Pixels.of(jpeg, DecodeOptions.rgb()).warnings());
    }
  }

  private static byte[] encode(PixelFormat format, EncodeOptions options) throws PcrException {
    ByteBuffer pixels = SyntheticPhoto.render(3, WIDTH, HEIGHT, format);
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
      return bytes(
          encoder.encode(
              pixels, new ImageInfo(WIDTH, HEIGHT, format.channels()), options, "encoded"));
    }
  }

  private static Pixels photo(PixelFormat format) {
    ByteBuffer photo = SyntheticPhoto.render(3, WIDTH, HEIGHT, format);
    return new Pixels(WIDTH, HEIGHT, format.channels(), bytes(photo), List.of());
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
