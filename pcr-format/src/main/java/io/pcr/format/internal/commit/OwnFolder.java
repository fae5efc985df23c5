package io.pcr.format.internal.commit;

import io.pcr.format.commit.DurableSteps;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Folders under names of the library's own, and the way to a folder that a user named. No name is
 * followed out of a folder of the library's (R-COMMIT-4): a link, or a file, at its name is a
 * {@link ForeignEntryException}.
 */
public final class OwnFolder {
  private OwnFolder() {}

  /** Proves that nothing has this name, or a folder. */
  public static void requireFolderOrNothing(Path folder) throws IOException {
    EntryKind kind = EntryKind.of(folder);
    if (kind != EntryKind.FOLDER && kind != EntryKind.NOTHING) {
      throw kind.in(folder, EntryKind.FOLDER);
    }
  }

  /**
   * Makes a folder of the library's, or takes the one that is there. Those who may write in the
   * folder around it may write in it.
   */
  public static void make(Path folder) throws IOException {
    requireFolderOrNothing(folder);
    try {
      Files.createDirectory(folder);
      SharedRights.giveTo(folder);
    } catch (FileAlreadyExistsException e) {
      requireFolderOrNothing(folder);
    }
  }

  /**
   * Makes a folder that a user named, and what is missing on the way to it, and makes their names
   * durable. A link to a folder is as good as the folder.
   *
   * @throws FileAlreadyExistsException when a file, or a link that leads to none, stands in the way
   */
  public static void makeAll(Path folder, DurableSteps steps) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    Path next = folder.toAbsolutePath();
    while (next != null && !Files.isDirectory(next)) {
      missing.push(next);
      next = next.getParent();
    }
    for (Path made : missing) {
      try {
        Files.createDirectory(made);
      } catch (FileAlreadyExistsException e) {
        if (!Files.isDirectory(made)) {
          throw e;
        }
      }
      AtomicFile.forceDirectory(made.getParent(), steps);
    }
  }

  /**
   * Proves that a folder holds plain files only, and files of one name: what is opened in it from
   * now on is inside it. A file that has other names too is replaced by a copy.
   *
   * @param lock a file that somebody may hold a lock on, which stays as it is
   */
  public static void requirePlainFiles(Path folder, String lock) throws IOException {
    requireFolderOrNothing(folder);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (!entry.getFileName().toString().equals(lock)) {
          OwnFile.open(entry).close();
        }
      }
    }
  }

  /** Deletes the files in a folder of the library's that is there, but for one. */
  public static void empty(Path folder, String kept) throws IOException {
    requireFolderOrNothing(folder);
    FolderRemoval.flat().empty(folder, kept);
  }

  /** As {@link #empty}, with the folders in it. */
  public static void emptyTree(Path folder, String kept) throws IOException {
    requireFolderOrNothing(folder);
    FolderRemoval.deep().empty(folder, kept);
  }

  /**
   * Deletes a folder of the library's with the files in it; none is fine. Links in it are deleted,
   * what they lead to is not.
   *
   * @throws ForeignEntryException also when a folder is in it, as the library makes none there
   */
  public static void delete(Path folder) throws IOException {
    requireFolderOrNothing(folder);
    FolderRemoval.flat().delete(folder);
  }

  /** As {@link #delete}, with the folders in it. */
  public static void deleteTree(Path folder) throws IOException {
    requireFolderOrNothing(folder);
    FolderRemoval.deep().delete(folder);
  }
}
