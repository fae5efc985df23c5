package io.pcr.writer.source.kind;

import java.io.IOException;

/** The files of a source do not show what it is; the caller has to say it. */
public final class UnclearSourceException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  UnclearSourceException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** Why the kind is unclear. */
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

  /** Why the kind is unclear. */
  public Reason reason() {
    return reason;
  }
}
