package io.pcr.writer.encode;

/**
 * What becomes of JPEGs that the decoder reads with a warning: cut short, or with wrong bytes
 * inside.
 */
public enum DamagedPolicy {
  /** They are transcoded as the decoder sees them, and marked. */
  CONVERT,
  /** They are stored as they are, the same at every fidelity, and marked. */
  STORE,
  /** They are rejected. */
  REJECT
}
