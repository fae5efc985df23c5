package io.pcr.format.quality;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a decoder takes for the low bits of coefficients that a prefix of a JPEG does not hold, with
 * its id on disk. Where all bits are there, as at full fidelity, both give the same pixels.
 */
public enum Reconstruction {
  /** Zero, as all decoders do. */
  PLAIN(0),
  /**
   * The middle of what the missing bits can say, weighted by how frequent it is: closer to the
   * whole image, in a way that other decoders do not show.
   */
  MIDPOINT(1);

  private final int id;

  Reconstruction(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }

  public static Optional<Reconstruction> ofId(int id) {
    return Arrays.stream(values()).filter(value -> value.id == id).findFirst();
  }
}
