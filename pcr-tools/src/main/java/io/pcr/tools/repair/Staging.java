package io.pcr.tools.repair;

import io.pcr.format.commit.AtomicFile;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.OwnFile;
import io.pcr.format.commit.OwnFolder;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.Units;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;
import java.util.stream.Stream;

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
  private final Thread onInterrupt;
  private boolean published;

  private Staging(Path target, Path folder, FileChannel lock, Consumer<String> notices) {
    this.target = target;
    this.folder = folder;
    this.lock = lock;
    String notice =
        "interrupted; the same command removes what is in " + folder + ", and begins anew";
    onInterrupt = new Thread(() -> notices.accept(notice));
    Runtime.getRuntime().addShutdownHook(onInterrupt);
  }

  /**
   * Begins a folder that does not exist, or is empty.
   *
   * @param notices are told what is removed, and at an interrupt what is left
   * @throws UsageException when something is there already
   */
  static Staging begin(Path target, Consumer<String> notices) throws IOException {
    Path place = target.toAbsolutePath().normalize();
    requireFree(target, place);
    Path folder = place.resolveSibling("." + place.getFileName() + ".pcr-repair");
    FileChannel lock;
    try {
      OwnFolder.makeAll(place.getParent(), DurableSteps.NONE);
      OwnFolder.make(folder);
      lock = OwnFile.openLock(folder.resolve(LOCK));
    } catch (AccessDeniedException e) {
      throw new AccessDeniedException(place.getParent().toString());
    }
    if (!isLocked(lock)) {
      lock.close();
      throw new UsageException(target + ": another repair is writing it");
    }
    try {
      // Another may have been there between the two looks.
      requireFree(target, place);
      long left = empty(folder);
      if (left > 0) {
        notices.accept(
            folder + ": removed what an earlier repair left unfinished, " + Units.bytes(left));
      }
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
    return new Staging(place, folder, lock, notices);
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

  /** Removes all but the lock; returns how many bytes that were. */
  private static long empty(Path folder) throws IOException {
    long bytes = 0;
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path each : tree.toList()) {
        bytes += Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS) ? Files.size(each) : 0;
      }
    }
    OwnFolder.emptyTree(folder, LOCK);
    return bytes;
  }

  /** Where the files go until they are published. */
  Path folder() {
    return folder;
  }

  /** Gives the folder its name. The lock goes last: without it the next would empty the folder. */
  void publish() throws IOException {
    AtomicFile.forceDirectory(folder, DurableSteps.NONE);
    Files.move(folder, target, StandardCopyOption.ATOMIC_MOVE);
    published = true;
    AtomicFile.forceDirectory(target.getParent(), DurableSteps.NONE);
    Files.delete(target.resolve(LOCK));
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(onInterrupt);
    } catch (IllegalStateException e) {
      // The process ends; what is here stays for the next one.
      return;
    }
    try (lock) {
      if (!published) {
        empty(folder);
        Files.deleteIfExists(folder.resolve(LOCK));
        Files.delete(folder);
      }
    }
  }
}
