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
  /** A field holds a value outside its range. */
  VALUE_OUT_OF_RANGE,
  /** A reserved field or bit is not zero. */
  RESERVED_NOT_ZERO,
  /** A field or structure that must be there is absent, or one that must be absent is there. */
  PRESENCE_MISMATCH,
  /** Two lengths, offsets or counts that say the same thing differ. */
  LENGTH_MISMATCH,
  /** Something that must be unique is there twice. */
  DUPLICATE,
  /** A string is not valid UTF-8. */
  BAD_UTF8,
  /**
   * A compressed stream (zstd, gzip, zlib) is malformed, has another content than it must have, or
   * is followed by other bytes.
   */
  BAD_FRAME,
  /** A FlatBuffer points outside itself, is misaligned, too deep or has the wrong identifier. */
  BAD_TABLE,
  /** A protobuf message is malformed, or a field of it is not of the kind that it must be. */
  BAD_MESSAGE,
  /** What groups were chosen to show is stated wrongly, or otherwise than by the dataset. */
  BAD_TARGETS,
  /** A JPEG's markers are malformed, or its scans do not end where its slices do. */
  BAD_JPEG,
  /** What a restore recipe rebuilds is not the original. */
  RESTORE_MISMATCH,
  /** An image codec found the image damaged. */
  IMAGE_CORRUPT,
  /** Another major version, or a feature or variant that the reader does not know. */
  UNSUPPORTED,
  /** The major version is newer than the reader. */
  UNSUPPORTED_VERSION,
  /**
   * An incompatible feature bit is set that the reader does not know, or something was asked for
   * that this file does not have.
   */
  UNSUPPORTED_FEATURE,
  /** A kind, encoding or variant that the reader does not know. */
  UNSUPPORTED_KIND,
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
          VALUE_OUT_OF_RANGE,
          RESERVED_NOT_ZERO,
          PRESENCE_MISMATCH,
          LENGTH_MISMATCH,
          DUPLICATE,
          BAD_UTF8,
          BAD_FRAME,
          BAD_TABLE,
          BAD_MESSAGE,
          BAD_TARGETS,
          BAD_JPEG,
          RESTORE_MISMATCH,
          IMAGE_CORRUPT ->
          true;
      case UNSUPPORTED,
          UNSUPPORTED_VERSION,
          UNSUPPORTED_FEATURE,
          UNSUPPORTED_KIND,
          IMAGE_UNSUPPORTED,
          LIMIT_EXCEEDED ->
          false;
    };
  }
}
