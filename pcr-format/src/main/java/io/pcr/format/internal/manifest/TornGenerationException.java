package io.pcr.format.internal.manifest;

import io.pcr.format.error.PcrException;
import java.io.IOException;

/**
 * The generation with the highest number is torn: its writer took the name, and died or is still at
 * work (spec section "Where only exclusive creation exists").
 */
final class TornGenerationException extends IOException {
  private static final long serialVersionUID = 1L;

  TornGenerationException(PcrException.Truncated cause) {
    super(cause.getMessage(), cause);
  }
}
