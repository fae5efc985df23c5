package io.pcr.reader.internal.output;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.commit.OwnFolder;
import io.pcr.format.internal.commit.TemporaryFile;
import io.pcr.format.internal.text.RawNames;
import io.pcr.reader.output.OutputReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * A folder that files are written into under names from a dataset. Those names are data of unknown
 * origin: each is proved to lead to a place inside the folder, through folders only, before
 * anything is created.
 *
 * <p>Thread-safe.
 */
public final class TargetFolder {
  private static final int MAX_NAME_BYTES = 255;

  private static final String TEMPORARY_PREFIX = ".pcr-unfinished-";
  private static final String TEMPORARY_SUFFIX = ".tmp";
  private static final Pattern TEMPORARY =
      Pattern.compile("\\.pcr-unfinished-[0-9a-z]{1,13}\\.tmp");

  private final Path root;
  private final DurableSteps steps;

  /** Also those whose names are not durable before {@link #force}. */
  private final Set<Path> provedFolders = ConcurrentHashMap.newKeySet();

  private TargetFolder(Path root, DurableSteps steps) {
    this.root = root;
    this.steps = steps;
  }

  /** Opens the folder, making it if it is not there. */
  public static TargetFolder open(Path folder) throws IOException {
    return open(folder, DurableSteps.NONE);
  }

  /** As {@link #open(Path)}, telling of every durable step. */
  public static TargetFolder open(Path folder, DurableSteps steps) throws IOException {
    try {
      OwnFolder.makeAll(folder, steps);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(e.getFile() + " is not a folder", e);
    }
    TargetFolder target = new TargetFolder(folder.toRealPath(), steps);
    removeLeftovers(target.root);
    return target;
  }

  /** Removes what killed runs left in a folder, not in those inside it. */
  private static void removeLeftovers(Path folder) throws IOException {
    DirectoryStream.Filter<Path> left =
        file -> TEMPORARY.matcher(file.getFileName().toString()).matches();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, left)) {
      for (Path file : files) {
        TemporaryFile.deleteAbandoned(file);
      }
    } catch (AccessDeniedException e) {
      // What may not be listed may yet be written into.
    }
  }

  /** Where it is. */
  public Path path() {
    return root;
  }

  /**
   * Writes a file whole or not at all. What stands there already is never overwritten.
   *
   * @throws UnsafeKeyException when the key does not name a file inside the folder
   * @throws FileAlreadyExistsException when another file of this name is there
   */
  public OutputReport.Outcome write(String key, ByteBuffer content) throws IOException {
    Path path = place(key);
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      if (isSame(path, content)) {
        return OutputReport.Outcome.THERE_ALREADY;
      }
      throw taken(path);
    }
    try {
      publish(path, content);
      return OutputReport.Outcome.WRITTEN;
    } catch (FileAlreadyExistsException e) {
      // Another command may have written the same meanwhile.
      if (isSame(path, content)) {
        return OutputReport.Outcome.THERE_ALREADY;
      }
      throw taken(path);
    }
  }

  private static FileAlreadyExistsException taken(Path path) {
    String what =
        Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
            ? "a folder already has this name"
            : "a file with other content already has this name";
    return new FileAlreadyExistsException(path.toString(), null, what);
  }

  /**
   * Makes the names of all files durable that were written, or were there already: until then a
   * power cut may take them.
   */
  public void force() throws IOException {
    AtomicFile.forceDirectory(root, steps);
    for (Path folder : provedFolders) {
      AtomicFile.forceDirectory(folder, steps);
    }
  }

  /** The temporary name is short whatever the name: one of 255 bytes has no room for a suffix. */
  private void publish(Path path, ByteBuffer content) throws IOException {
    try (TemporaryFile file =
        TemporaryFile.create(path.getParent(), TEMPORARY_PREFIX, TEMPORARY_SUFFIX)) {
      ByteBuffer rest = content.duplicate();
      while (rest.hasRemaining()) {
        file.channel().write(rest);
      }
      file.channel().force(true);
      steps.before(Step.LINK, path);
      file.moveToFree(path);
    } catch (AccessDeniedException e) {
      throw new AccessDeniedException(path.toString());
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      // A failed write says why and not where.
      throw new FileSystemException(path.toString(), null, e.getMessage());
    }
  }

  /** Whether a file stands where a key leads that is as long as what would be written there. */
  public static boolean mayHold(Path folder, String key, long length) {
    try {
      requireSafe(key);
      Path path = folder;
      for (String name : key.split("/", -1)) {
        path = RawNames.resolve(path, name.getBytes(StandardCharsets.UTF_8));
      }
      return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && Files.size(path) == length;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isSame(Path path, ByteBuffer content) throws IOException {
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
        || Files.size(path) != content.remaining()) {
      return false;
    }
    ByteBuffer found = ByteBuffer.allocate(content.remaining());
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
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
      throw new UnsafeKeyException(key, "it leads outside the folder");
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
    steps.before(Step.CREATE, folder);
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        throw new UnsafeKeyException(key, folder.getFileName() + " is not a folder");
      }
      removeLeftovers(folder);
    }
  }
}
