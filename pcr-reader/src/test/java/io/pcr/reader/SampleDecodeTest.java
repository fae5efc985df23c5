package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.metadata.ImageMetadata;
import io.pcr.codecs.internal.png.PngCodec;
import io.pcr.codecs.internal.png.PngOptions;
import io.pcr.codecs.internal.raw.BmpCodec;
import io.pcr.codecs.internal.raw.PnmCodec;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodeOptions.Crop;
import io.pcr.codecs.jpeg.DecodeOptions.Scale;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.internal.ContainerShard;
import io.pcr.reader.internal.ReaderContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Samples that are stored as they were, and what all decoding has in common. */
class SampleDecodeTest {
  private static final int WIDTH = 37;
  private static final int HEIGHT = 21;
  private static final ByteBuffer PIXELS = SyntheticPhoto.render(3, WIDTH, HEIGHT, PixelFormat.RGB);

  private static Sample stored(byte[] file, ReaderContext context) throws IOException {
    TestShard shard = TestShard.ofOpaque("stored/file", file);
    return new ContainerShard(
            "opaque.pcr",
            Optional.empty(),
            () -> new MemoryByteSource("opaque.pcr", ByteBuffer.wrap(shard.bytes())),
            context)
        .sample(0, Fidelity.FULL);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static byte[] png() throws IOException {
    ByteBuffer out =
        ByteBuffer.allocateDirect((int) PngCodec.maxEncodedLength(WIDTH, HEIGHT, PixelFormat.RGB));
    PngCodec.encode(PIXELS.duplicate(), WIDTH, HEIGHT, PixelFormat.RGB, PngOptions.DEFAULT, out);
    return bytes(out.flip());
  }

  private static byte[] jpeg() throws IOException {
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
      ImageInfo image = new ImageInfo(WIDTH, HEIGHT, 3);
      return bytes(encoder.encode(PIXELS.duplicate(), image, EncodeOptions.quality(90), "photo"));
    }
  }

  private static byte[] bmp() throws IOException {
    ByteBuffer out =
        ByteBuffer.allocateDirect((int) BmpCodec.encodedLength(WIDTH, HEIGHT, PixelFormat.RGB));
    BmpCodec.encode(PIXELS.duplicate(), WIDTH, HEIGHT, PixelFormat.RGB, out);
    return bytes(out.flip());
  }

  private static byte[] pnm() throws IOException {
    ByteBuffer out =
        ByteBuffer.allocateDirect((int) PnmCodec.encodedLength(WIDTH, HEIGHT, PixelFormat.RGB));
    PnmCodec.encode(PIXELS.duplicate(), WIDTH, HEIGHT, PixelFormat.RGB, out);
    return bytes(out.flip());
  }

