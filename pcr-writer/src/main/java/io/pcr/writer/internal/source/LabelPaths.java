package io.pcr.writer.internal.source;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * From paths as people write them into a labels file to keys: {@code ./}, doubled slashes and the
 * source folder's own path are no part of a key. What leads out of the folder stays as it is, and
 * then names no image. Immutable.
 */
final class LabelPaths {
  /** The folder's absolute path, by its own name and behind links; each ends in a slash. */
  private final Set<String> folders = new LinkedHashSet<>();

  LabelPaths(Path folder) throws IOException {
    for (Path path : List.of(folder.toAbsolutePath().normalize(), folder.toRealPath())) {
      String text = path.toString();
      folders.add(text.endsWith("/") ? text : text + "/");
    }
  }

  /** The key that a path means. */
  String keyOf(String path) {
    String plain = plain(path);
    for (String folder : folders) {
      if (plain.startsWith(folder)) {
        return plain.substring(folder.length());
      }
    }
    return plain;
  }

  private static String plain(String path) {
    if (!path.contains("//") && !path.startsWith("./") && !path.contains("/./")) {
      return path;
    }
    List<String> names = new ArrayList<>();
    for (String name : path.split("/", -1)) {
      if (!name.isEmpty() && !name.equals(".")) {
        names.add(name);
      }
    }
    return (path.startsWith("/") ? "/" : "") + String.join("/", names);
  }
}
