package io.pcr.format.internal.index.lmdb;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/**
 * A directory does not let an index be written into it. Nothing is lost: readers build the index
 * for themselves.
 */
public final class IndexNotWritableException extends IOException {
  private static final long serialVersionUID = 1L;

  IndexNotWritableException(Path directory, IOException cause) {
    super("the index cannot be written in " + directory + ": " + reason(cause), cause);
  }

  private static String reason(IOException cause) {
    if (cause instanceof AccessDeniedException) {
      return "permission denied";
    }
    boolean says = cause instanceof FileSystemException || cause.getClass() == IOException.class;
    return says ? cause.getMessage() : cause.toString();
  }
}