  @Test
  void losslessFilesDecodeToTheirPixels() throws IOException {
    try (ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT)) {
      for (byte[] file : new byte[][] {png(), bmp(), pnm()}) {
        ByteBuffer pixels = ByteBuffer.allocateDirect(WIDTH * HEIGHT * 3);
        DecodedImage image = stored(file, context).decodeRgb(pixels);
        assertEquals(WIDTH, image.width());
        assertEquals(HEIGHT, image.height());
        assertEquals(PIXELS.duplicate(), pixels.flip());
      }
    }
  }

  @Test
  void cropOfALosslessFileIsAPartOfItsPixels() throws IOException {
    try (ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT)) {
      ByteBuffer pixels = ByteBuffer.allocateDirect(100).position(1);
      DecodeOptions options =
          DecodeOptions.rgb().withCrop(new Crop(30, 19, 5, 2)).withRowStride(20);
      stored(png(), context).decode(options, pixels);
      assertEquals(1 + 20 + 15, pixels.position());
      for (int y = 0; y < 2; y++) {
        assertEquals(PIXELS.slice(((19 + y) * WIDTH + 30) * 3, 15), pixels.slice(1 + 20 * y, 15));
      }
    }
  }

  @Test
  void scaledLosslessFileHasTheMeansOfItsPixels() throws IOException {
    try (ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT)) {
      Sample sample = stored(bmp(), context);
      for (Scale scale : Scale.values()) {
        int width = scale.of(WIDTH);
        int height = scale.of(HEIGHT);
        ByteBuffer pixels = ByteBuffer.allocateDirect(width * height * 3);
        DecodedImage image = sample.decode(DecodeOptions.rgb().withScale(scale), pixels);
        assertEquals(width, image.width());
        assertEquals(height, image.height());
        int factor = (WIDTH + width - 1) / width;
        int sum = 0;
        for (int y = 0; y < factor; y++) {
          for (int x = 0; x < factor; x++) {
            sum += PIXELS.get((y * WIDTH + x) * 3 + 1) & 0xFF;
          }
        }
        int mean = (sum + factor * factor / 2) / (factor * factor);
        assertEquals(mean, pixels.get(1) & 0xFF, scale.toString());
      }
    }
  }

  @Test
  void bufferOfTheStatedSizeIsJustLargeEnough() throws IOException {
    try (ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT)) {
      List<DecodeOptions> wanted = new ArrayList<>();
      for (Scale scale : Scale.values()) {
        wanted.add(DecodeOptions.rgb().withScale(scale));
        wanted.add(DecodeOptions.grey().withScale(scale).withRowStride(WIDTH + 5));
        wanted.add(DecodeOptions.rgb().withScale(scale).withCrop(new Crop(1, 1, 3, 1)));
      }
      for (byte[] file : new byte[][] {png(), bmp(), pnm(), jpeg()}) {
        Sample sample = stored(file, context);
        for (DecodeOptions options : wanted) {
          DecodedSize size = sample.decodedSize(options);
          ByteBuffer pixels = ByteBuffer.allocateDirect((int) size.bytes());
          DecodedImage image = sample.decode(options, pixels);
          assertEquals(size.width(), image.width());
          assertEquals(size.height(), image.height());
          assertEquals(size.rowStride(), image.rowStride());
          assertEquals(0, pixels.remaining());
          ByteBuffer little = ByteBuffer.allocateDirect((int) size.bytes() - 1);
          assertThrows(PcrException.LimitExceeded.class, () -> sample.decode(options, little));
        }
        ImageFacts facts = sample.imageFacts();
        assertEquals(WIDTH, facts.width());
        assertEquals(HEIGHT, facts.height());
        assertEquals(0, facts.orientation());
        assertEquals(0, facts.iccProfile().remaining());
        assertTrue(sample.source().isPresent());
        assertThrows(
            IllegalArgumentException.class,
            () -> sample.decodedSize(DecodeOptions.rgb().withCrop(new Crop(0, 0, WIDTH + 1, 1))));
        assertThrows(
            IllegalArgumentException.class,
            () -> sample.decodedSize(DecodeOptions.rgb().withRowStride(1)));
      }
      Sample unknown = stored(new byte[] {1, 2, 3, 4}, context);
      assertThrows(PcrException.Unsupported.class, unknown::imageFacts);
    }
  }

  @Test
  void orientationAndProfileComeFromTheFile() throws IOException {
    ByteBuffer profile = ByteBuffer.wrap(new byte[300]);
    ImageMetadata metadata = ImageMetadata.of(6, profile);
    try (ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT)) {
      for (MediaType type : List.of(MediaType.JPEG, MediaType.PNG)) {
        byte[] plain = type == MediaType.JPEG ? jpeg() : png();
        ByteBuffer direct = ByteBuffer.allocateDirect(plain.length).put(plain).flip();
        ByteBuffer file = ImageCodecs.withMetadata(type, direct, metadata);
        ImageFacts facts = stored(bytes(file.duplicate()), context).imageFacts();
        // In a PNG the orientation is part of EXIF data, of which there is none here.
        assertEquals(type == MediaType.JPEG ? 6 : 0, facts.orientation(), type.toString());
        assertEquals(profile, facts.iccProfile(), type.toString());
      }
    }
  }

  @Test
  void fileOfAnUnknownKindIsNamedAndNotDecoded() throws IOException {
    try (ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT)) {
      Sample sample = stored(new byte[] {1, 2, 3, 4}, context);
      PcrException e =
          assertThrows(PcrException.class, () -> sample.decodeRgb(ByteBuffer.allocateDirect(100)));
      assertSame(PcrException.Unsupported.class, e.getClass());
      assertTrue(e.getMessage().contains("opaque.pcr: stored/file"), e.getMessage());
    }
  }

  @Test
  void imageBeyondTheLimitOrTheBufferIsRefused() throws IOException {
    try (ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT);
        ReaderContext strict =
            new ReaderContext(
                ReaderOptions.builder()
                    .limits(Limits.DEFAULT.withPixels(WIDTH * HEIGHT - 1))
                    .build())) {
      for (byte[] file : new byte[][] {png(), bmp(), pnm()}) {
        ByteBuffer room = ByteBuffer.allocateDirect(WIDTH * HEIGHT * 3);
        PcrException limit =
            assertThrows(PcrException.class, () -> stored(file, strict).decodeRgb(room));
        assertSame(PcrException.LimitExceeded.class, limit.getClass());
        ByteBuffer little = ByteBuffer.allocateDirect(WIDTH * HEIGHT * 3 - 1);
        PcrException small =
            assertThrows(PcrException.class, () -> stored(file, context).decodeRgb(little));
        assertSame(PcrException.LimitExceeded.class, small.getClass());
      }
    }
  }

  @Test
  void pixelsGoToDirectBuffersAlone() throws IOException {
    try (ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT)) {
      Sample sample = stored(png(), context);
      assertThrows(
          IllegalArgumentException.class, () -> sample.decodeRgb(ByteBuffer.allocate(10_000)));
      assertThrows(
          IllegalArgumentException.class,
          () ->
              sample.decode(
                  DecodeOptions.rgb().withCrop(new Crop(30, 0, 8, 1)),
                  ByteBuffer.allocateDirect(100)));
    }
  }
}
