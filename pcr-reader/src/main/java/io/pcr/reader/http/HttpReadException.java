package io.pcr.reader.http;

import java.io.IOException;

/**
 * Says that a read over HTTP failed. The message names the object and the range. This exception
 * does not report damaged bytes: checksums find them, for every kind of source.
 */
public final class HttpReadException extends IOException {
  private static final long serialVersionUID = 1L;

  /** What a caller can do about it. */
  public enum Reason {
    /** The object has changed since it was opened: open it again. */
    OBJECT_CHANGED,
    /**
     * The server rejected the request, for example with 404 or 403: see {@link
     * HttpReadException#status()}.
     */
    REFUSED,
    /** The server's response contradicts the request or itself; its bytes were not used. */
    PROTOCOL,
    /** The server sends only complete objects, and the requested range does not start at 0. */
    NO_RANGES,
    /** All attempts ended in a time-out, a lost connection or the answer of a busy server. */
    UNAVAILABLE
  }

  private final Reason reason;
  private final int status;

  HttpReadException(Reason reason, int status, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.status = status;
  }

  /** What kind of failure this is. */
  public Reason reason() {
    return reason;
  }

  /** The status code of the last response; 0 when there was no response. */
  public int status() {
    return status;
  }
}
