package io.pcr.tfrecord.internal.wire;

/** How the value of a field is coded: the lowest three bits of its tag. */
public final class WireType {
  public static final int VARINT = 0;
  public static final int FIXED64 = 1;
  public static final int LENGTH_DELIMITED = 2;
  public static final int START_GROUP = 3;
  public static final int END_GROUP = 4;
  public static final int FIXED32 = 5;

  private static final int BITS = 3;
  private static final int MASK = (1 << BITS) - 1;

  private WireType() {}

  /** The tag of a field. */
  public static int tag(int field, int type) {
    return field << BITS | type;
  }

  /** The type in a tag. */
  public static int of(int tag) {
    return tag & MASK;
  }

  /** The field's number in a tag. */
  public static int field(int tag) {
    return tag >>> BITS;
  }
}
