package io.pcr.format.internal.natives;

import java.io.IOException;

/** A native library cannot be loaded. It says nothing of the data: the machine lacks something. */
public final class NativeLibraryException extends IOException {
  private static final long serialVersionUID = 1L;

  NativeLibraryException(String message, Throwable cause) {
    super(message, cause);
  }
}
