package io.pcr.benchmarks.jmh;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The images that the benches use: those of the folder that the system property {@code images}
 * names, else photographs that are computed.
 */
final class BenchImages {
  private static final String FOLDER = System.getProperty("images", "");
  private static final int MOST = 100;
  private static final int WIDTH = 500;
  private static final int HEIGHT = 375;
  private static final int QUALITY = 92;

  private BenchImages() {}

  /** JPEG files in direct buffers. */
  static List<ByteBuffer> jpegs() throws IOException {
    List<ByteBuffer> jpegs = new ArrayList<>();
    if (FOLDER.isEmpty()) {
      for (int seed = 0; seed < MOST; seed++) {
        jpegs.add(synthetic(seed));
      }
      return jpegs;
    }
    try (Stream<Path> paths = Files.walk(Path.of(FOLDER))) {
      for (Path path : paths.filter(Files::isRegularFile).sorted().limit(MOST).toList()) {
        jpegs.add(direct(ByteBuffer.wrap(Files.readAllBytes(path))));
      }
    }
    return jpegs;
  }

  /** Writes {@code count} of them, repeated, as files of one class into a new folder. */
  static Path write(Path folder, int count) throws IOException {
    Path images = Files.createDirectories(folder.resolve("class"));
    List<ByteBuffer> jpegs = jpegs();
    for (int number = 0; number < count; number++) {
      ByteBuffer jpeg = jpegs.get(number % jpegs.size());
      byte[] bytes = new byte[jpeg.remaining()];
      jpeg.duplicate().get(bytes);
      Files.write(images.resolve(number + ".jpg"), bytes);
    }
    return folder;
  }

  private static ByteBuffer synthetic(int seed) throws IOException {
    ByteBuffer pixels = SyntheticPhoto.render(seed, WIDTH, HEIGHT, PixelFormat.RGB);
    ImageInfo size = new ImageInfo(WIDTH, HEIGHT, PixelFormat.RGB.channels());
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
      return direct(
          encoder.encode(pixels, size, EncodeOptions.quality(QUALITY), "synthetic " + seed));
    }
  }

  private static ByteBuffer direct(ByteBuffer bytes) {
    return ByteBuffer.allocateDirect(bytes.remaining()).put(bytes).flip();
  }
}
