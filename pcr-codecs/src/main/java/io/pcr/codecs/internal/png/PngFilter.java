package io.pcr.codecs.internal.png;

/** How a row is predicted before it is compressed. */
public enum PngFilter {
  /** Not at all; best for few colours and drawn shapes. */
  NONE(8),
  /** From the pixel to the left. */
  SUB(16),
  /** From the pixel above. */
  UP(32),
  /** From the mean of both. */
  AVERAGE(64),
  /** From the nearest of left, above and above left. */
  PAETH(128),
  /** Whichever gives each row the smallest residuals; best for photographs. */
  ADAPTIVE(8 | 16 | 32 | 64 | 128);

  /** libspng's {@code spng_filter_choice}. */
  final int choice;

  PngFilter(int choice) {
    this.choice = choice;
  }
}
