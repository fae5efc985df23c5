package io.pcr.format.internal.keys;

/** Offsets in an entry of a key segment (spec section "Index of keys"). */
public final class KeyEntryLayout {
  public static final int KEY_HASH_OFFSET = 0;
  public static final int SHARD_NUMBER_OFFSET = KEY_HASH_OFFSET + Long.BYTES;
  public static final int ORDINAL_OFFSET = SHARD_NUMBER_OFFSET + Integer.BYTES;
  public static final int STORED_OFFSET_OFFSET = ORDINAL_OFFSET + Integer.BYTES;
  public static final int STORED_LENGTH_OFFSET = STORED_OFFSET_OFFSET + Long.BYTES;
  public static final int RECORD_OFFSET_OFFSET = STORED_LENGTH_OFFSET + Integer.BYTES;
  public static final int LENGTH = RECORD_OFFSET_OFFSET + Integer.BYTES;

  private KeyEntryLayout() {}
}
