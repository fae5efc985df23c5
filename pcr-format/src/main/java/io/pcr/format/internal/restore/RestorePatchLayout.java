package io.pcr.format.internal.restore;

/** Offsets in a restore patch (spec section "Restore patch"). */
public final class RestorePatchLayout {
  public static final int RECIPE_LENGTH_OFFSET = 0;
  public static final int LENGTH = RECIPE_LENGTH_OFFSET + Integer.BYTES;

  private RestorePatchLayout() {}
}
