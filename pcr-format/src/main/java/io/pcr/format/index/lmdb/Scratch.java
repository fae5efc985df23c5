package io.pcr.format.index.lmdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Directories for files that do not outlive their making. They hold plain files only. */
final class Scratch {
  private Scratch() {}

  /** Deletes a scratch directory with its files; none is fine. */
  static void delete(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> listed = Files.list(directory)) {
      files = listed.toList();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(directory);
  }
}
