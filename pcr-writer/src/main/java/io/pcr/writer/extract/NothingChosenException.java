package io.pcr.writer.extract;

import java.io.IOException;

/** No key of a dataset is among those that were chosen; nothing was written. */
public final class NothingChosenException extends IOException {
  private static final long serialVersionUID = 1L;

  NothingChosenException(String dataset) {
    super(dataset + ": none of its keys is among those that were chosen");
  }
}
