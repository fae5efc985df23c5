package io.pcr.format.internal.index;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * The state of a dataset that an index is for. Immutable.
 *
 * @param generation the manifest's generation; every published change of the dataset raises it
 */
public record IndexIdentity(UUID dataset, long generation) {
  public IndexIdentity {
    requireNonNull(dataset, "dataset");
  }
}
