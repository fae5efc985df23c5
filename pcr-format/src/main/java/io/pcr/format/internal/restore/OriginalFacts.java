package io.pcr.format.internal.restore;

import static java.util.Objects.requireNonNull;

import io.pcr.format.internal.checksum.Sha256;
import java.util.Optional;

/**
 * By what an original is known. Immutable.
 *
 * @param length in bytes
 * @param sha256 where the writer kept it
 */
public record OriginalFacts(long length, Optional<Sha256> sha256) {
  public OriginalFacts {
    requireNonNull(sha256, "sha256");
  }
}
