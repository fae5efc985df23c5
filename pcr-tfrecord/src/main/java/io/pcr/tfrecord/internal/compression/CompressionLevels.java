package io.pcr.tfrecord.internal.compression;

/**
 * The levels of a compression. Immutable.
 *
 * @param least the lowest
 * @param most the highest
 * @param usual the default
 */
public record CompressionLevels(int least, int most, int usual) {
  /** Of what has no levels. */
  public static final CompressionLevels NONE = new CompressionLevels(0, 0, 0);

  public CompressionLevels {
    if (least > usual || usual > most) {
      throw new IllegalArgumentException(usual + " is not in " + least + " to " + most);
    }
  }

  /** Whether there is more than one. */
  public boolean isChoice() {
    return least < most;
  }

  /** Whether this is one of them. */
  public boolean contains(int level) {
    return level >= least && level <= most;
  }

  @Override
  public String toString() {
    return least + " to " + most;
  }
}
