package io.pcr.reader.internal.output;

import java.io.IOException;

/** A key that cannot be the name of a file inside a folder. */
public final class UnsafeKeyException extends IOException {
  private static final long serialVersionUID = 1L;

  UnsafeKeyException(String key, String why) {
    super("\"" + key + "\" cannot be a file name: " + why);
  }
}
