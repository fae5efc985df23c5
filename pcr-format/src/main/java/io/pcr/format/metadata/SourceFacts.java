package io.pcr.format.metadata;

import static java.util.Objects.requireNonNull;

import io.pcr.format.checksum.Sha256;
import io.pcr.format.error.InvalidFieldException;
import java.util.Optional;

/**
 * What the original file was. Immutable.
 *
 * @param length of the original file in bytes
 */
public record SourceFacts(SourceFlags flags, long length, Optional<Sha256> sha256) {
  public SourceFacts {
    requireNonNull(flags, "flags");
    requireNonNull(sha256, "sha256");
    InvalidFieldException.requireRange("ShardMetadata.source_lengths", length, 0, Long.MAX_VALUE);
  }
}
