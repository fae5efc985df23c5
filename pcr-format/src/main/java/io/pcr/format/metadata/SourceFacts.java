package io.pcr.format.metadata;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.InvalidFieldException;

/**
 * What the original file was. Immutable.
 *
 * @param length of the original file in bytes
 */
public record SourceFacts(SourceFlags flags, long length) {
  public SourceFacts {
    requireNonNull(flags, "flags");
    InvalidFieldException.requireRange("ShardMetadata.source_lengths", length, 0, Long.MAX_VALUE);
  }
}
