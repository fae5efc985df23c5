package io.pcr.tools.restore;

import io.pcr.writer.source.RawNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A folder that files are written into under names from a dataset. Those names are data of unknown
 * origin: each is proved to lead to a place inside the folder, through folders only, before
 * anything is created.
 *
 * <p>Thread-safe.
 */
public final class TargetFolder {
  private static final int MAX_NAME_BYTES = 255;

  private final Path root;
  private final Set<Path> provedFolders = ConcurrentHashMap.newKeySet();
  private final Leftovers leftovers = new Leftovers();

  private TargetFolder(Path root) {
    this.root = root;
  }

  /** Opens the folder, making it if it is not there. */
  public static TargetFolder open(Path folder) throws IOException {
    try {
      Files.createDirectories(folder);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(e.getFile() + " is a file, not a folder", e);
    }
    TargetFolder target = new TargetFolder(folder.toRealPath());
    target.leftovers.remove(target.root);
    return target;
  }

  /** What became of a file. */
  public enum Outcome {
    WRITTEN,
    /** The same bytes stand there already. */
    THERE_ALREADY
  }

  /**
   * Writes a file whole or not at all. What stands there already is never overwritten.
   *
   * @throws UnsafeKeyException when the key does not name a file inside the folder
   * @throws FileAlreadyExistsException when another file of this name is there
   */
  public Outcome write(String key, ByteBuffer content) throws IOException {
    Path path = place(key);
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      if (isSame(path, content)) {
        return Outcome.THERE_ALREADY;
      }
      throw new FileAlreadyExistsException(
          path.toString(), null, "a file of other content stands there");
    }
    publish(path, content);
    return Outcome.WRITTEN;
  }

  /**
   * The temporary name is short whatever the name: a name of 255 bytes has no room for a suffix.
   * Its lock tells other runs that somebody writes it.
   */
  private void publish(Path path, ByteBuffer content) throws IOException {
    Path temporary = leftovers.begin(path.getParent());
    try {
      try (FileChannel file =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        Leftovers.lock(file);
        ByteBuffer rest = content.duplicate();
        while (rest.hasRemaining()) {
          file.write(rest);
        }
        file.force(true);
      }
      Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (AccessDeniedException e) {
      throw new AccessDeniedException(path.toString());
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      // A failed write says why and not where.
      throw new FileSystemException(path.toString(), null, e.getMessage());
    } finally {
      Files.deleteIfExists(temporary);
      leftovers.end(temporary);
    }
  }

  private static boolean isSame(Path path, ByteBuffer content) throws IOException {
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
        || Files.size(path) != content.remaining()) {
      return false;
    }
    ByteBuffer found = ByteBuffer.allocate(content.remaining());
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      while (found.hasRemaining() && file.read(found) >= 0) {
        // Reads on until the file has been read.
      }
    }
    return found.flip().equals(content);
  }

  /** The place that a key names; the folders that lead there exist. */
  private Path place(String key) throws IOException {
    String[] names = key.split("/", -1);
    Path folder = root;
    for (int i = 0; i < names.length; i++) {
      requirePlain(key, names[i]);
      Path next = RawNames.resolve(folder, names[i].getBytes(StandardCharsets.UTF_8));
      if (i == names.length - 1) {
        return next;
      }
      if (!provedFolders.contains(next)) {
        makeFolder(key, next);
        provedFolders.add(next);
      }
      folder = next;
    }
    throw new UnsafeKeyException(key, "it is empty");
  }

  /**
   * Proves that a key leads to a place inside whatever folder it is taken from.
   *
   * @throws UnsafeKeyException when it does not
   */
  public static void requireSafe(String key) throws UnsafeKeyException {
    for (String name : key.split("/", -1)) {
      requirePlain(key, name);
    }
  }

  private static void requirePlain(String key, String name) throws UnsafeKeyException {
    if (name.isEmpty()) {
      throw new UnsafeKeyException(key, "a name in it is empty");
    }
    if (name.equals(".") || name.equals("..")) {
      throw new UnsafeKeyException(key, "it leads elsewhere");
    }
    if (name.indexOf('\0') >= 0) {
      throw new UnsafeKeyException(key, "it holds a zero byte");
    }
    if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      throw new UnsafeKeyException(key, "a name in it is longer than 255 bytes");
    }
  }

  /** A link that somebody put there would lead out of the folder. */
  private void makeFolder(String key, Path folder) throws IOException {
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        throw new UnsafeKeyException(key, folder.getFileName() + " is not a folder there");
      }
      leftovers.remove(folder);
    }
  }
}
