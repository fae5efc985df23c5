package io.pcr.format.error;

/**
 * Something was used after it had been closed, which is a mistake of the caller. Every closeable
 * type of the library throws this type, and no other, in this case: byte sources, readers and
 * writers, datasets, indexes, encoders and decoders. Closing something twice is allowed.
 *
 * <p>It is not an {@code IOException}, so that code that handles damage and failures of the disk
 * does not catch a mistake of the caller. Immutable and thread-safe.
 */
public final class AlreadyClosedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what the closed object, by the name that errors use for it
   */
  public AlreadyClosedException(Object what) {
    super(what + " is closed");
  }
}
