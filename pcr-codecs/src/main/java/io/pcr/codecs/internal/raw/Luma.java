package io.pcr.codecs.internal.raw;

/** The luma of JPEG (ITU-R BT.601), in 16-bit fixed point, rounded. */
public final class Luma {
  private static final int RED = 19_595;
  private static final int GREEN = 38_470;
  private static final int BLUE = 7_471;
  private static final int HALF = 1 << 15;

  private Luma() {}

  /** The luma of one pixel. */
  public static byte of(byte red, byte green, byte blue) {
    return (byte)
        ((RED * (red & 0xFF) + GREEN * (green & 0xFF) + BLUE * (blue & 0xFF) + HALF) >> 16);
  }
}
