package io.pcr.format.internal.commit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What somebody may have put at a name before this library writes there. The targets stand in an
 * outside folder, of which {@link #snapshot} says whether anything in it has changed.
 */
public enum Entries {
  LINK_TO_FOLDER,
  LINK_TO_FILE,
  DANGLING_LINK,
  HARD_LINK,
  PIPE,
  /** Only the administrator may make one. */
  DEVICE,
  FOLDER;

  /** Makes an outside folder with something in it for every kind. */
  public static Path outside(Path folder) throws IOException {
    Files.createDirectories(folder.resolve("folder").resolve("inner"));
    Files.writeString(folder.resolve("folder").resolve("precious"), "precious\n");
    Files.writeString(folder.resolve("folder").resolve("options"), "action=convert\n");
    Files.writeString(folder.resolve("file"), "precious too\n");
    return folder;
  }

  /**
   * Puts an entry of this kind at a name that something may have: what has it is moved outside
   * first, and links lead to it there, so that a writer finds at the other end what it expects.
   *
   * @return whether this system lets one be made
   */
  public boolean take(Path name, Path outside) throws IOException, InterruptedException {
    if (Files.exists(name, LinkOption.NOFOLLOW_LINKS)) {
      Path place = outside.resolve(Files.isDirectory(name) ? "folder" : "file");
      delete(place);
      Files.move(name, place);
    }
    return make(name, outside);
  }

  /**
   * Puts an entry of this kind at a name that is free.
   *
   * @return whether this system lets one be made
   */
  public boolean make(Path name, Path outside) throws IOException, InterruptedException {
    switch (this) {
      case LINK_TO_FOLDER -> Files.createSymbolicLink(name, outside.resolve("folder"));
      case LINK_TO_FILE -> Files.createSymbolicLink(name, outside.resolve("file"));
      case DANGLING_LINK -> Files.createSymbolicLink(name, outside.resolve("nothing"));
      case HARD_LINK -> Files.createLink(name, outside.resolve("file"));
      case PIPE -> {
        return run("mkfifo", name.toString());
      }
      case DEVICE -> {
        return run("mknod", name.toString(), "c", "1", "3");
      }
      case FOLDER -> Files.createDirectory(name);
    }
    return true;
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  /** Names, kinds and contents of all that is in a folder; the folder itself is not followed. */
  public static String snapshot(Path folder) throws IOException {
    TreeMap<String, String> found = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.toList()) {
        String kind = EntryKind.of(each).name();
        String content =
            Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)
                ? Files.readString(each, StandardCharsets.ISO_8859_1)
                : "";
        found.put(folder.relativize(each).toString(), kind + " " + content);
      }
    }
    return found.toString();
  }

  /** Deletes a folder with all that is in it, if it is there. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> inward = all.sorted(Comparator.reverseOrder()).toList();
      for (Path each : inward) {
        Files.delete(each);
      }
    }
  }
}
