package io.pcr.format.internal.keys;

/** Offsets in a page of a key segment (spec section "Index of keys"). */
public final class KeyPageLayout {
  public static final int PAGE_CRC32C_OFFSET = 0;
  public static final int SEGMENT_CRC32C_OFFSET = PAGE_CRC32C_OFFSET + Integer.BYTES;
  public static final int PAGE_NUMBER_OFFSET = SEGMENT_CRC32C_OFFSET + Integer.BYTES;
  public static final int PAGE_ENTRIES_OFFSET = PAGE_NUMBER_OFFSET + Integer.BYTES;
  public static final int LENGTH = PAGE_ENTRIES_OFFSET + Integer.BYTES;

  private KeyPageLayout() {}
}
