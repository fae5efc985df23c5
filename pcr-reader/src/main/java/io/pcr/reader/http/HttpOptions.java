package io.pcr.reader.http;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How long HTTP reads wait and how often they try again. Immutable and thread-safe. Start with
 * {@link #DEFAULT} and change one option with each {@code with} method.
 *
 * @param stallTimeout how long to wait for the response's headers, and for any further byte of its
 *     body; default 30 s
 * @param minimumBytesPerSecond the lowest accepted rate: an attempt may last {@code stallTimeout}
 *     plus the time for its bytes at this rate, so that a very slow response ends too; default 16
 *     KiB/s
 * @param maxAttempts the largest number of requests for one read, including the first; default 5
 * @param firstBackoff mean wait before the second attempt; it doubles for each further attempt,
 *     with jitter; default 100 ms
 * @param maxBackoff the longest wait between attempts; a longer {@code Retry-After} makes the read
 *     fail; default 20 s
 * @param maxRedirects the largest number of redirects to follow for one request; default 5
 * @param headers further request headers, for example {@code Authorization}; they are sent only to
 *     the original scheme, host and port; headers that this library or the JDK sets, for example
 *     {@code Range} or {@code Host}, are not allowed; default none
 */
public record HttpOptions(
    Duration stallTimeout,
    long minimumBytesPerSecond,
    int maxAttempts,
    Duration firstBackoff,
    Duration maxBackoff,
    int maxRedirects,
    Map<String, String> headers) {

  private static final Set<String> OURS =
      Set.of("range", "accept-encoding", "if-match", "if-range", "if-unmodified-since");

  /** The default options, which the parameters of this record list. */
  public static final HttpOptions DEFAULT =
      new HttpOptions(
          Duration.ofSeconds(30),
          16 * 1024,
          5,
          Duration.ofMillis(100),
          Duration.ofSeconds(20),
          5,
          Map.of());

  public HttpOptions {
    requirePositive(stallTimeout, "stallTimeout");
    requirePositive(firstBackoff, "firstBackoff");
    requirePositive(maxBackoff, "maxBackoff");
    if (minimumBytesPerSecond < 1 || maxAttempts < 1 || maxRedirects < 0) {
      throw new IllegalArgumentException(
          "minimumBytesPerSecond and maxAttempts must be at least 1, maxRedirects at least 0");
    }
    headers = Map.copyOf(headers);
    headers.forEach(HttpOptions::requireAllowed);
  }

  private static void requireAllowed(String name, String value) {
    if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException("header " + name + " is set by the library");
    }
    // Rejects now what every request would reject.
    var unused = HttpRequest.newBuilder().setHeader(name, value);
  }

  private static void requirePositive(Duration duration, String name) {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException(name + " must be positive, is " + duration);
    }
  }

  /** These options with another stall time-out. */
  public HttpOptions withStallTimeout(Duration value) {
    return new HttpOptions(
        value, minimumBytesPerSecond, maxAttempts, firstBackoff, maxBackoff, maxRedirects, headers);
  }

  /** These options with another lowest rate. */
  public HttpOptions withMinimumBytesPerSecond(long value) {
    return new HttpOptions(
        stallTimeout, value, maxAttempts, firstBackoff, maxBackoff, maxRedirects, headers);
  }

  /** These options with another number of attempts. */
  public HttpOptions withMaxAttempts(int value) {
    return new HttpOptions(
        stallTimeout,
        minimumBytesPerSecond,
        value,
        firstBackoff,
        maxBackoff,
        maxRedirects,
        headers);
  }

  /** These options with other waits between attempts. */
  public HttpOptions withBackoff(Duration first, Duration max) {
    return new HttpOptions(
        stallTimeout, minimumBytesPerSecond, maxAttempts, first, max, maxRedirects, headers);
  }

  /** These options with another largest number of redirects; 0 follows none. */
  public HttpOptions withMaxRedirects(int value) {
    return new HttpOptions(
        stallTimeout, minimumBytesPerSecond, maxAttempts, firstBackoff, maxBackoff, value, headers);
  }

  /** These options with these request headers. */
  public HttpOptions withHeaders(Map<String, String> value) {
    return new HttpOptions(
        stallTimeout,
        minimumBytesPerSecond,
        maxAttempts,
        firstBackoff,
        maxBackoff,
        maxRedirects,
        value);
  }

  /** The options as text, without the values of the headers, which may be secret. */
  @Override
  public String toString() {
    return "HttpOptions[stallTimeout="
        + stallTimeout
        + ", minimumBytesPerSecond="
        + minimumBytesPerSecond
        + ", maxAttempts="
        + maxAttempts
        + ", firstBackoff="
        + firstBackoff
        + ", maxBackoff="
        + maxBackoff
        + ", maxRedirects="
        + maxRedirects
        + ", headers="
        + headers.keySet()
        + "]";
  }

  /** The longest that one attempt at {@code bytes} bytes may last, in nanoseconds. */
  long attemptNanos(long bytes) {
    long transfer = (long) (bytes * (1e9 / minimumBytesPerSecond));
    return stallTimeout.toNanos() + transfer;
  }
}
