package io.pcr.writer.encode;

/** What becomes of images that cannot be progressive JPEG as they are. */
public enum NonJpegPolicy {
  /** They are stored as the files that they are, the same at every fidelity. */
  STORE,
  /** Those whose pixels can be read are encoded as JPEG; the others are stored. */
  ENCODE,
  /** They are rejected. */
  REJECT
}
