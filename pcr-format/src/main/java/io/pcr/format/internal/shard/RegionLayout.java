package io.pcr.format.internal.shard;

/** Offsets in an entry of the region table (spec section "Region table"). */
public final class RegionLayout {
  public static final int KIND_OFFSET = 0;
  public static final int RESERVED_OFFSET = KIND_OFFSET + Byte.BYTES;
  public static final int NUMBER_OFFSET = RESERVED_OFFSET + Byte.BYTES;
  public static final int REGION_CRC32C_OFFSET = NUMBER_OFFSET + Short.BYTES;
  public static final int REGION_OFFSET_OFFSET = REGION_CRC32C_OFFSET + Integer.BYTES;
  public static final int REGION_LENGTH_OFFSET = REGION_OFFSET_OFFSET + Long.BYTES;
  public static final int LENGTH = REGION_LENGTH_OFFSET + Long.BYTES;

  private RegionLayout() {}
}
