package io.pcr.conformance.variant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Folders of tests. */
final class Trees {
  private Trees() {}

  static void delete(Path folder) throws IOException {
    List<Path> paths;
    try (var found = Files.walk(folder)) {
      paths = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.delete(path);
    }
  }
}
