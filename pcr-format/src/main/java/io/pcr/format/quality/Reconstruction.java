package io.pcr.format.quality;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a decoder puts in place of the low bits of coefficients that a prefix of a JPEG does not
 * have, with its id on disk. At full fidelity no bits are missing, and both give the same pixels.
 */
public enum Reconstruction {
  /** Zero, as all decoders do. */
  PLAIN(0),
  /**
   * The middle of the values that the missing bits can have, weighted by their frequency. This is
   * closer to the complete image; other decoders do not do this.
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
