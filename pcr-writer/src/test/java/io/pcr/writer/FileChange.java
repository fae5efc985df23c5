package io.pcr.writer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;

/** What may become of a file while somebody reads it. */
public enum FileChange {
  DELETED,
  SHRUNK,
  GROWN,
  REPLACED,
  BECOMES_FOLDER,
  BECOMES_PIPE,
  BECOMES_LINK_TO_NOTHING;

  /** Does it to a file. */
  public void of(Path file) throws IOException {
    byte[] before = Files.readAllBytes(file);
    switch (this) {
      case DELETED -> Files.delete(file);
      case SHRUNK -> Files.write(file, Arrays.copyOf(before, before.length / 2));
      case GROWN -> Files.write(file, Arrays.copyOf(before, before.length + 9));
      case REPLACED -> {
        Path other = file.resolveSibling("other-file");
        byte[] changed = before.clone();
        changed[before.length / 2] ^= 1;
        Files.write(other, changed);
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
      }
      case BECOMES_FOLDER -> {
        Files.delete(file);
        Files.createDirectory(file);
      }
      case BECOMES_PIPE -> {
        Files.delete(file);
        try {
          new ProcessBuilder("mkfifo", file.toString()).inheritIO().start().waitFor();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
      case BECOMES_LINK_TO_NOTHING -> {
        Files.delete(file);
        Files.createSymbolicLink(file, Path.of("nothing"));
      }
    }
  }
}
