package io.pcr.loader.state;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * Which samples a part of a run has: a dataset, its generation, and which of its samples.
 *
 * @param dataset the identifier in its manifest
 * @param generation of the manifest, from 1
 * @param view the hash of the selection in 32 hexadecimal digits, or {@link #ALL}
 * @param weight in a mix, from 1; 1 in a run of one part
 */
public record PartId(UUID dataset, long generation, String view, int weight) {
  /** The view with all samples. */
  public static final String ALL = "all";

  public PartId {
    requireNonNull(dataset, "dataset");
    requireNonNull(view, "view");
    if (generation < 1) {
      throw new IllegalArgumentException("generation " + generation);
    }
    if (!view.equals(ALL) && !view.matches("[0-9a-f]{32}")) {
      throw new IllegalArgumentException("view \"" + view + "\"");
    }
    if (weight < 1) {
      throw new IllegalArgumentException("weight " + weight);
    }
  }
}
