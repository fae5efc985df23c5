package io.pcr.reader.cache;

import io.pcr.format.internal.commit.OwnFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a prefix cache. An entry is the first bytes of an object and nothing else; it only
 * ever grows, or goes. What is on disk is therefore right at every instant, whichever process dies
 * in the middle of what, up to the torn pages of a power failure, which checksums find.
 *
 * <p>Who changes anything holds the directory's lock: one thread of one process at a time. Who
 * reads holds none. Nobody waits for the lock for ever: a process that was stopped while it held it
 * costs the others the cache, not their reads.
 */
final class CacheDirectory {
  static final String ENTRY_SUFFIX = ".pcr";

  /**
   * Says that the directory is a cache, so that no other is ever emptied; also the file that
   * processes lock.
   */
  static final String MARKER = "pcr-prefix-cache";

  /**
   * For how long nothing is kept after the directory could not be locked or written: each try costs
   * a read time, and bytes that are fetched in vain.
   */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long LOCK_POLL_MILLIS = 2;

  private static final Pattern ENTRY = Pattern.compile("[0-9a-f]{32}\\" + ENTRY_SUFFIX);

  /** A process cannot lock a file against itself, so its threads first agree here. */
  private static final Map<Path, ReentrantLock> PROCESS_LOCKS = new ConcurrentHashMap<>();

  private record Entry(Path path, long bytes, FileTime lastUse) {}

  @FunctionalInterface
  private interface Change {
    int run() throws IOException;
  }

  private final Path directory;
  private final long maxBytes;
  private final long lockWaitNanos;
  private final ReentrantLock processLock;

  /** Entries that are never evicted. */
  private final Set<Path> fixed;

  private final AtomicLong failedAt = new AtomicLong(System.nanoTime() - PAUSE_NANOS);

  private CacheDirectory(Path directory, long maxBytes, long lockWaitNanos, Set<Path> fixed) {
    this.directory = directory;
    this.maxBytes = maxBytes;
    this.lockWaitNanos = lockWaitNanos;
    this.fixed = fixed;
    this.processLock = PROCESS_LOCKS.computeIfAbsent(directory, key -> new ReentrantLock());
  }

