package io.pcr.reader.work;

/**
 * Receives the progress of long work. Several threads may call it at once, and often, so an
 * implementation must be thread-safe and quick.
 */
@FunctionalInterface
public interface ProgressListener {
  /** Ignores the progress. */
  ProgressListener NONE = (items, bytesRead, bytesWritten) -> {};

  /** Adds what was done since the last call. */
  void add(long items, long bytesRead, long bytesWritten);
}
