package io.pcr.reader.http;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How long HTTP reads wait and how often they try again. Immutable and thread-safe. {@link
 * #builder} makes them, and {@link #toBuilder} changes them.
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
  public static final HttpOptions DEFAULT = builder().build();

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

  /** A builder with the default options. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder with these options. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.stallTimeout = stallTimeout;
    builder.minimumBytesPerSecond = minimumBytesPerSecond;
    builder.maxAttempts = maxAttempts;
    builder.firstBackoff = firstBackoff;
    builder.maxBackoff = maxBackoff;
    builder.maxRedirects = maxRedirects;
    builder.headers = headers;
    return builder;
  }

  /**
   * Builds {@link HttpOptions}. Not thread-safe; a built value does not change with its builder.
   */
  public static final class Builder {
    private Duration stallTimeout = Duration.ofSeconds(30);
    private long minimumBytesPerSecond = 16 * 1024;
    private int maxAttempts = 5;
    private Duration firstBackoff = Duration.ofMillis(100);
    private Duration maxBackoff = Duration.ofSeconds(20);
    private int maxRedirects = 5;
    private Map<String, String> headers = Map.of();

    private Builder() {}

    /** Sets {@link HttpOptions#stallTimeout}. */
    public Builder stallTimeout(Duration value) {
      stallTimeout = value;
      return this;
    }

    /** Sets {@link HttpOptions#minimumBytesPerSecond}. */
    public Builder minimumBytesPerSecond(long value) {
      minimumBytesPerSecond = value;
      return this;
    }

    /** Sets {@link HttpOptions#maxAttempts}. */
    public Builder maxAttempts(int value) {
      maxAttempts = value;
      return this;
    }

    /** Sets {@link HttpOptions#firstBackoff} and {@link HttpOptions#maxBackoff}. */
    public Builder backoff(Duration first, Duration max) {
      firstBackoff = first;
      maxBackoff = max;
      return this;
    }

    /** Sets {@link HttpOptions#maxRedirects}. */
    public Builder maxRedirects(int value) {
      maxRedirects = value;
      return this;
    }

    /** Sets {@link HttpOptions#headers}. */
    public Builder headers(Map<String, String> value) {
      headers = value;
      return this;
    }

    /** The options; an illegal value is an {@link IllegalArgumentException}. */
    public HttpOptions build() {
      return new HttpOptions(
          stallTimeout,
          minimumBytesPerSecond,
          maxAttempts,
          firstBackoff,
          maxBackoff,
          maxRedirects,
          headers);
    }
  }
}
