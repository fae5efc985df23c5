package io.pcr.reader.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a prefix cache. An entry is the first bytes of an object and nothing else; it only
 * ever grows, or goes. What is on disk is therefore right at every instant, whichever process dies
 * in the middle of what, up to the torn pages of a power failure, which checksums find.
 *
 * <p>Who changes anything holds the directory's lock: one thread of one process at a time. Who
 * reads holds none.
 */
final class CacheDirectory {
  static final String ENTRY_SUFFIX = ".pcr";

  /**
   * Says that the directory is a cache, so that no other is ever emptied; also the file that
   * processes lock.
   */
  static final String MARKER = "pcr-prefix-cache";

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
  private final ReentrantLock processLock;

  private CacheDirectory(Path directory, long maxBytes, ReentrantLock processLock) {
    this.directory = directory;
    this.maxBytes = maxBytes;
    this.processLock = processLock;
  }

  static CacheDirectory open(Path path, long maxBytes) throws IOException {
    Files.createDirectories(path);
    Path directory = path.toRealPath();
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> found = files.toList();
      if (!found.isEmpty() && !found.contains(directory.resolve(MARKER))) {
        throw new IOException(
            directory + " is neither empty nor a prefix cache; nothing in it was touched");
      }
    }
    CacheDirectory cache =
        new CacheDirectory(
            directory,
            maxBytes,
            PROCESS_LOCKS.computeIfAbsent(directory, key -> new ReentrantLock()));
    cache.locked(() -> cache.makeRoom(0, directory));
    return cache;
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
    try (FileChannel channel = FileChannel.open(entry, StandardOpenOption.READ)) {
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
  }

  private static void write(Path entry, long position, ByteBuffer bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(entry, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long at = position;
      while (bytes.hasRemaining()) {
        at += channel.write(bytes, at);
      }
    }
  }

  void touch(Path entry) throws IOException {
    try {
      Files.setLastModifiedTime(entry, FileTime.fromMillis(System.currentTimeMillis()));
    } catch (NoSuchFileException e) {
      // Evicted meanwhile: the next read fetches it again.
    }
  }

  void delete(Path entry) throws IOException {
    locked(() -> Files.deleteIfExists(entry) ? 1 : 0);
  }

  /**
   * Deletes other entries, least recently used first, until {@code bytes} more fit; none when they
   * never would.
   */
  private int makeRoom(long bytes, Path keep) throws IOException {
    List<Entry> entries = entries();
    long total = entries.stream().mapToLong(Entry::bytes).sum();
    long kept = entries.stream().filter(e -> e.path.equals(keep)).mapToLong(Entry::bytes).sum();
    if (kept + bytes > maxBytes) {
      return 0;
    }
    entries.removeIf(e -> e.path.equals(keep));
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

  private static long lengthOf(Path entry) throws IOException {
    try {
      return Files.size(entry);
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  private int locked(Change change) throws IOException {
    processLock.lock();
    try (FileChannel marker =
            FileChannel.open(
                directory.resolve(MARKER), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = marker.lock()) {
      return lock.isValid() ? change.run() : 0;
    } finally {
      processLock.unlock();
    }
  }
}
