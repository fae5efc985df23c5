package io.pcr.tools.repair;

import io.pcr.format.commit.AtomicFile;
import io.pcr.format.commit.DurableSteps;
import io.pcr.tools.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A new folder that appears whole or not at all: filled beside its place under a name of its own,
 * and moved there at the end. Closed before that it leaves nothing; what a killed process left is
 * removed by the next one. For one thread; whoever begins it closes it.
 */
final class Staging implements Closeable {
  private static final String LOCK = ".lock";

  private final Path target;
  private final Path folder;
  private final FileChannel lock;
  private boolean published;

  private Staging(Path target, Path folder, FileChannel lock) {
    this.target = target;
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Begins a folder that does not exist, or is empty.
   *
   * @throws UsageException when something is there already
   */
  static Staging begin(Path target) throws IOException {
    Path place = target.toAbsolutePath().normalize();
    requireFree(target, place);
    Files.createDirectories(place.getParent());
    Path folder = place.resolveSibling("." + place.getFileName() + ".pcr-repair");
    Files.createDirectories(folder);
    FileChannel lock =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!isLocked(lock)) {
      lock.close();
      throw new UsageException(target + ": another repair is writing it");
    }
    empty(folder);
    return new Staging(place, folder, lock);
  }

  private static void requireFree(Path target, Path place) throws IOException {
    if (place.getFileName() == null) {
      throw new UsageException(target + ": name a new folder");
    }
    if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      throw new UsageException(target + " is there already; name a new folder");
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(place)) {
      if (entries.iterator().hasNext()) {
        throw new UsageException(target + " is not empty; name a new folder");
      }
    }
  }

  private static boolean isLocked(FileChannel lock) throws IOException {
    try {
      return lock.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** The folder is flat. */
  private static void empty(Path folder) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (!entry.getFileName().toString().equals(LOCK)) {
          Files.delete(entry);
        }
      }
    }
  }

  /** Where the files go until they are published. */
  Path folder() {
    return folder;
  }

  /** Gives the folder its name. */
  void publish() throws IOException {
    AtomicFile.forceDirectory(folder, DurableSteps.NONE);
    Files.delete(folder.resolve(LOCK));
    Files.move(folder, target, StandardCopyOption.ATOMIC_MOVE);
    published = true;
    AtomicFile.forceDirectory(target.getParent(), DurableSteps.NONE);
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      if (!published) {
        empty(folder);
        Files.deleteIfExists(folder.resolve(LOCK));
        Files.delete(folder);
      }
    }
  }
}
