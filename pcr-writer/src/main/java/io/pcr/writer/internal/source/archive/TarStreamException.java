package io.pcr.writer.internal.source.archive;

import java.io.IOException;

/** A stream is no whole tar, or not the one that a run began with. Nothing of it is converted. */
public final class TarStreamException extends IOException {
  private static final long serialVersionUID = 1L;

  TarStreamException(String message) {
    super(message);
  }

  TarStreamException(String message, IOException cause) {
    super(message, cause);
  }
}
