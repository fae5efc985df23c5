package io.pcr.reader.http;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** The waits between the attempts of one read. */
final class Backoff {
  private static final int MAX_DOUBLINGS = 20;

  /** Thirty years; what is longer is as good as for ever. */
  private static final int MAX_SECONDS_DIGITS = 9;

  private Backoff() {}

  /**
   * Before attempt {@code failures + 1}: between half and one and a half times the doubled first
   * wait, so that clients do not return in step.
   */
  static Duration beforeNext(int failures, HttpOptions options) {
    double mean =
        options.firstBackoff().toNanos() * Math.pow(2, Math.min(failures - 1, MAX_DOUBLINGS));
    double jittered = mean * ThreadLocalRandom.current().nextDouble(0.5, 1.5);
    return Duration.ofNanos(Math.min((long) jittered, options.maxBackoff().toNanos()));
  }

  /**
   * The wait that a {@code Retry-After} header asks for, in seconds or as a date; empty when it
   * says neither.
   */
  static Optional<Duration> retryAfter(String header, Instant now) {
    String value = header.trim();
    if (value.matches("\\d+")) {
      boolean huge = value.length() > MAX_SECONDS_DIGITS;
      return Optional.of(Duration.ofSeconds(huge ? Integer.MAX_VALUE : Long.parseLong(value)));
    }
    try {
      Instant at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration wait = Duration.between(now, at);
      return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
