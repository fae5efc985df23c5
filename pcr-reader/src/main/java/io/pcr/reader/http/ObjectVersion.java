package io.pcr.reader.http;

import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;

/**
 * Which version of an object a response came from: its validators, taken as opaque strings, and its
 * length.
 *
 * @param etag the ETag as sent, quotes included, or empty
 * @param lastModified the date as sent, or empty
 * @param length the object's whole length, or {@link ContentRange#UNKNOWN}
 */
record ObjectVersion(String etag, String lastModified, long length) {

  static ObjectVersion of(HttpHeaders headers, long length) {
    return new ObjectVersion(
        headers.firstValue("etag").orElse(""),
        headers.firstValue("last-modified").orElse(""),
        length);
  }

  /**
   * Whether {@code If-Match} with this ETag makes the server refuse any other version: weak ETags
   * never match.
   */
  boolean isStrong() {
    return etag.startsWith("\"");
  }

  /** Asks the server to answer for this version or not at all, as far as its validators allow. */
  void require(HttpRequest.Builder request) {
    if (isStrong()) {
      request.setHeader("If-Match", etag);
    } else if (!lastModified.isEmpty()) {
      request.setHeader("If-Unmodified-Since", lastModified);
    }
  }

  /**
   * What differs between this pinned version and a later response's, or empty when nothing does.
   */
  String difference(ObjectVersion later) {
    if (!etag.equals(later.etag)) {
      return "ETag was " + orNone(etag) + ", is " + orNone(later.etag);
    }
    if (etag.isEmpty() && !lastModified.equals(later.lastModified)) {
      return "Last-Modified was " + orNone(lastModified) + ", is " + orNone(later.lastModified);
    }
    if (length != ContentRange.UNKNOWN
        && later.length != ContentRange.UNKNOWN
        && length != later.length) {
      return "length was " + length + ", is " + later.length;
    }
    return "";
  }

  ObjectVersion withLength(long newLength) {
    return new ObjectVersion(etag, lastModified, newLength);
  }

  private static String orNone(String validator) {
    return validator.isEmpty() ? "none" : validator;
  }
}
