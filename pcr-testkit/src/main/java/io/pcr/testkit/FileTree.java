package io.pcr.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that is below a folder. Stateless and thread-safe. */
public final class FileTree {
  private FileTree() {}

  /** The content of each plain file, by its path from the folder on, in order. */
  public static Map<String, ByteBuffer> files(Path folder) throws IOException {
    Map<String, ByteBuffer> files = new TreeMap<>();
    for (Path path : walk(folder)) {
      if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        ByteBuffer content = ByteBuffer.wrap(Files.readAllBytes(path));
        files.put(folder.relativize(path).toString(), content);
      }
    }
    return files;
  }

  /** The path of each plain file, from the folder on, in order. */
  public static Set<String> names(Path folder) throws IOException {
    Set<String> names = new TreeSet<>();
    for (Path path : walk(folder)) {
      if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        names.add(folder.relativize(path).toString());
      }
    }
    return names;
  }

  /** Deletes the folder and all that is in it; what links lead to stays. */
  public static void delete(Path folder) throws IOException {
    List<Path> paths = walk(folder);
    paths.sort(Comparator.reverseOrder());
    for (Path path : paths) {
      Files.delete(path);
    }
  }

  private static List<Path> walk(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.collect(Collectors.toCollection(ArrayList::new));
    }
  }
}
