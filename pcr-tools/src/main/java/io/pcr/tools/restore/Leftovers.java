package io.pcr.tools.restore;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * The names of files while they are written, and what killed runs left under such names: nobody
 * holds the lock of those, and the next run removes them. Thread-safe.
 */
final class Leftovers {
  private static final Pattern NAME = Pattern.compile("\\.pcr-unfinished-[0-9a-z]{1,13}\\.tmp");

  private final Set<Path> own = ConcurrentHashMap.newKeySet();

  /** A new name in a folder. */
  Path begin(Path folder) {
    String random = Long.toString(ThreadLocalRandom.current().nextLong() & Long.MAX_VALUE, 36);
    Path temporary = folder.resolve(".pcr-unfinished-" + random + ".tmp");
    own.add(temporary);
    return temporary;
  }

  /** The name is not in use any more. */
  void end(Path temporary) {
    own.remove(temporary);
  }

  /** Says of a file that it is being written, where the file system can keep that. */
  static boolean lock(FileChannel file) {
    try {
      FileLock lock = file.tryLock();
      return lock != null;
    } catch (IOException | OverlappingFileLockException e) {
      return false;
    }
  }

  /** Removes what others left in a folder, not in those inside it. */
  void remove(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, this::mayBeLeft)) {
      for (Path file : files) {
        if (isAbandoned(file)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (AccessDeniedException e) {
      // What may not be listed may yet be written into.
    }
  }

  private boolean mayBeLeft(Path file) {
    return NAME.matcher(file.getFileName().toString()).matches()
        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && !own.contains(file);
  }

  private static boolean isAbandoned(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return lock(channel);
    } catch (NoSuchFileException | AccessDeniedException e) {
      return false;
    }
  }
}