  /**
   * Opens a directory, and makes it a cache when it is empty.
   *
   * @param lockWait how long to wait for other threads and processes
   */
  static CacheDirectory open(Path path, long maxBytes, Duration lockWait) throws IOException {
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new IOException(path + " is a file, and a cache needs a folder of its own");
    }
    Files.createDirectories(path);
    Path directory = path.toRealPath();
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> found = files.toList();
      if (found.isEmpty()) {
        openMarker(directory).close();
      } else if (!found.contains(directory.resolve(MARKER))) {
        throw new IOException(
            directory + " is neither empty nor a prefix cache; nothing in it was touched");
      }
    }
    return new CacheDirectory(directory, maxBytes, lockWait.toNanos(), Set.of());
  }

  /** The same directory, from which these entries are never evicted. */
  CacheDirectory withFixed(Set<Path> entries) {
    return new CacheDirectory(directory, maxBytes, lockWaitNanos, Set.copyOf(entries));
  }

  private static FileChannel openMarker(Path directory) throws IOException {
    return OwnFile.openLock(directory.resolve(MARKER));
  }

  /** Evicts what is beyond the bound, which may have been higher before. */
  void shrink() throws IOException {
    int unused = locked(() -> makeRoom(0, directory));
  }

  long maxBytes() {
    return maxBytes;
  }

  Path entry(CacheIdentity identity) {
    return directory.resolve(identity.entryName());
  }

  /**
   * Fills {@code dst} as far as the entry goes.
   *
   * @return the entry's length; 0 when there is none
   */
  static long read(Path entry, long position, ByteBuffer dst) throws IOException {
    if (!OwnFile.exists(entry)) {
      return 0;
    }
    try (FileChannel channel =
        FileChannel.open(entry, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      long length = channel.size();
      long at = position;
      while (dst.hasRemaining() && at < length) {
        int read = channel.read(dst, at);
        if (read < 0) {
          return at;
        }
        at += read;
      }
      return length;
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  /**
   * Makes an entry hold the bytes from {@code position} on, so far as it does not hold them yet and
   * other entries can make room.
   *
   * @return entries evicted
   */
  int append(Path entry, long position, ByteBuffer bytes) throws IOException {
    if (isPaused()) {
      return 0;
    }
    try {
      return locked(
          () -> {
            long held = lengthOf(entry);
            long missing = position + bytes.remaining() - held;
            if (held < position || missing <= 0) {
              return 0; // Gone meanwhile, or another process was faster.
            }
            int evicted = makeRoom(missing, entry);
            if (total() + missing <= maxBytes) {
              write(entry, held, bytes.slice(bytes.limit() - (int) missing, (int) missing));
            }
            return evicted;
          });
    } catch (IOException e) {
      boolean isOfEntry =
          e instanceof FileSystemException file && entry.toString().equals(file.getFile());
      if (!isOfEntry && !Thread.currentThread().isInterrupted()) {
        failedAt.set(System.nanoTime());
      }
      throw e;
    }
  }

  /** Whether nothing is kept for a while, as the directory could not be locked or written. */
  boolean isPaused() {
    return System.nanoTime() - failedAt.get() < PAUSE_NANOS;
  }

  private static void write(Path entry, long position, ByteBuffer bytes) throws IOException {
    try (FileChannel channel = OwnFile.open(entry)) {
      long at = position;
      while (bytes.hasRemaining()) {
        at += channel.write(bytes, at);
      }
    }
  }

  /** Marks an entry as used now; where only its owner may, what it holds is no less good. */
  static void touch(Path entry) {
    try {
      Files.setLastModifiedTime(entry, FileTime.fromMillis(System.currentTimeMillis()));
    } catch (IOException e) {
      // Evicted meanwhile, another user's, or read-only: it goes earlier than it might.
    }
  }

  void delete(Path entry) throws IOException {
    int unused =
        locked(
            () -> {
              OwnFile.delete(entry);
              return 0;
            });
  }

  /**
   * Deletes other entries, least recently used first, until {@code bytes} more fit; none when they
   * never would.
   */
  private int makeRoom(long bytes, Path keep) throws IOException {
    List<Entry> entries = entries();
    long total = entries.stream().mapToLong(Entry::bytes).sum();
    entries.removeIf(e -> e.path.equals(keep) || fixed.contains(e.path));
    long evictable = entries.stream().mapToLong(Entry::bytes).sum();
    if (total - evictable + bytes > maxBytes) {
      return 0;
    }
    entries.sort(Comparator.comparing(Entry::lastUse).thenComparing(Entry::path));
    int evicted = 0;
    while (total + bytes > maxBytes) {
      Entry oldest = entries.get(evicted++);
      Files.deleteIfExists(oldest.path);
      total -= oldest.bytes;
    }
    return evicted;
  }

  private long total() throws IOException {
    return entries().stream().mapToLong(Entry::bytes).sum();
  }

  private List<Entry> entries() throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path path : (Iterable<Path>) files::iterator) {
        BasicFileAttributes attributes =
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes.isRegularFile() && ENTRY.matcher(path.getFileName().toString()).matches()) {
          entries.add(new Entry(path, attributes.size(), attributes.lastModifiedTime()));
        }
      }
    }
    return entries;
  }

  /** How many bytes an entry has; 0 when there is none. */
  static long lengthOf(Path entry) throws IOException {
    try {
      return OwnFile.exists(entry) ? Files.size(entry) : 0;
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  private int locked(Change change) throws IOException {
    long deadline = System.nanoTime() + lockWaitNanos;
    try {
      if (!processLock.tryLock(lockWaitNanos, TimeUnit.NANOSECONDS)) {
        throw lockedOut();
      }
      try (FileChannel marker = openMarker(directory);
          FileLock lock = lock(marker, deadline)) {
        return lock.isValid() ? change.run() : 0;
      } finally {
        processLock.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for the lock of " + directory);
    }
  }

  private FileLock lock(FileChannel marker, long deadline)
      throws IOException, InterruptedException {
    while (true) {
      FileLock lock = tryLock(marker);
      if (lock != null) {
        return lock;
      }
      if (System.nanoTime() - deadline >= 0) {
        throw lockedOut();
      }
      TimeUnit.MILLISECONDS.sleep(LOCK_POLL_MILLIS);
    }
  }

  private static FileLock tryLock(FileChannel marker) throws IOException {
    try {
      return marker.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // This class, loaded a second time in this process.
    }
  }

  private IOException lockedOut() {
    return new IOException("another user of " + directory + " does not release its lock");
  }
}
