package io.pcr.format.internal.commit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** What a name stands for in a folder; a link is a link, wherever it leads. */
enum EntryKind {
  NOTHING("nothing"),
  FILE("a file"),
  FOLDER("a folder"),
  LINK("a symbolic link"),
  OTHER("a pipe, socket or device");

  private final String words;

  EntryKind(String words) {
    this.words = words;
  }

  static EntryKind of(Path entry) throws IOException {
    try {
      return of(Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    } catch (NoSuchFileException e) {
      return NOTHING;
    }
  }

  static EntryKind of(BasicFileAttributes attributes) {
    if (attributes.isSymbolicLink()) {
      return LINK;
    }
    if (attributes.isDirectory()) {
      return FOLDER;
    }
    return attributes.isRegularFile() ? FILE : OTHER;
  }

  /** The exception for an entry of this kind in the place of another. */
  ForeignEntryException in(Path entry, EntryKind wanted) {
    return new ForeignEntryException(entry, words, wanted.words);
  }
}
