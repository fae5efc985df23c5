package io.pcr.format.internal.restore;

/** Offsets in a restore region (spec section "Restore region"). */
public final class RestoreRegionLayout {
  public static final int DIRECTORY_LENGTH_OFFSET = 0;
  public static final int DIRECTORY_OFFSET = DIRECTORY_LENGTH_OFFSET + Integer.BYTES;
  public static final int LENGTH = DIRECTORY_OFFSET;

  private RestoreRegionLayout() {}
}
