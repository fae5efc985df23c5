package io.pcr.format.internal.index;

import static java.util.Objects.requireNonNull;

import io.pcr.format.index.SampleLocation;

/**
 * What an index found for a key. Immutable.
 *
 * @param location the only sample that can have the key
 * @param exact false when the key is so long that the index holds its SHA-256 only; the caller then
 *     compares it with the key in the shard
 */
public record KeyMatch(SampleLocation location, boolean exact) {
  public KeyMatch {
    requireNonNull(location, "location");
  }
}
