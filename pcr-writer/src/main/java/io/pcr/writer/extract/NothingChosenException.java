package io.pcr.writer.extract;

import java.io.IOException;

/** Says that the selection matches no key of the dataset. Nothing was written. */
public final class NothingChosenException extends IOException {
  private static final long serialVersionUID = 1L;

  NothingChosenException(String dataset) {
    super(dataset + ": none of its keys was chosen");
  }
}
