package io.pcr.format.internal.commit;

import static java.util.Objects.requireNonNull;

import io.pcr.format.commit.DatasetBusyException;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.manifest.Manifest;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The right to write to a dataset folder, held by one piece of work at a time from before it reads
 * the manifest until it has ended. Nobody waits for it: who comes second is refused and told who is
 * first. Readers need no lock.
 *
 * <pre>
 * DATASET/.pcr-lock   locked, and one line on who holds it; removed at the end
 * </pre>
 *
 * <p>The operating system frees the lock of a process that dies, whose file stays and is taken over
 * by the next. Within a process a table decides, since there a file lock tells nothing apart and is
 * lost when any channel of the file is closed.
 *
 * <p>Where the file system keeps no locks, other processes are not kept out (R-COMMIT-13): the lock
 * is given all the same, and {@link #notice} says so. What rests on being alone looks at {@link
 * #isKept}.
 *
 * <p>Thread-safe. Whoever acquires it closes it, once or more often.
 */
public final class DatasetLock implements Closeable {
  /** The name of the lock file. */
  public static final String FILE_NAME = ".pcr-lock";

  private static final int MAX_TEXT_BYTES = 1024;

  /** Behind all text, so that systems which forbid access to what is locked let it be read. */
  private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

  private static final Map<Object, LockHolder> IN_THIS_PROCESS = new ConcurrentHashMap<>();

  private final Object key;
  private final DurableSteps steps;
  private final LockHolder self;
  private final FileChannel file;

  /**
   * A second channel of the file, by its name: opened to see that the locked file still has the
   * name, and kept, since closing it would free the lock.
   */
  private final FileChannel witness;

  /** What users are told where the file system keeps no locks. */
  private final Optional<String> notice;

  /** Who had the lock file before, and may still be at work. */
  private final Optional<LockHolder> former;

  private Path folder;
  private boolean closed;

  private DatasetLock(
      Object key,
      Path folder,
      DurableSteps steps,
      LockHolder self,
      FileChannel file,
      FileChannel witness,
      Optional<String> notice,
      Optional<LockHolder> former) {
    this.former = former;
    this.key = key;
    this.folder = folder;
    this.steps = steps;
    this.self = self;
    this.file = file;
    this.witness = witness;
    this.notice = notice;
  }

  /** Whether a file in a dataset folder is its lock. */
  public static boolean isLock(Path entry) {
    return entry.getFileName().toString().equals(FILE_NAME);
  }

  /**
   * Takes the lock of a folder.
   *
   * @param action what is to be done, for those who are refused meanwhile: {@code pcr append}
   * @throws DatasetBusyException when somebody else has it
   * @throws FileSystemException when this user may not replace {@code manifest.pcrm}, so that no
   *     work here could end
   */
  public static DatasetLock acquire(Path folder, String action, DurableSteps steps)
      throws IOException {
    requireNonNull(steps, "steps");
    SharedRights.requireReplaceable(folder.resolve(Manifest.FILE_NAME));
    LockHolder self = LockHolder.ofThisProcess(action, ThreadLocalRandom.current().nextLong());
    Object key = key(folder);
    LockHolder other = IN_THIS_PROCESS.putIfAbsent(key, self);
    if (other != null) {
      throw busy(folder, Optional.of(other));
    }
    DatasetLock lock = null;
    try {
      while (lock == null) {
        lock = tryAcquire(key, folder, self, steps);
      }
      return lock;
    } finally {
      if (lock == null) {
        IN_THIS_PROCESS.remove(key);
      }
    }
  }

  private static DatasetBusyException busy(Path folder, Optional<LockHolder> holder) {
    return new DatasetBusyException(
        folder, holder.map(LockHolder::toString), holder.map(LockHolder::since));
  }

  /** A folder has several paths, and one identity where the file system gives it any. */
  private static Object key(Path folder) throws IOException {
    Object identity = Files.readAttributes(folder, BasicFileAttributes.class).fileKey();
    return identity == null ? folder.toRealPath() : identity;
  }

  /** Returns null when the file was removed by who held it before: there may be a new one. */
  private static DatasetLock tryAcquire(
      Object key, Path folder, LockHolder self, DurableSteps steps) throws IOException {
    Path path = folder.resolve(FILE_NAME);
    steps.before(Step.CREATE, path);
    FileChannel file = OwnFile.openLock(path);
    FileChannel witness = null;
    boolean acquired = false;
    try {
      FileLocks.Answer answer = lock(file, path, steps);
      if (answer == FileLocks.Answer.HELD_BY_ANOTHER) {
        throw busy(folder, LockHolder.parse(read(file)));
      }
      Optional<String> notice =
          answer == FileLocks.Answer.HELD ? Optional.empty() : Optional.of(notKept(folder, file));
      if (OwnFile.hasOtherNames(path)) {
        Files.deleteIfExists(path); // Who holds the lock may; what has the other names stays whole.
        return null;
      }
      Optional<LockHolder> former =
          LockHolder.parse(read(file))
              .filter(LockHolder::mayLive)
              .filter(other -> isOther(other, self));
      file.truncate(0);
      file.write(ByteBuffer.wrap(self.toText().getBytes(StandardCharsets.UTF_8)), 0);
      witness = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
      acquired = read(witness).equals(self.toText());
      return acquired
          ? new DatasetLock(key, folder, steps, self, file, witness, notice, former)
          : null;
    } catch (NoSuchFileException e) {
      return null;
    } finally {
      if (!acquired) {
        close(file, witness);
      }
    }
  }

  private static boolean isOther(LockHolder other, LockHolder self) {
    return other.process() != self.process() || !other.host().equals(self.host());
  }

  private static FileLocks.Answer lock(FileChannel file, Path path, DurableSteps steps)
      throws ClosedChannelException {
    try {
      steps.before(Step.LOCK, path);
    } catch (IOException e) {
      return FileLocks.Answer.NOT_KEPT_HERE;
    }
    return FileLocks.tryLock(file, LOCKED_BYTE, 1);
  }

  private static String notKept(Path folder, FileChannel file) throws IOException {
    return folder
        + ": its file system keeps no locks, so other commands that write to it are not kept out;"
        + " nothing is lost by that, but work may be done in vain"
        + LockHolder.parse(read(file))
            .filter(LockHolder::mayLive)
            .map(other -> "; " + other + " may be at work there")
            .orElse("");
  }

  private static String read(FileChannel file) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(MAX_TEXT_BYTES);
    while (text.hasRemaining() && file.read(text, text.position()) >= 0) {
      // Reads on until there is no more.
    }
    return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8);
  }

  /** Whether the file system keeps the lock, so that no other process has it. */
  public boolean isKept() {
    return notice.isEmpty();
  }

  /** What users are to be told about it, if anything. */
  public Optional<String> notice() {
    return notice;
  }

  /**
   * Another process whose line the lock file still had, and that may be at work all the same: some
   * file systems give a lock to two machines at a time.
   */
  public Optional<LockHolder> former() {
    return former;
  }

  /** Who has it. */
  public LockHolder holder() {
    return self;
  }

  /** The folder that is locked. */
  public Path folder() {
    return folder;
  }

  /** The folder has got another name; what it holds is locked all the same. */
  public void movedTo(Path place) {
    folder = requireNonNull(place, "place");
  }

  /** The name goes before the lock: who has the name open then sees that it is no longer there. */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    Path path = folder.resolve(FILE_NAME);
    try {
      steps.before(Step.DELETE, path);
      if (isKept() || !isAnothers(path)) {
        Files.deleteIfExists(path);
      }
    } catch (FileSystemException e) {
      if (!isOfOthers(e)) {
        throw e;
      }
      // Another user's, in a folder that lets only owners remove files: it stays, without a lock.
    } finally {
      try {
        close(file, witness);
      } finally {
        IN_THIS_PROCESS.remove(key);
      }
    }
  }

  /** Whether a file could not be removed because it belongs to another user. */
  private static boolean isOfOthers(FileSystemException e) {
    return e instanceof AccessDeniedException
        || "Operation not permitted".equals(e.getReason()); // As the system calls it.
  }

  /** Without locks the file may be that of a writer that came later. */
  private boolean isAnothers(Path path) throws IOException {
    return OwnFile.exists(path) && !read(witness).equals(self.toText());
  }

  private static void close(FileChannel file, FileChannel witness) throws IOException {
    try (file;
        witness) {
      // Both are closed, whatever happens to the first.
    }
  }
}
