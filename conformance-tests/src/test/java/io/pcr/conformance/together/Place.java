package io.pcr.conformance.together;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The folders of one case. Immutable.
 *
 * @param folder that all of it is in
 * @param sources the folders of images, and a dataset that is whole
 */
record Place(Path folder, Path sources) {
  /** What two pieces of work meet in. */
  Path dataset() {
    return folder.resolve("dataset");
  }

  Path source(Images images) {
    return sources.resolve(images.name());
  }

  Path whole() {
    return sources.resolve("whole");
  }

  /** Where work puts what it takes out of the dataset. */
  Path output(boolean first) {
    return folder.resolve(first ? "output1" : "output2");
  }

  /** Copies a dataset with what is unfinished in it. */
  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> tree = Files.walk(from)) {
      for (Path path : tree.toList()) {
        Path copy = to.resolve(from.relativize(path));
        if (Files.isDirectory(path)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(path, copy);
        }
      }
    }
  }
}
