package io.pcr.format.internal.text;

import java.time.Duration;
import java.util.Locale;

/** Numbers as people read them: decimal units, three significant digits, no locale. */
public final class Units {
  private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P", "E"};

  private Units() {}

  /** {@code 512 B}, {@code 1.20 kB}, {@code 110 MB}. */
  public static String bytes(long bytes) {
    return scaled((double) bytes) + "B";
  }

  /** {@code 45.1 MB/s}. */
  public static String bytesPerSecond(double rate) {
    return scaled(rate) + "B/s";
  }

  /** {@code 1,234,567}. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** {@code 1 image}, {@code 2 images}: the unit is given as the singular. */
  public static String count(long count, String unit) {
    return count(count) + " " + unit + (count == 1 ? "" : "s");
  }

  /** {@code 2 to 7 samples}, or {@code 7 samples} when both are the same. */
  public static String range(long least, long most, String unit) {
    return least == most ? count(most, unit) : count(least) + " to " + count(most, unit);
  }

  /** {@code 23.4%} of {@code part} in {@code whole}; {@code -} of nothing. */
  public static String percent(long part, long whole) {
    return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f%%", 100.0 * part / whole);
  }

  /** {@code 40 ms}, {@code 0.4 s}, {@code 59 s}, {@code 1m 05s}, {@code 2h 07m}. */
  public static String duration(Duration duration) {
    long seconds = duration.toSeconds();
    if (duration.toMillis() < 100) {
      return duration.toMillis() + " ms";
    }
    if (seconds < 10) {
      return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3600) {
      return String.format(Locale.ROOT, "%dm %02ds", seconds / 60, seconds % 60);
    }
    return String.format(Locale.ROOT, "%dh %02dm", seconds / 3600, seconds / 60 % 60);
  }

  private static String scaled(double value) {
    int prefix = 0;
    double scaled = value;
    // 999.5 would print as 1000 of the smaller unit.
    while (scaled >= 999.5 && prefix < PREFIXES.length - 1) {
      scaled /= 1000;
      prefix++;
    }
    String digits;
    if (prefix == 0) {
      digits = String.format(Locale.ROOT, "%.0f", scaled);
    } else if (scaled < 9.995) {
      digits = String.format(Locale.ROOT, "%.2f", scaled);
    } else if (scaled < 99.95) {
      digits = String.format(Locale.ROOT, "%.1f", scaled);
    } else {
      digits = String.format(Locale.ROOT, "%.0f", scaled);
    }
    return digits + " " + PREFIXES[prefix];
  }
}
