package io.pcr.conformance.tfrecord;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.png.PngCodec;
import io.pcr.codecs.internal.png.PngOptions;
import io.pcr.codecs.internal.raw.BmpCodec;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.Limits;
import io.pcr.testkit.Pictures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The photographs of the corpus by their name, or as many made ones where there is none; as JPEG,
 * as PNG and as BMP of the same pixels.
 */
final class Images {
  private static final int SYNTHETIC = 40;
  private static final int WIDTH = 500;
  private static final int HEIGHT = 375;
  private static final int QUALITY = 90;
  private static final int MAX_PIXEL_BYTES = 64 << 20;

  private Images() {}

  static Map<String, byte[]> jpegs() throws IOException {
    Path folder = corpus();
    Map<String, byte[]> images = new LinkedHashMap<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          images.put(folder.relativize(file).toString(), Files.readAllBytes(file));
        }
      }
      return images;
    }
    for (int seed = 0; seed < SYNTHETIC; seed++) {
      byte[] jpeg = Pictures.jpeg(seed, WIDTH, HEIGHT, QUALITY);
      images.put("class%d/made-%d.jpg".formatted(seed % 7, seed), jpeg);
    }
    return images;
  }

  static Map<String, byte[]> pngs(Map<String, byte[]> jpegs) throws IOException {
    return converted(
        jpegs,
        (pixels, width, height) -> {
          long most = PngCodec.maxEncodedLength(width, height, PixelFormat.RGB);
          ByteBuffer out = ByteBuffer.allocateDirect(Math.toIntExact(most));
          PngCodec.encode(pixels, width, height, PixelFormat.RGB, PngOptions.DEFAULT, out);
          return out.flip();
        });
  }

  static Map<String, byte[]> bmps(Map<String, byte[]> jpegs) throws IOException {
    return converted(
        jpegs,
        (pixels, width, height) -> {
          long length = BmpCodec.encodedLength(width, height, PixelFormat.RGB);
          ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(length));
          BmpCodec.encode(pixels, width, height, PixelFormat.RGB, out);
          return out.flip();
        });
  }

  private interface Encoder {
    ByteBuffer encode(ByteBuffer pixels, int width, int height) throws IOException;
  }

  private static Map<String, byte[]> converted(Map<String, byte[]> jpegs, Encoder encoder)
      throws IOException {
    Map<String, byte[]> images = new LinkedHashMap<>();
    ByteBuffer pixels = ByteBuffer.allocateDirect(MAX_PIXEL_BYTES);
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      for (Map.Entry<String, byte[]> jpeg : jpegs.entrySet()) {
        pixels.clear();
        DecodedImage image =
            decoder.decode(
                List.of(ByteBuffer.wrap(jpeg.getValue())),
                DecodeOptions.rgb(),
                pixels,
                jpeg.getKey());
        ByteBuffer encoded = encoder.encode(pixels.flip(), image.width(), image.height());
        images.put(jpeg.getKey(), bytes(encoded));
      }
    }
    return images;
  }

  private static Path corpus() {
    String override = System.getenv("PCR_CORPUS");
    Path corpus =
        override != null
            ? Path.of(override)
            : Path.of(System.getProperty("pcr.root")).resolve("../shared/corpus");
    return corpus.resolve("imagenet");
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
