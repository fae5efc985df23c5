package io.pcr.format.internal.manifest;

import java.io.IOException;

/**
 * Looks for the highest generation by names alone (spec section "The commit"): generations are
 * numbered without gaps, so it takes few looks, whatever the number, and no listing.
 */
public final class NewestGeneration {
  private NewestGeneration() {}

  /** The names of generations that are taken, whatever the files hold. */
  @FunctionalInterface
  public interface Names {
    /** Whether a generation's name is taken. */
    boolean has(long generation) throws IOException;
  }

  /**
   * The highest generation from one on that is there. Looks 1, 2, 4, 8, ... behind it, then between
   * the last two.
   *
   * @param known a generation that is there, or 0
   * @return {@code known} when there is none behind it
   */
  public static long from(long known, Names names) throws IOException {
    long most = Long.MAX_VALUE - known;
    long highest = known;
    long step = 1;
    while (step > 0 && step <= most && names.has(known + step)) {
      highest = known + step;
      step *= 2; // Behind the last power of two it is negative.
    }
    long last = known + (step > 0 && step <= most ? step - 1 : most);
    while (highest < last) {
      long between = last - (last - highest) / 2;
      if (names.has(between)) {
        highest = between;
      } else {
        last = between - 1;
      }
    }
    return highest;
  }
}
