package io.pcr.format.internal.keys;

import io.pcr.format.internal.shard.Magic;

/** Offsets in the head of a key segment (spec section "Index of keys"). */
public final class KeySegmentLayout {
  public static final int MAGIC_OFFSET = 0;
  public static final int MAGIC_LENGTH = Magic.LENGTH;
  public static final int MAJOR_OFFSET = MAGIC_OFFSET + MAGIC_LENGTH;
  public static final int RESERVED_OFFSET = MAJOR_OFFSET + Byte.BYTES;
  public static final int ENTRY_LENGTH_OFFSET = RESERVED_OFFSET + Byte.BYTES;
  public static final int PAGE_COUNT_OFFSET = ENTRY_LENGTH_OFFSET + Short.BYTES;
  public static final int ENTRY_COUNT_OFFSET = PAGE_COUNT_OFFSET + Integer.BYTES;
  public static final int DATASET_UUID_OFFSET = ENTRY_COUNT_OFFSET + Long.BYTES;
  public static final int DATASET_UUID_LENGTH = 16;
  public static final int GENERATION_OFFSET = DATASET_UUID_OFFSET + DATASET_UUID_LENGTH;
  public static final int NUMBER_OFFSET = GENERATION_OFFSET + Long.BYTES;
  public static final int RESERVED2_OFFSET = NUMBER_OFFSET + Integer.BYTES;
  public static final int SEGMENT_CRC32C_OFFSET = RESERVED2_OFFSET + Long.BYTES;
  public static final int LENGTH = SEGMENT_CRC32C_OFFSET + Integer.BYTES;

  private KeySegmentLayout() {}
}
