package io.pcr.format.internal.jpeg;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Real photographs where there are some, images of our own in any case. */
final class Corpus {
  private Corpus() {}

  /**
   * Baseline and progressive files from the JDK's encoder, and the shared corpus when it is there.
   */
  static List<byte[]> images() throws IOException {
    List<byte[]> images = new ArrayList<>();
    for (boolean grey : new boolean[] {false, true}) {
      for (boolean progressive : new boolean[] {false, true}) {
        images.add(JpegBytes.encoded(61, 47, grey, progressive));
      }
    }
    Path corpus = directory();
    if (Files.isDirectory(corpus)) {
      try (Stream<Path> files = Files.walk(corpus)) {
        for (Path file :
            files.filter(f -> f.toString().matches(".*\\.(JPEG|jpg)")).sorted().toList()) {
          images.add(Files.readAllBytes(file));
        }
      }
    }
    return images;
  }

  private static Path directory() {
    String override = System.getenv("PCR_CORPUS");
    return override != null
        ? Path.of(override)
        : Path.of(System.getProperty("pcr.root", ".."), "../shared/corpus");
  }
}
