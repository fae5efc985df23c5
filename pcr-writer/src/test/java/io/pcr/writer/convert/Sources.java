package io.pcr.writer.convert;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Folders of images for tests. */
final class Sources {
  private Sources() {}

  /** The corpus of photographs beside the project; where it is not, as many made images. */
  static Path corpus(Path temporary) throws IOException {
    String override = System.getenv("PCR_CORPUS");
    Path beside = Path.of(System.getProperty("pcr.root", "."), "..", "shared", "corpus");
    Path corpus = (override == null ? beside : Path.of(override)).resolve("imagenet").normalize();
    if (Files.isDirectory(corpus)) {
      return corpus.toRealPath();
    }
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (int i = 0; i < 100; i++) {
      files.put("class" + i % 10 + "/" + i + ".JPEG", JpegFixtures.baseline(i, 320, 240));
    }
    return write(temporary.resolve("made"), files);
  }

  /** Small JPEGs in three classes. */
  static Path small(Path folder, int count) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      byte[] jpeg =
          i % 7 == 3 ? JpegFixtures.grey(16 + i % 5, 20) : JpegFixtures.baseline(i, 24, 17);
      files.put("c" + i % 3 + "/" + i + ".jpg", jpeg);
    }
    return write(folder, files);
  }

  /** Writes files under their keys. */
  static Path write(Path folder, Map<String, byte[]> files) throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
    return folder;
  }

  /** All files below a folder under their keys. */
  static Map<String, byte[]> read(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(folder)) {
      paths
          .filter(Files::isRegularFile)
          .forEach(path -> files.put(folder.relativize(path).toString(), bytes(path)));
    }
    return files;
  }

  private static byte[] bytes(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
