package io.pcr.format.error;

/**
 * The stable names of what can be wrong with a file (spec section "Error codes"). Names are part of
 * the format's conformance vectors and are never renamed or reused.
 */
public enum ErrorCode {
  /** The magic says that this is another kind of file. */
  NOT_PCR,
  /** The bytes end before the structure does. */
  TRUNCATED,
  /** A stored CRC-32C or SHA-256 differs from the one computed over the bytes. */
  CHECKSUM_MISMATCH,
  /** Checksums hold, and a rule of the format is broken. */
  MALFORMED,
  /** A file is not the one that the manifest lists. */
  NOT_AS_LISTED,
  /** What a restore record rebuilds is not the original. */
  RESTORE_MISMATCH,
  /** An image is damaged: its markers, its scans or its coded data. */
  IMAGE_CORRUPT,
  /** Another major version, or a feature, a kind or a variant that the reader does not know. */
  UNSUPPORTED,
  /** An image codec does not handle this kind of image. */
  IMAGE_UNSUPPORTED,
  /** More than the reader's limits allow; raising a limit may help. */
  LIMIT_EXCEEDED;

  /**
   * Whether the code means that a file is damaged, or is of another kind. Otherwise it means that
   * the reader is too old for the file, or that a limit is too low. Each family of {@link
   * PcrException} has codes of one of these two kinds only.
   */
  public boolean isDamage() {
    return switch (this) {
      case NOT_PCR,
          TRUNCATED,
          CHECKSUM_MISMATCH,
          MALFORMED,
          NOT_AS_LISTED,
          RESTORE_MISMATCH,
          IMAGE_CORRUPT ->
          true;
      case UNSUPPORTED, IMAGE_UNSUPPORTED, LIMIT_EXCEEDED -> false;
    };
  }
}
