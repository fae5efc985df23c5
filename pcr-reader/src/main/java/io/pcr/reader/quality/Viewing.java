package io.pcr.reader.quality;

import static java.util.Objects.requireNonNull;

import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;

/**
 * How images are looked at when they are compared. Immutable.
 *
 * @param reconstruction what the decoder takes for bits that a fidelity leaves out
 * @param at the size
 */
public record Viewing(Reconstruction reconstruction, ViewSize at) {
  /** As any decoder shows them, at full size. */
  public static final Viewing DEFAULT = new Viewing(Reconstruction.PLAIN, ViewSize.FULL);

  public Viewing {
    requireNonNull(reconstruction, "reconstruction");
    requireNonNull(at, "at");
  }
}
