package io.pcr.format.internal.shard;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;

/**
 * The feature masks of a shard or manifest (spec section "Feature bits"). Version 2 uses none, so
 * each set bit is one that this library does not know. Immutable.
 *
 * @param incompat features without which the file cannot be read
 * @param roCompat features without which the file can be read, but not be added to
 * @param compat features that nobody needs to know
 */
public record Features(int incompat, int roCompat, int compat) {
  public static final Features NONE = new Features(0, 0, 0);

  private static final int SUPPORTED_INCOMPAT = 0;
  private static final int SUPPORTED_RO_COMPAT = 0;

  /** Proves that the file can be read. */
  public void requireReadable(FieldLocation incompatField) throws PcrException.Unsupported {
    requireKnown(incompat, SUPPORTED_INCOMPAT, "incompatible feature bit ", incompatField);
  }

  /** Proves that the file can be added to. */
  public void requireWritable(FieldLocation roCompatField) throws PcrException.Unsupported {
    requireKnown(roCompat, SUPPORTED_RO_COMPAT, "read-only-compatible feature bit ", roCompatField);
  }

  private static void requireKnown(int found, int supported, String what, FieldLocation field)
      throws PcrException.Unsupported {
    int unknown = found & ~supported;
    if (unknown != 0) {
      throw new PcrException.Unsupported(
          ErrorCode.UNSUPPORTED,
          field,
          what + Integer.numberOfTrailingZeros(unknown),
          String.format("0x%08x", found),
          String.format("0x%08x", supported));
    }
  }
}
