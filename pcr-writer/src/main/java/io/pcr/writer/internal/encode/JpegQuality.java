package io.pcr.writer.internal.encode;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * The quality, on libjpeg's scale, at which a JPEG was encoded, estimated from its first
 * quantisation table: that quality whose scaled standard table (T.81 Annex K.1) has the nearest
 * sum. For files of libjpeg and its descendants the estimate is what was asked for; for tables of
 * other makes it is the quality of about the same coarseness.
 */
public final class JpegQuality {
  private static final int[] STANDARD_LUMINANCE = {
    16, 11, 10, 16, 24, 40, 51, 61, //
    12, 12, 14, 19, 26, 58, 60, 55, //
    14, 13, 16, 24, 40, 57, 69, 56, //
    14, 17, 22, 29, 51, 87, 80, 62, //
    18, 22, 37, 56, 68, 109, 103, 77, //
    24, 35, 55, 64, 81, 104, 113, 92, //
    49, 64, 78, 87, 103, 121, 120, 101, //
    72, 92, 95, 98, 112, 100, 103, 99
  };

  private static final int BEST = 100;
  private static final int BASELINE_MAX = 255;

  /** Sums of the standard table at quality 1, 2, …; they fall. */
  private static final int[] SUMS = new int[BEST + 1];

  static {
    for (int quality = 1; quality <= BEST; quality++) {
      int scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
      SUMS[quality] =
          Arrays.stream(STANDARD_LUMINANCE)
              .map(value -> Math.min(BASELINE_MAX, Math.max(1, (value * scale + 50) / 100)))
              .sum();
    }
  }

  private JpegQuality() {}

  /** The estimate for a file, or empty when it has no table before its first scan. */
  public static OptionalInt estimate(ByteBuffer jpeg) {
    OptionalInt sum = firstTableSum(jpeg);
    if (sum.isEmpty()) {
      return sum;
    }
    int nearest = 1;
    for (int quality = 2; quality <= BEST; quality++) {
      int now = Math.abs(SUMS[quality] - sum.getAsInt());
      if (now < Math.abs(SUMS[nearest] - sum.getAsInt())) {
        nearest = quality;
      }
    }
    return OptionalInt.of(nearest);
  }

  private static OptionalInt firstTableSum(ByteBuffer jpeg) {
    JpegHeaderSegments segments = new JpegHeaderSegments(jpeg);
    while (segments.next()) {
      if (segments.marker() == JpegHeaderSegments.DQT && segments.payload().hasRemaining()) {
        ByteBuffer table = segments.payload();
        boolean wide = (table.get() & 0xf0) != 0;
        int sum = 0;
        for (int i = 0; i < STANDARD_LUMINANCE.length; i++) {
          if (table.remaining() < (wide ? Short.BYTES : Byte.BYTES)) {
            return OptionalInt.empty();
          }
          sum += wide ? table.getShort() & 0xffff : table.get() & 0xff;
        }
        return OptionalInt.of(sum);
      }
    }
    return OptionalInt.empty();
  }
}
