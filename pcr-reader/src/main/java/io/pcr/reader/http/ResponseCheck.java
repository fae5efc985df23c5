package io.pcr.reader.http;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * Judges a response to a request for one range before any byte of its body is used.
 *
 * @param from first byte asked for
 * @param wanted number of bytes asked for, at least 1
 * @param clamp whether fewer bytes will do when the object ends before the range does
 * @param pinned the version that has been read from so far, if any
 */
record ResponseCheck(long from, int wanted, boolean clamp, Optional<ObjectVersion> pinned) {
  /**
   * As in {@link ContentRange}, 18 digits cannot overflow; a sign or a second number is no length.
   */
  private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");

  static final int OK = 200;
  private static final int PARTIAL_CONTENT = 206;
  private static final List<String> DECISIVE =
      List.of(
          "content-length",
          "content-range",
          "content-encoding",
          "transfer-encoding",
          "etag",
          "last-modified");
  private static final int PRECONDITION_FAILED = 412;
  private static final int RANGE_NOT_SATISFIABLE = 416;

  Verdict judge(ResponseInfo info) {
    int status = info.statusCode();
    HttpHeaders headers = info.headers();
    return switch (status) {
      case OK, PARTIAL_CONTENT -> body(status, headers);
      case RANGE_NOT_SATISFIABLE -> notSatisfiable(headers);
      case PRECONDITION_FAILED ->
          Verdict.of(Verdict.Kind.CHANGED, status, "the server has another version (412)");
      case 301, 302, 303, 307, 308 ->
          headers
              .firstValue("location")
              .map(location -> Verdict.of(Verdict.Kind.REDIRECT, status, location))
              .orElseGet(() -> Verdict.protocol(status, "redirects without a location"));
      case 408, 429, 500, 502, 503, 504 -> Verdict.busy(status, retryAfter(headers));
      default -> Verdict.of(Verdict.Kind.REFUSED, status, "answered " + status);
    };
  }

  private Verdict body(int status, HttpHeaders headers) {
    String ambiguity = ambiguity(headers);
    if (!ambiguity.isEmpty()) {
      return Verdict.protocol(status, ambiguity);
    }
    return status == OK ? wholeObject(headers) : partial(headers);
  }

  /**
   * What lets two readers of a response see two bodies in it; the JDK takes the first of several
   * headers, and a length before chunks.
   */
  private static String ambiguity(HttpHeaders headers) {
    for (String name : DECISIVE) {
      List<String> values = headers.allValues(name).stream().distinct().toList();
      if (values.size() > 1) {
        return "several " + name + " headers: " + values;
      }
    }
    Optional<String> length = headers.firstValue("content-length");
    if (length.isPresent() && !LENGTH.matcher(length.get()).matches()) {
      return "Content-Length is '" + length.get() + "'";
    }
    Optional<String> coding = headers.firstValue("transfer-encoding");
    if (coding.isEmpty()) {
      return "";
    }
    if (!coding.get().trim().equalsIgnoreCase("chunked")) {
      return "Transfer-Encoding is '" + coding.get() + "'";
    }
    return length.isPresent() ? "both a Content-Length and a Transfer-Encoding" : "";
  }

  private Verdict partial(HttpHeaders headers) {
    if (mediaType(headers).startsWith("multipart/")) {
      return Verdict.protocol(PARTIAL_CONTENT, "several parts for one range");
    }
    if (isEncoded(headers)) {
      return encoded(PARTIAL_CONTENT, headers);
    }
    String header = headers.firstValue("content-range").orElse("");
    Optional<ContentRange> parsed = ContentRange.parse(header);
    if (parsed.isEmpty() || parsed.get().isUnsatisfied()) {
      return Verdict.protocol(PARTIAL_CONTENT, "Content-Range is '" + header + "'");
    }
    ContentRange range = parsed.get();
    boolean endsEarly = range.length() < wanted && range.last() == range.total() - 1;
    if (range.first() != from || (range.length() != wanted && !endsEarly)) {
      return Verdict.protocol(PARTIAL_CONTENT, "Content-Range is '" + header + "'");
    }
    OptionalLong length = headers.firstValueAsLong("content-length");
    if (length.isPresent() && length.getAsLong() != range.length()) {
      return Verdict.protocol(
          PARTIAL_CONTENT,
          "Content-Length is " + length.getAsLong() + " for Content-Range '" + header + "'");
    }
    return take(
        PARTIAL_CONTENT, ObjectVersion.of(headers, range.total()), range.length(), range.total());
  }

  private Verdict wholeObject(HttpHeaders headers) {
    if (isEncoded(headers)) {
      return encoded(OK, headers);
    }
    long total = headers.firstValueAsLong("content-length").orElse(ContentRange.UNKNOWN);
    ObjectVersion version = ObjectVersion.of(headers, total);
    if (from != 0 && changed(version).isEmpty()) {
      return Verdict.of(Verdict.Kind.NO_RANGES, OK, "sends only complete objects, not ranges");
    }
    long bytes = total == ContentRange.UNKNOWN ? wanted : Math.min(wanted, total);
    return take(OK, version, bytes, total);
  }

  private Verdict take(int status, ObjectVersion version, long bytes, long total) {
    String changed = changed(version);
    if (!changed.isEmpty()) {
      return Verdict.of(Verdict.Kind.CHANGED, status, changed);
    }
    return bytes < wanted && !clamp
        ? Verdict.tooShort(status, total)
        : Verdict.body(status, version, bytes);
  }

  private String changed(ObjectVersion version) {
    return pinned.map(first -> first.difference(version)).orElse("");
  }

  private Verdict notSatisfiable(HttpHeaders headers) {
    String header = headers.firstValue("content-range").orElse("");
    long total = ContentRange.parse(header).map(ContentRange::total).orElse(ContentRange.UNKNOWN);
    if (pinned.isPresent() && total != pinned.get().length()) {
      return Verdict.of(
          Verdict.Kind.CHANGED, RANGE_NOT_SATISFIABLE, "the range is outside the object now (416)");
    }
    if (total == ContentRange.UNKNOWN || from < total) {
      return Verdict.protocol(
          RANGE_NOT_SATISFIABLE, "range not satisfiable, Content-Range is '" + header + "'");
    }
    return clamp && total == 0
        ? Verdict.body(RANGE_NOT_SATISFIABLE, ObjectVersion.of(headers, 0), 0)
        : Verdict.tooShort(RANGE_NOT_SATISFIABLE, total);
  }

  private static Verdict encoded(int status, HttpHeaders headers) {
    return Verdict.protocol(
        status,
        "Content-Encoding is '"
            + headers.firstValue("content-encoding").orElse("")
            + "' although identity was asked for");
  }

  private static boolean isEncoded(HttpHeaders headers) {
    return !headers
        .firstValue("content-encoding")
        .map(value -> value.trim().toLowerCase(Locale.ROOT))
        .orElse("identity")
        .equals("identity");
  }

  private static String mediaType(HttpHeaders headers) {
    return headers.firstValue("content-type").orElse("").trim().toLowerCase(Locale.ROOT);
  }

  private static Optional<Duration> retryAfter(HttpHeaders headers) {
    return headers
        .firstValue("retry-after")
        .flatMap(value -> Backoff.retryAfter(value, Instant.now()));
  }
}
