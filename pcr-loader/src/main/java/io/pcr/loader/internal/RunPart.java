package io.pcr.loader.internal;

import static java.util.Objects.requireNonNull;

import io.pcr.format.quality.Reconstruction;

/**
 * What a run needs to know of a part to make its images. Immutable.
 *
 * @param seed of the part's crops
 * @param reconstruction what replaces bits that are missing in its images
 */
public record RunPart(long seed, Reconstruction reconstruction) {
  public RunPart {
    requireNonNull(reconstruction, "reconstruction");
  }
}
