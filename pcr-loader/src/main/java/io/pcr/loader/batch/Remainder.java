package io.pcr.loader.batch;

import java.util.Locale;

/**
 * What happens to the samples at the end of an epoch that do not fill a global batch
 * (spec/loader.md 5).
 */
public enum Remainder {
  /** They are dropped in this epoch. The default. */
  DROP,
  /** Samples of the last batch are repeated to fill it, and are marked. */
  PAD,
  /** The last batch is smaller than the others, and the ranks' parts of it can differ by one. */
  SHORT;

  /** The name in a state and on a command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The remainder with a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Remainder of(String text) {
    for (Remainder remainder : values()) {
      if (remainder.text().equals(text)) {
        return remainder;
      }
    }
    throw new IllegalArgumentException("remainder \"" + text + "\" is not one of drop, pad, short");
  }

  /** The number of batches of an epoch. */
  public long batches(long samples, int batch) {
    return samples / batch + (this != DROP && samples % batch != 0 ? 1 : 0);
  }
}
