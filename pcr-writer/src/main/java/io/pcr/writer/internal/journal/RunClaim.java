package io.pcr.writer.internal.journal;

import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.internal.commit.LockHolder;
import io.pcr.format.internal.commit.OwnFile;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Keeps two processes from working on one run where the file system keeps no locks: who creates the
 * file {@code holder} in the run's folder has the run. One of a process that is known to have died
 * is taken over; of any other, the user says that it has.
 *
 * <p>For one thread. It is released by whoever took it, or goes with the run's folder.
 */
final class RunClaim {
  /** The file's name in the run's folder. */
  static final String NAME = "holder";

  private final Path file;

  private RunClaim(Path file) {
    this.file = file;
  }

  /**
   * Takes the run in a folder.
   *
   * @throws RunRejectedException when another process may have it
   */
  static RunClaim take(Path folder, DatasetLock lock) throws IOException {
    Path file = folder.resolve(NAME);
    if (OwnFile.exists(file)) {
      removeDead(file, lock);
    }
    byte[] text = lock.holder().toText().getBytes(StandardCharsets.US_ASCII);
    try {
      Files.write(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (FileAlreadyExistsException e) {
      throw taken(file);
    }
    return new RunClaim(file);
  }

  /** Two may do this at once: only one of them moves the file that both have read. */
  private static void removeDead(Path file, DatasetLock lock) throws IOException {
    Optional<LockHolder> holder = holder(file);
    boolean isOwn = holder.filter(h -> isOfThisProcess(h, lock)).isPresent();
    if (!isOwn && holder.filter(h -> !h.mayLive()).isEmpty()) {
      throw taken(file);
    }
    Path moved = file.resolveSibling(NAME + Long.toString(lock.holder().nonce(), 36));
    try {
      Files.move(file, moved, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      throw taken(file);
    }
    if (!holder(moved).equals(holder)) {
      Files.move(moved, file, StandardCopyOption.ATOMIC_MOVE);
      throw taken(file);
    }
    Files.delete(moved);
  }

  /** In this process the lock that is held shows that the earlier one is over. */
  private static boolean isOfThisProcess(LockHolder holder, DatasetLock lock) {
    return holder.process() == lock.holder().process()
        && holder.host().equals(lock.holder().host());
  }

  private static Optional<LockHolder> holder(Path file) throws IOException {
    try {
      return LockHolder.parse(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static RunRejectedException taken(Path file) throws IOException {
    return new RunRejectedException(
        holder(file).map(LockHolder::toString).orElse("another command")
            + " may be at work in "
            + file.getParent()
            + ", and the file system keeps no locks that would tell; if it is not, delete "
            + file
            + " and run this again");
  }

  /** Others may take the run from now on. */
  void release() throws IOException {
    OwnFile.delete(file);
  }
}
