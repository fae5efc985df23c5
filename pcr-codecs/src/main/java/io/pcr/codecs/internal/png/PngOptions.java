package io.pcr.codecs.internal.png;

import static java.util.Objects.requireNonNull;

/**
 * How a PNG is compressed; pixels come back the same with any.
 *
 * @param level of deflate, 0 (stored) to 9; 6
 * @param filter adaptive
 */
public record PngOptions(int level, PngFilter filter) {
  /** zlib's own level, and the filter for photographs. */
  public static final PngOptions DEFAULT = new PngOptions(6, PngFilter.ADAPTIVE);

  public PngOptions {
    if (level < 0 || level > 9) {
      throw new IllegalArgumentException("PNG compression level " + level + " is not in 0..9");
    }
    requireNonNull(filter, "filter");
  }

  /** These options with another level. */
  public PngOptions withLevel(int value) {
    return new PngOptions(value, filter);
  }

  /** These options with another filter. */
  public PngOptions withFilter(PngFilter value) {
    return new PngOptions(level, value);
  }
}
