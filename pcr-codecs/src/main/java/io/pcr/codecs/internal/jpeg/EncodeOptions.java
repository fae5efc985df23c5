package io.pcr.codecs.internal.jpeg;

import static java.util.Objects.requireNonNull;

/**
 * How a {@link JpegEncoder} codes. Immutable; {@link #quality} with the withers makes all others.
 *
 * @param quality 1 to 100, libjpeg's scale
 * @param subsampling of the colour; 4:2:0
 * @param optimize Huffman tables made to measure; false
 * @param progressive with libjpeg's own script; false
 * @param restartInterval in MCUs, 0 for none; 0
 */
public record EncodeOptions(
    int quality,
    Subsampling subsampling,
    boolean optimize,
    boolean progressive,
    int restartInterval) {
  /** How many luma samples share a colour sample. */
  public enum Subsampling {
    /** 4:4:4, none. */
    NONE(1, 1),
    /** 4:2:2, two in a row. */
    HORIZONTAL(2, 1),
    /** 4:4:0, two in a column. */
    VERTICAL(1, 2),
    /** 4:2:0, two by two. */
    BOTH(2, 2);

    private final int horizontal;
    private final int vertical;

    Subsampling(int horizontal, int vertical) {
      this.horizontal = horizontal;
      this.vertical = vertical;
    }

    public int horizontal() {
      return horizontal;
    }

    public int vertical() {
      return vertical;
    }
  }

  private static final int MAX_QUALITY = 100;
  private static final int MAX_RESTART_INTERVAL = 65_535;

  public EncodeOptions {
    requireNonNull(subsampling, "subsampling");
    if (quality < 1 || quality > MAX_QUALITY) {
      throw new IllegalArgumentException("quality " + quality + " is not in 1.." + MAX_QUALITY);
    }
    if (restartInterval < 0 || restartInterval > MAX_RESTART_INTERVAL) {
      throw new IllegalArgumentException("restartInterval " + restartInterval);
    }
  }

  /** Baseline at a quality, 4:2:0, with libjpeg's standard tables. */
  public static EncodeOptions quality(int quality) {
    return new EncodeOptions(quality, Subsampling.BOTH, false, false, 0);
  }

  public EncodeOptions withSubsampling(Subsampling value) {
    return new EncodeOptions(quality, value, optimize, progressive, restartInterval);
  }

  public EncodeOptions withOptimize(boolean value) {
    return new EncodeOptions(quality, subsampling, value, progressive, restartInterval);
  }

  public EncodeOptions withProgressive(boolean value) {
    return new EncodeOptions(quality, subsampling, optimize, value, restartInterval);
  }

  public EncodeOptions withRestartInterval(int value) {
    return new EncodeOptions(quality, subsampling, optimize, progressive, value);
  }
}
