package io.pcr.testkit;

import io.pcr.format.Limits;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The manifest of a dataset's folder. Stateless and thread-safe. */
public final class Manifests {
  private Manifests() {}

  public static Manifest read(Path dataset) throws IOException {
    try (ByteSource source = FileByteSource.open(dataset.resolve(Manifest.FILE_NAME))) {
      return Manifest.read(source, Limits.DEFAULT);
    }
  }

  /**
   * Puts {@code manifest.pcrm} there, in the place of one that is there, without any lock and
   * without a generation, as in a folder of which only that was copied.
   */
  public static void write(Path dataset, Manifest manifest) throws IOException {
    ByteBuffer encoded = manifest.encode();
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    Files.write(dataset.resolve(Manifest.FILE_NAME), bytes);
  }

  /** Removes all manifests: nothing says any more what the dataset is. */
  public static void delete(Path dataset) throws IOException {
    for (Path file : files(dataset)) {
      Files.delete(file);
    }
  }

  /** All generations that are there, and the copy of the newest. */
  public static List<Path> files(Path dataset) throws IOException {
    try (Stream<Path> files = Files.list(dataset)) {
      return files
          .filter(file -> GenerationNames.isManifest(file.getFileName().toString()))
          .sorted()
          .toList();
    }
  }
}
