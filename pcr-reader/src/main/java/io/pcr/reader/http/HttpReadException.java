package io.pcr.reader.http;

import java.io.IOException;

/**
 * A read over HTTP that could not be completed with right bytes. The message names the object and
 * the range asked for. Damage of the bytes themselves is no business of this exception: checksums
 * find it, whatever the source.
 */
public final class HttpReadException extends IOException {
  private static final long serialVersionUID = 1L;

  /** What a caller can do about it. */
  public enum Reason {
    /** The object is not the one that was being read any more: open it again. */
    OBJECT_CHANGED,
    /** The server refused, as with 404 or 403: see {@link HttpReadException#status()}. */
    REFUSED,
    /** The server's answer contradicts the request or itself; its bytes were not used. */
    PROTOCOL,
    /** The server sends whole objects only, and the range asked for does not start at 0. */
    NO_RANGES,
    /** Time-outs, lost connections or a busy server, in all attempts. */
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

  /** The last response's status code, or 0 when there was no response. */
  public int status() {
    return status;
  }
}
