package io.pcr.tools;

/** The command line cannot be carried out as written; the message says what to write instead. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }
}
