package io.pcr.writer.convert;

import io.pcr.writer.reject.Reject;
import java.io.IOException;

/**
 * Says that an input was rejected and that the options do not allow that. The finished shards are
 * kept; run the conversion again to continue.
 */
public final class ConversionStoppedException extends IOException {
  private static final long serialVersionUID = 1L;

  public ConversionStoppedException(Reject reject) {
    super(reject.path() + ": " + reject.detail() + " (" + reject.reason() + ")");
  }
}
