package io.pcr.writer.encode;

/** Whether a dataset keeps what it needs to restore its original files. */
public enum RestorePolicy {
  /**
   * It can restore every original byte for byte. An original that no recipe rebuilds is stored
   * completely.
   */
  EXACT,
  /**
   * It can restore the originals for which the restore data takes less than a tenth of their size.
   * For the others it keeps nothing.
   */
  BEST_EFFORT,
  /** It keeps no restore data. */
  NONE
}
