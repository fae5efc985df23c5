package io.pcr.format.internal.commit;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes folders, following no link. Where the file system can, every folder is opened once and
 * its entries are deleted by way of the open folder: a link that takes a folder's name meanwhile
 * leads nowhere. Immutable.
 */
final class FolderRemoval {
  private final boolean deep;

  private FolderRemoval(boolean deep) {
    this.deep = deep;
  }

  /** Deletes files; a folder in the folder is not ours. */
  static FolderRemoval flat() {
    return new FolderRemoval(false);
  }

  /** Deletes folders in the folder too. */
  static FolderRemoval deep() {
    return new FolderRemoval(true);
  }

  /** Deletes a folder and all that is in it; none is fine. */
  void delete(Path folder) throws IOException {
    Path absolute = folder.toAbsolutePath();
    try (DirectoryStream<Path> parent = Files.newDirectoryStream(absolute.getParent())) {
      if (parent instanceof SecureDirectoryStream<Path> open) {
        delete(open, absolute);
      } else {
        empty(absolute, "");
        Files.deleteIfExists(absolute);
      }
    } catch (NoSuchFileException e) {
      // Already gone, which is what is wanted.
    }
  }

  /** Deletes all that is in a folder but what has the name {@code kept}. */
  void empty(Path folder, String kept) throws IOException {
    Path absolute = folder.toAbsolutePath();
    try (DirectoryStream<Path> parent = Files.newDirectoryStream(absolute.getParent())) {
      if (parent instanceof SecureDirectoryStream<Path> open) {
        try (SecureDirectoryStream<Path> emptied =
            open.newDirectoryStream(absolute.getFileName(), LinkOption.NOFOLLOW_LINKS)) {
          empty(emptied, absolute, kept);
        }
      } else {
        emptyByName(absolute, kept);
      }
    } catch (NoSuchFileException e) {
      // Already gone, which is what is wanted.
    }
  }

  /**
   * @param folder the path of what is deleted, whose last name is taken in {@code parent}
   */
  private void delete(SecureDirectoryStream<Path> parent, Path folder) throws IOException {
    try (SecureDirectoryStream<Path> open =
        parent.newDirectoryStream(folder.getFileName(), LinkOption.NOFOLLOW_LINKS)) {
      empty(open, folder, "");
    }
    parent.deleteDirectory(folder.getFileName());
  }

  private void empty(SecureDirectoryStream<Path> open, Path folder, String kept)
      throws IOException {
    for (Path name : names(open, kept)) {
      EntryKind kind =
          EntryKind.of(
              open.getFileAttributeView(
                      name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                  .readAttributes());
      if (kind == EntryKind.FOLDER) {
        delete(open, requireDeep(folder.resolve(name)));
      } else {
        open.deleteFile(name);
      }
    }
  }

  private void emptyByName(Path folder, String kept) throws IOException {
    List<Path> names;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      names = names(entries, kept);
    }
    for (Path name : names) {
      Path entry = folder.resolve(name);
      if (EntryKind.of(entry) == EntryKind.FOLDER) {
        emptyByName(requireDeep(entry), "");
      }
      Files.deleteIfExists(entry);
    }
  }

  private Path requireDeep(Path folder) throws ForeignEntryException {
    if (!deep) {
      throw EntryKind.FOLDER.in(folder, EntryKind.FILE);
    }
    return folder;
  }

  /** All at once: what is deleted while a folder is listed may hide what comes next. */
  private static List<Path> names(DirectoryStream<Path> entries, String kept) {
    List<Path> names = new ArrayList<>();
    for (Path entry : entries) {
      if (!entry.getFileName().toString().equals(kept)) {
        names.add(entry.getFileName());
      }
    }
    return names;
  }
}
