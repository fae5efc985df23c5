package io.pcr.format.index;

/** What to do when a dataset has no index that fits it. */
public enum IndexPolicy {
  /** Build it and publish it in the dataset's directory; fail when that cannot be written. */
  REBUILD,
  /**
   * As {@link #REBUILD}; where the directory cannot be written, build one that lives until it is
   * closed.
   */
  REBUILD_OR_TEMPORARY,
  /**
   * Never use an index from the directory, always build one that lives until it is closed. For
   * datasets of unknown origin: the checksum in the sidecar finds damage, not malice.
   */
  TEMPORARY,
  /** Fail. */
  FAIL
}
