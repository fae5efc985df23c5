package io.pcr.writer.salvage;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.internal.commit.OwnFolder;
import io.pcr.format.internal.text.Units;
import io.pcr.writer.journal.RunRejectedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A new folder that appears whole or not at all: filled beside its place under a name of its own,
 * and moved there at the end. Closed before that it leaves nothing; what a killed process left is
 * removed by the next one. For one thread; whoever begins it closes it.
 */
final class Staging implements Closeable {
  /** Whoever finds the lock is told who has it. */
  private static final String OWNER = "pcr repair";

  private final Path target;
  private final DatasetLock lock;
  private final DurableSteps steps;
  private boolean published;

  private Staging(Path target, DatasetLock lock, DurableSteps steps) {
    this.target = target;
    this.lock = lock;
    this.steps = steps;
  }

  /**
   * Begins a folder that does not exist, or is empty.
   *
   * @param notices told what is removed
   * @throws RunRejectedException when something is there already
   * @throws io.pcr.format.commit.DatasetBusyException when another repair is writing it
   */
  static Staging begin(Path target, Consumer<String> notices, DurableSteps steps)
      throws IOException {
    Path place = target.toAbsolutePath().normalize();
    requireFree(target, place);
    Path folder = place.resolveSibling("." + place.getFileName() + ".pcr-repair");
    DatasetLock lock;
    try {
      OwnFolder.makeAll(place.getParent(), steps);
      lock = lock(folder, notices, steps);
    } catch (AccessDeniedException e) {
      throw new AccessDeniedException(place.getParent().toString());
    }
    boolean begun = false;
    try {
      // Another may have been there between the two looks.
      requireFree(target, place);
      long left = empty(lock.folder(), steps);
      if (left > 0) {
        notices.accept(
            folder + ": removed what an unfinished repair had left, " + Units.bytes(left));
      }
      begun = true;
      return new Staging(place, lock, steps);
    } finally {
      if (!begun) {
        lock.close();
      }
    }
  }

  /**
   * The lock of a folder. Where the file system keeps no locks, nobody can tell whether another
   * repair is at work in it: then it is a folder of another name, which nobody else has.
   */
  private static DatasetLock lock(Path folder, Consumer<String> notices, DurableSteps steps)
      throws IOException {
    DatasetLock lock = tryLock(folder, steps);
    if (lock.isKept()) {
      return lock;
    }
    lock.notice().ifPresent(notices);
    lock.close();
    removeEmpty(folder);
    String random = Long.toString(ThreadLocalRandom.current().nextLong() & Long.MAX_VALUE, 36);
    return tryLock(folder.resolveSibling(folder.getFileName() + "." + random), steps);
  }

  /** Another repair may take the folder away between the two steps: it had none to keep. */
  private static DatasetLock tryLock(Path folder, DurableSteps steps) throws IOException {
    while (true) {
      OwnFolder.make(folder);
      try {
        return DatasetLock.acquire(folder, OWNER, steps);
      } catch (NoSuchFileException e) {
        // Made anew.
      }
    }
  }

  private static void requireFree(Path target, Path place) throws IOException {
    if (place.getFileName() == null) {
      throw new RunRejectedException(target + ": name a new folder");
    }
    if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      throw new RunRejectedException(target + " already exists; name a new folder");
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(place)) {
      if (entries.iterator().hasNext()) {
        throw new RunRejectedException(target + " is not empty; name a new folder");
      }
    }
  }

  /** Removes all but the lock; returns how many bytes that were. */
  private static long empty(Path folder, DurableSteps steps) throws IOException {
    long bytes = 0;
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path each : tree.filter(path -> !DatasetLock.isLock(path)).toList()) {
        bytes += Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS) ? Files.size(each) : 0;
      }
    }
    steps.before(Step.DELETE, folder);
    OwnFolder.emptyTree(folder, DatasetLock.FILE_NAME);
    return bytes;
  }

  /** The lock of the folder that the files go into until they are published. */
  DatasetLock lock() {
    return lock;
  }

  /** Gives the folder its name; it stays locked until all is done. */
  void publish() throws IOException {
    AtomicFile.forceDirectory(lock.folder(), steps);
    steps.before(Step.RENAME, target);
    move();
    lock.movedTo(target);
    published = true;
    AtomicFile.forceDirectory(target.getParent(), steps);
    lock.close();
  }

  /** An empty folder is replaced, whatever else is there by now stays. */
  private void move() throws IOException {
    try {
      Files.move(lock.folder(), target, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      requireFree(target, target);
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      if (!published) {
        empty(lock.folder(), steps);
      }
    }
    if (!published) {
      removeEmpty(lock.folder());
    }
  }

  private static void removeEmpty(Path folder) throws IOException {
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      // The next repair is in it already.
    }
  }
}
