package io.pcr.format.internal.restore;

/** Offsets in a restore recipe (spec section "Restore recipe"). */
public final class RestoreRecipeLayout {
  public static final int LITERAL_COUNT_OFFSET = 0;
  public static final int LITERAL_LENGTHS_OFFSET = LITERAL_COUNT_OFFSET + Integer.BYTES;
  public static final int LITERAL_LENGTH_LENGTH = Integer.BYTES;
  public static final int LENGTH = LITERAL_LENGTHS_OFFSET;

  private RestoreRecipeLayout() {}
}
