package io.pcr.advisor.internal.strategy;

/**
 * What counts, and how much. Immutable.
 *
 * @param preparation the time that is spent once
 * @param storage the bytes that are stored
 * @param throughput pictures in a second of an epoch
 */
public record ScoreWeights(double preparation, double storage, double throughput) {
  /** Only throughput counts: the default of the paper. */
  public static final ScoreWeights DEFAULT = new ScoreWeights(0, 0, 1);

  private static final int COUNT = 3;

  public ScoreWeights {
    if (!(isWeight(preparation) && isWeight(storage) && isWeight(throughput))
        || preparation + storage + throughput == 0) {
      throw new IllegalArgumentException(
          "weights are not negative, and not all of them are 0: "
              + preparation
              + ","
              + storage
              + ","
              + throughput);
    }
  }

  private static boolean isWeight(double value) {
    return value >= 0 && Double.isFinite(value);
  }

  /**
   * Reads {@code 0,0,1}: preparation, storage, throughput.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  public static ScoreWeights parse(String text) {
    String[] parts = text.split(",", -1);
    if (parts.length == COUNT) {
      try {
        return new ScoreWeights(
            Double.parseDouble(parts[0]),
            Double.parseDouble(parts[1]),
            Double.parseDouble(parts[2]));
      } catch (NumberFormatException e) {
        // Said below.
      }
    }
    throw new IllegalArgumentException(
        "'" + text + "' is not PREPARATION,STORAGE,THROUGHPUT, such as 0,0,1");
  }
}
