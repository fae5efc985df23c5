package io.pcr.format.internal.commit;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A new file under a name that nobody else has, locked as long as its writer lives: from before
 * anybody could take it for abandoned until it has its own name, or is gone. Closed without {@link
 * #moveTo} it is removed.
 *
 * <p>For one thread. Whoever creates it closes it; {@link #close} may be called more than once.
 */
public final class TemporaryFile implements Closeable {
  /** More than other processes that clean up ever spoil. */
  private static final int MAX_TRIES = 1000;

  /**
   * Names of this process: its own locks do not keep it from opening a file, and closing that would
   * free them.
   */
  private static final Set<String> LIVING = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final FileChannel channel;
  private boolean moved;

  private TemporaryFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * Creates a file.
   *
   * @param folder in which
   * @param prefix of its name, before what is random
   * @param suffix of its name, behind that
   */
  public static TemporaryFile create(Path folder, String prefix, String suffix) throws IOException {
    for (int i = 0; i < MAX_TRIES; i++) {
      String random = Long.toString(ThreadLocalRandom.current().nextLong() & Long.MAX_VALUE, 36);
      Path path = folder.resolve(prefix + random + suffix);
      LIVING.add(name(path));
      TemporaryFile file = null;
      try {
        file = tryCreate(path);
        if (file != null) {
          return file;
        }
      } finally {
        if (file == null) {
          LIVING.remove(name(path));
        }
      }
    }
    throw new IOException(folder + ": every file that is created there disappears at once");
  }

  /** Returns null when another process took it for abandoned before it was locked. */
  private static TemporaryFile tryCreate(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    boolean mine = false;
    try {
      mine = tryLock(channel) != FileLocks.Answer.HELD_BY_ANOTHER && Files.exists(path);
      return mine ? new TemporaryFile(path, channel) : null;
    } finally {
      if (!mine) {
        channel.close();
        Files.deleteIfExists(path);
      }
    }
  }

  private static FileLocks.Answer tryLock(FileChannel channel) throws ClosedChannelException {
    return FileLocks.tryLock(channel, 0, Long.MAX_VALUE);
  }

  /**
   * Removes a file of this kind whose writer has died: nobody holds its lock. Where the file system
   * keeps no locks it stays.
   */
  public static void deleteAbandoned(Path path) throws IOException {
    if (LIVING.contains(name(path)) || !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      if (tryLock(channel) == FileLocks.Answer.HELD) {
        Files.deleteIfExists(path);
      }
    } catch (NoSuchFileException | AccessDeniedException e) {
      // Gone meanwhile, or somebody else's.
    }
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  /** Where the file is until it is moved. */
  public Path path() {
    return path;
  }

  /** The file's content; closed with it. */
  public FileChannel channel() {
    return channel;
  }

  /** Gives the file its own name, replacing what had it, and closes it. */
  public void moveTo(Path target) throws IOException {
    Files.move(path, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    moved = true;
    close();
  }

  /**
   * Gives the file its own name, which nothing may have: what takes it in the last moment is kept.
   * In a file system without hard links the name is taken with an empty file, which this one then
   * replaces: whoever looks meanwhile sees a file without bytes.
   *
   * @throws FileAlreadyExistsException when something has the name
   */
  public void moveToFree(Path target) throws IOException {
    try {
      link(target);
    } catch (FileAlreadyExistsException | NoSuchFileException | AccessDeniedException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      reserve(target);
      moveTo(target);
      return;
    }
    close();
  }

  /**
   * Gives the file a second name, which nothing may have. When this fails in another way than by
   * {@link FileAlreadyExistsException}, the file may have got it.
   */
  void link(Path target) throws IOException {
    Files.createLink(target, path);
  }

  /** Takes a name that nothing has, with a file of no bytes. */
  static void reserve(Path target) throws IOException {
    FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE).close();
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      if (!moved) {
        Files.deleteIfExists(path);
      }
    } finally {
      LIVING.remove(name(path));
    }
  }
}
