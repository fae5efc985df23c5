package io.pcr.format.internal.shard;

/** Offsets in a shard head (spec section "Shard head"). */
public final class ShardHeadLayout {
  public static final int MAGIC_OFFSET = 0;
  public static final int MAGIC_LENGTH = 8;
  public static final int MAJOR_OFFSET = MAGIC_OFFSET + MAGIC_LENGTH;
  public static final int VARIANT_OFFSET = MAJOR_OFFSET + Byte.BYTES;
  public static final int RESERVED_OFFSET = VARIANT_OFFSET + Byte.BYTES;
  public static final int WRITER_ID_OFFSET = RESERVED_OFFSET + Short.BYTES;
  public static final int INCOMPAT_FEATURES_OFFSET = WRITER_ID_OFFSET + Integer.BYTES;
  public static final int RO_COMPAT_FEATURES_OFFSET = INCOMPAT_FEATURES_OFFSET + Integer.BYTES;
  public static final int COMPAT_FEATURES_OFFSET = RO_COMPAT_FEATURES_OFFSET + Integer.BYTES;
  public static final int REGION_COUNT_OFFSET = COMPAT_FEATURES_OFFSET + Integer.BYTES;
  public static final int TOTAL_LENGTH_OFFSET = REGION_COUNT_OFFSET + Integer.BYTES;
  public static final int SHARD_UUID_OFFSET = TOTAL_LENGTH_OFFSET + Long.BYTES;
  public static final int SHARD_UUID_LENGTH = 16;
  public static final int SAMPLE_COUNT_OFFSET = SHARD_UUID_OFFSET + SHARD_UUID_LENGTH;
  public static final int HEAD_CRC32C_OFFSET = SAMPLE_COUNT_OFFSET + Integer.BYTES;
  public static final int LENGTH = HEAD_CRC32C_OFFSET + Integer.BYTES;

  private ShardHeadLayout() {}
}
