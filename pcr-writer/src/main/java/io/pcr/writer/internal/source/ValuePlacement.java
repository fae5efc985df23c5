package io.pcr.writer.internal.source;

import io.pcr.format.column.Placement;

/** Where the values of a column go when nobody says it. Stateless. */
public final class ValuePlacement {
  /** Each read of a shard has its metadata, so that long values would be in the way of others. */
  private static final int MAX_INLINE_VALUE = 4 << 10;

  private ValuePlacement() {}

  /**
   * Where a column goes.
   *
   * @param longest bytes of its longest value
   */
  public static Placement of(long longest) {
    return longest <= MAX_INLINE_VALUE ? Placement.INLINE : Placement.LATE;
  }
}
