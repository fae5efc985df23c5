package io.pcr.format.internal.text;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What went wrong with a file, in words: some exceptions of the JDK say no more than its name. */
public final class FailureText {
  private FailureText() {}

  /** The file and what is wrong with it, as far as the exception knows. */
  public static String of(IOException e) {
    if (e instanceof NoSuchFileException missing) {
      return missing.getFile() + ": no such file or folder";
    }
    if (e instanceof AccessDeniedException denied) {
      return denied.getFile() + ": permission denied";
    }
    if (e instanceof NotDirectoryException file) {
      return file.getFile() + " is not a folder";
    }
    if (e instanceof FileSystemException bare && bare.getReason() == null) {
      return bare.getFile() + ": " + bare.getClass().getSimpleName();
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
