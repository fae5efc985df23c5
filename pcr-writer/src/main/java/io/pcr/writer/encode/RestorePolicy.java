package io.pcr.writer.encode;

/** Whether a dataset can give its original files back. */
public enum RestorePolicy {
  /** Each original, byte for byte; what no recipe rebuilds is kept whole. */
  EXACT,
  /** Those originals that cost less than a tenth of their size; for the others nothing is kept. */
  BEST_EFFORT,
  /** None. */
  NONE
}
