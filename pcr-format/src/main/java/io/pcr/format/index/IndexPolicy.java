package io.pcr.format.index;

/**
 * What a reader does when a dataset has no index that fits it. An index on a network file system is
 * not used unless {@code ReaderOptions.indexDirectory} names its folder; nothing is built there.
 */
public enum IndexPolicy {
  /** Build it and publish it in the dataset's folder; fail if the folder cannot be written. */
  REBUILD,
  /**
   * As {@link #REBUILD}, but if the folder cannot be written, or is on a network file system, build
   * an index that exists until it is closed.
   */
  REBUILD_OR_TEMPORARY,
  /**
   * Never use an index from the folder; always build one that exists until it is closed. This is
   * for datasets of unknown origin, because the checksum in the sidecar finds damage, not malice.
   */
  TEMPORARY,
  /** Fail. */
  FAIL
}
