package io.pcr.reader.http;

import java.time.Duration;
import java.util.Optional;

/**
 * What a response's status and headers make of it.
 *
 * @param kind what to do
 * @param status the status code
 * @param version the object's version, for {@link Kind#BODY}
 * @param bytes bytes of the body to take, for {@link Kind#BODY}; the object's length, for {@link
 *     Kind#TOO_SHORT}
 * @param detail the reason for people, or the location of a redirect
 * @param retryAfter the wait that the server asks for
 */
record Verdict(
    Kind kind,
    int status,
    Optional<ObjectVersion> version,
    long bytes,
    String detail,
    Optional<Duration> retryAfter) {

  enum Kind {
    /** The body holds the wanted bytes from its start. */
    BODY,
    /** The object ends before the wanted range does. */
    TOO_SHORT,
    /** Ask elsewhere: the detail is the location. */
    REDIRECT,
    /** Ask again later. */
    BUSY,
    /** The object is another one than before. */
    CHANGED,
    /** The server said no. */
    REFUSED,
    /** The server has no ranges, and the wanted one does not start at 0. */
    NO_RANGES,
    /** The response contradicts the request or itself. */
    PROTOCOL
  }

  static Verdict body(int status, ObjectVersion version, long bytes) {
    return new Verdict(Kind.BODY, status, Optional.of(version), bytes, "", Optional.empty());
  }

  static Verdict tooShort(int status, long length) {
    return new Verdict(Kind.TOO_SHORT, status, Optional.empty(), length, "", Optional.empty());
  }

  static Verdict busy(int status, Optional<Duration> retryAfter) {
    return new Verdict(Kind.BUSY, status, Optional.empty(), 0, "answered " + status, retryAfter);
  }

  static Verdict of(Kind kind, int status, String detail) {
    return new Verdict(kind, status, Optional.empty(), 0, detail, Optional.empty());
  }

  static Verdict protocol(int status, String detail) {
    return of(Kind.PROTOCOL, status, detail);
  }

  /** Whether the body is the whole object although a range was asked for. */
  boolean isWholeObject() {
    return status == ResponseCheck.OK;
  }
}
