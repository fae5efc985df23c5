package io.pcr.loader.internal.where;

/** Compares values of one kind. */
final class ValueOrder {
  private ValueOrder() {}

  /** Below, equal to or above zero, as a is to b. */
  static int compare(Object a, Object b) {
    if (a instanceof String text) {
      return compareTexts(text, (String) b);
    }
    if (a instanceof Boolean truth) {
      return truth.compareTo((Boolean) b);
    }
    if (a instanceof Long whole) {
      return b instanceof Long other
          ? Long.compare(whole, other)
          : compareExactly(whole, (double) b);
    }
    double number = (double) a;
    return b instanceof Long whole
        ? -compareExactly(whole, number)
        : compareFloats(number, (double) b);
  }

  /** Zeros of both signs are equal. */
  private static int compareFloats(double a, double b) {
    return a < b ? -1 : a > b ? 1 : 0;
  }

  /** Does not round the integer to a float. */
  private static int compareExactly(long a, double b) {
    if (b >= 0x1p63) {
      return -1;
    }
    if (b < -0x1p63) {
      return 1;
    }
    long whole = (long) b;
    return a == whole ? compareFloats((double) whole, b) : Long.compare(a, whole);
  }

  /** By characters of Unicode, where {@link String#compareTo} goes by units of UTF-16. */
  private static int compareTexts(String a, String b) {
    int shorter = Math.min(a.length(), b.length());
    for (int i = 0; i < shorter; i++) {
      char first = a.charAt(i);
      char second = b.charAt(i);
      if (first != second) {
        return Integer.compare(rank(first), rank(second));
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /** Halves of characters above U+FFFF are behind all that have one unit. */
  private static int rank(char unit) {
    return Character.isSurrogate(unit) ? unit + 0x10000 : unit;
  }
}
