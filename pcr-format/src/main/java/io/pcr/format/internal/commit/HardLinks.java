package io.pcr.format.internal.commit;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Whether a file can have two names. FAT, exFAT and some network file systems have no such. */
public final class HardLinks {
  private static final String PREFIX = ".link.";
  private static final String SUFFIX = ".pcr-tmp";

  /** So that no passing fault of a network is taken for what a file system is. */
  private static final int TRIES = 3;

  private HardLinks() {}

  /** Tries it, with temporary files in the folder. */
  public static boolean areIn(Path folder) throws IOException {
    for (int i = 0; i < TRIES; i++) {
      if (canLink(folder)) {
        return true;
      }
    }
    return false;
  }

  private static boolean canLink(Path folder) throws IOException {
    try (TemporaryFile file = TemporaryFile.create(folder.toAbsolutePath(), PREFIX, SUFFIX)) {
      Path second = file.path().resolveSibling("." + file.path().getFileName());
      try {
        file.link(second);
        return true;
      } catch (NoSuchFileException | AccessDeniedException e) {
        throw e;
      } catch (UnsupportedOperationException | FileSystemException e) {
        return false;
      } finally {
        Files.deleteIfExists(second);
      }
    }
  }
}
