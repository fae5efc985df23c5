package io.pcr.writer.internal.source;

import io.pcr.writer.reject.Reject;
import java.io.IOException;

/** One input cannot be had; the reason is for {@code rejects.jsonl}. */
public final class InputRejectedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Reject reject;

  public InputRejectedException(Reject reject) {
    super(reject.path() + ": " + reject.detail());
    this.reject = reject;
  }

  /** Which input, and why. */
  public Reject reject() {
    return reject;
  }
}
