package io.pcr.reader.internal.copies;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What the fidelities of some images cost, beside separate lossy copies of the same images.
 * Immutable.
 *
 * @param images how many were measured
 * @param prefixBytes mean length of an image's file at each fidelity, from group 1 on; like the
 *     copies' without the dataset's metadata
 * @param originalBytes mean length of the originals; empty when the dataset does not state all
 * @param curves one for each format
 */
public record CopyComparison(
    int images, List<Double> prefixBytes, OptionalDouble originalBytes, List<CopyCurve> curves) {
  public CopyComparison {
    prefixBytes = List.copyOf(prefixBytes);
    curves = List.copyOf(curves);
  }

  /** The mean length of an image's file at full fidelity. */
  public double fullBytes() {
    return prefixBytes.get(prefixBytes.size() - 1);
  }
}
