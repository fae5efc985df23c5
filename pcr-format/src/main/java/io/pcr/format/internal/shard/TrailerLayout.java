package io.pcr.format.internal.shard;

/** Offsets in the trailer (spec section "Copy and trailer"). */
public final class TrailerLayout {
  public static final int TOTAL_LENGTH_OFFSET = 0;
  public static final int COPY_LENGTH_OFFSET = TOTAL_LENGTH_OFFSET + Long.BYTES;
  public static final int TRAILER_CRC32C_OFFSET = COPY_LENGTH_OFFSET + Integer.BYTES;
  public static final int TRAILER_MAGIC_OFFSET = TRAILER_CRC32C_OFFSET + Integer.BYTES;
  public static final int TRAILER_MAGIC_LENGTH = 8;
  public static final int LENGTH = TRAILER_MAGIC_OFFSET + TRAILER_MAGIC_LENGTH;

  private TrailerLayout() {}
}
