package io.pcr.codecs.jpeg;

/**
 * What a decoder takes for the low bits of coefficients that a prefix of a JPEG does not hold.
 * Where all bits are there, as at full fidelity, both give the same pixels.
 */
public enum Reconstruction {
  /** Zero, as all decoders do. */
  PLAIN,
  /**
   * The middle of what the missing bits can say, weighted by how frequent it is: closer to the
   * whole image, in a way that other decoders do not show.
   */
  MIDPOINT
}
