package io.pcr.writer.source.kind;

import java.io.IOException;

/** What a source is cannot be told from its files; the caller has to say it. */
public final class UnclearSourceException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  UnclearSourceException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Why it cannot be told. */
  public enum Reason {
    /** It is a dataset already. */
    DATASET,
    /** It is a file of no kind that is known. */
    UNKNOWN,
    /** The folder holds files of several kinds. */
    MIXED,
    /** The folder holds folders, and archives are in these. */
    ARCHIVES_BELOW
  }

  /** Why it cannot be told. */
  public Reason reason() {
    return reason;
  }
}
