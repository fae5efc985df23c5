package io.pcr.tfrecord.internal.wire;

import java.io.IOException;

/** Bytes that are no message; whoever decodes them knows where they stand, and says it. */
public final class MalformedMessageException extends IOException {
  private static final long serialVersionUID = 1;

  public MalformedMessageException(String problem) {
    super(problem);
  }
}
