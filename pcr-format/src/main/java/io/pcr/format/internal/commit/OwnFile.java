package io.pcr.format.internal.commit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Files under names of the library's own in folders that anybody may have filled: a dataset's, a
 * cache's. No name is followed out of the folder (R-COMMIT-4): a link, a pipe, a device or a folder
 * at such a name is a {@link ForeignEntryException}, and a file that has other names too, which a
 * hard link is, is replaced and not written through.
 *
 * <p>Files are opened for reading and writing: a pipe that takes the name in the last moment then
 * opens at once, where one opened for writing alone would wait for a reader.
 */
public final class OwnFile {
  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);

  private static final Set<OpenOption> UPDATE =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  private static final Set<OpenOption> UPDATE_OR_MAKE =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          LinkOption.NOFOLLOW_LINKS);

  private OwnFile() {}

  /**
   * Proves that a file may take this name: nothing has it, or a plain file that it will replace.
   */
  public static void requireReplaceable(Path file) throws IOException {
    boolean unused = exists(file);
  }

  /**
   * As {@link #requireReplaceable}, and proves that this process may replace the file in a folder
   * that several users write to.
   */
  public static void requireReplaceableByUs(Path file) throws IOException {
    requireReplaceable(file);
    SharedRights.requireReplaceable(file);
  }

  /** Whether a plain file has this name; what else has it is an exception. */
  public static boolean exists(Path file) throws IOException {
    EntryKind kind = EntryKind.of(file);
    if (kind != EntryKind.FILE && kind != EntryKind.NOTHING) {
      throw kind.in(file, EntryKind.FILE);
    }
    return kind == EntryKind.FILE;
  }

  /** Makes a new, empty file; a file that has the name loses it, and keeps its bytes elsewhere. */
  public static FileChannel create(Path file) throws IOException {
    delete(file);
    return FileChannel.open(file, NEW);
  }

  /** Opens a file to go on writing it, or makes it. */
  public static FileChannel open(Path file) throws IOException {
    if (!exists(file)) {
      return create(file);
    }
    if (hasOtherNames(file)) {
      replaceByCopy(file);
    }
    return openExisting(file);
  }

  /**
   * Opens a file to lock it, or makes it. It stays the file that it is, as one that replaced it
   * would let two hold "the" lock: who writes to it looks at {@link #hasOtherNames} first.
   */
  public static FileChannel openLock(Path file) throws IOException {
    requireReplaceable(file);
    try {
      return proved(file, openOrMake(file));
    } catch (AccessDeniedException e) {
      throw Files.exists(file) ? SharedRights.explained(file, e) : e;
    }
  }

  /** Another process may make it at the same moment, so it is not made anew as others are. */
  private static FileChannel openOrMake(Path file) throws IOException {
    try {
      FileChannel made = FileChannel.open(file, NEW);
      SharedRights.giveTo(file);
      return made;
    } catch (FileAlreadyExistsException e) {
      return openOther(file);
    }
  }

  /**
   * Of another user's file in a sticky folder, Linux denies what would make it if it were not there
   * (fs.protected_regular), whatever its rights.
   */
  private static FileChannel openOther(Path file) throws IOException {
    try {
      return FileChannel.open(file, UPDATE);
    } catch (NoSuchFileException e) {
      return FileChannel.open(file, UPDATE_OR_MAKE);
    }
  }

  /**
   * Deletes a lock file that another user owns, if nobody holds the lock. In the rare case that two
   * processes do this at once, both may then hold "the" lock: this is for locks of work that two
   * can do without harm.
   *
   * @return whether it was deleted
   */
  public static boolean deleteForeignLock(Path file) throws IOException {
    if (!exists(file)) {
      return false;
    }
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        FileLock held = channel.tryLock(0, Long.MAX_VALUE, true)) {
      if (held != null) {
        Files.delete(file);
      }
      return held != null;
    } catch (AccessDeniedException | OverlappingFileLockException e) {
      return false;
    }
  }

  /** Opens a file that is there. */
  static FileChannel openExisting(Path file) throws IOException {
    requireReplaceable(file);
    return proved(file, FileChannel.open(file, UPDATE));
  }

  /** Removes a file; none is fine. */
  public static void delete(Path file) throws IOException {
    if (exists(file)) {
      Files.deleteIfExists(file);
    }
  }

  /** What took the name between the look and the opening is found by looking again. */
  private static FileChannel proved(Path file, FileChannel channel) throws IOException {
    try {
      requireReplaceable(file);
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Whether a file has more names than one, where the file system tells. */
  public static boolean hasOtherNames(Path file) throws IOException {
    return file.getFileSystem().supportedFileAttributeViews().contains("unix")
        && (Integer) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS) > 1;
  }

  private static void replaceByCopy(Path file) throws IOException {
    try (FileChannel from = openExisting(file);
        AtomicFile to = AtomicFile.create(file)) {
      long length = from.size();
      for (long done = 0; done < length; ) {
        long moved = from.transferTo(done, length - done, to.channel());
        if (moved <= 0) {
          throw new IOException(file + " became shorter while it was copied");
        }
        done += moved;
      }
      to.commit();
    }
  }
}
