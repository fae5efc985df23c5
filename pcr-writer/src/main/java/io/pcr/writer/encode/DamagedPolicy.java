package io.pcr.writer.encode;

/**
 * What the encoder does with a damaged JPEG: one that the decoder reads with a warning, because it
 * is truncated or contains wrong bytes.
 */
public enum DamagedPolicy {
  /** It is transcoded to the picture that the decoder reads, and marked as damaged. */
  CONVERT,
  /** It is stored unchanged, the same at every fidelity, and marked as damaged. */
  STORE,
  /** It is rejected. */
  REJECT
}
