package io.pcr.format.internal.commit;

import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * Something that the library never makes has a name at which the library keeps a file or folder of
 * its own: a link, a pipe, a device, or a folder in a file's place. It was neither followed nor
 * changed. The message names it and says what to do.
 */
public final class ForeignEntryException extends FileSystemException {
  private static final long serialVersionUID = 1L;

  ForeignEntryException(Path entry, String found, String wanted) {
    super(
        entry.toString(),
        null,
        found + " has this name, which " + wanted + " needs; move it away or delete it");
  }
}
