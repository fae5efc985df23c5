package io.pcr.reader.work;

/**
 * Is told how far a long piece of work is. Called by several threads at a time, often: an
 * implementation is thread-safe and quick.
 */
@FunctionalInterface
public interface ProgressListener {
  /** Takes no notice. */
  ProgressListener NONE = (items, bytesRead, bytesWritten) -> {};

  /** So much more was done. */
  void add(long items, long bytesRead, long bytesWritten);
}
