package io.pcr.format.error;

/**
 * Something was used after it had been closed: a mistake of the caller, whatever it was. Every
 * closeable type of the library throws this and nothing else for it: byte sources, readers and
 * writers, datasets, indexes, encoders and decoders. Closing twice is no use.
 *
 * <p>It is not an {@code IOException}, so that whoever handles damage and failures of the medium
 * does not take his own mistake for one. Immutable.
 */
public final class AlreadyClosedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what was closed, by the name that errors give it
   */
  public AlreadyClosedException(Object what) {
    super(what + " is closed");
  }
}
