package io.pcr.loader.crop;

import io.pcr.loader.order.OrderNumbers;
import io.pcr.loader.order.Purpose;

/**
 * Chooses a part of random area and proportions of each sample's image, as is usual for training
 * (spec/loader.md 9). Computes with integers alone, so that every language finds the same box.
 * Immutable.
 *
 * @param minArea least share of the image's area, in units of 2^-24
 * @param maxArea largest share
 * @param minRatio least ratio of width to height, in units of 2^-24
 * @param maxRatio largest ratio
 */
public record RandomCrop(long minArea, long maxArea, long minRatio, long maxRatio) {
  /** Areas from .08 to 1 of the image, ratios from 3:4 to 4:3. */
  public static final RandomCrop DEFAULT = of(.08, 1, 3.0 / 4, 4.0 / 3);

  private static final int UNIT_BITS = 24;
  private static final long UNIT = 1L << UNIT_BITS;
  private static final int TRIES = 10;
  private static final int RATIO_BITS = 16;

  /** Behind the numbers of all tries. */
  private static final int FLIP = 4 * TRIES;

  public RandomCrop {
    if (minArea < 1 || minArea > maxArea || maxArea > UNIT) {
      throw new IllegalArgumentException("areas from " + minArea + " to " + maxArea + " of 2^24");
    }
    if (minRatio < UNIT / 8 || minRatio > maxRatio || maxRatio > 8 * UNIT) {
      throw new IllegalArgumentException(
          "ratios from " + minRatio + " to " + maxRatio + " of 2^24 are not from 1/8 to 8");
    }
  }

  /** The rule with shares and ratios as people write them. */
  public static RandomCrop of(double minArea, double maxArea, double minRatio, double maxRatio) {
    return new RandomCrop(units(minArea), units(maxArea), units(minRatio), units(maxRatio));
  }

  private static long units(double value) {
    return Math.round(value * (1L << 24));
  }

  /**
   * The part of a sample's image.
   *
   * @param seed of the part of the run
   * @param epoch of the part
   * @param sample its number in the dataset
   * @param view which of several crops of the same image, from 0
   * @param width of the image, from 1 to 65,535
   * @param height of the image, from 1 to 65,535
   */
  public CropBox box(long seed, long epoch, long sample, int view, int width, int height) {
    long key = OrderNumbers.key(seed, epoch, Purpose.CROP.id(), sample, view);
    boolean flipped = (OrderNumbers.number(key, FLIP) & 1) == 1;
    for (int attempt = 0; attempt < TRIES; attempt++) {
      long share =
          minArea
              + OrderNumbers.below(OrderNumbers.number(key, 4L * attempt), maxArea - minArea + 1);
      long area = ((long) width * height * share) >> 20; // in sixteenths of a pixel
      long ratio = ratio(OrderNumbers.number(key, 4L * attempt + 1));
      long w = (squareRoot((area * ratio) >> 26) + 1) / 2;
      long h = (squareRoot((area << 22) / ratio) + 1) / 2;
      if (w >= 1 && w <= width && h >= 1 && h <= height) {
        long x = OrderNumbers.below(OrderNumbers.number(key, 4L * attempt + 2), width - w + 1);
        long y = OrderNumbers.below(OrderNumbers.number(key, 4L * attempt + 3), height - h + 1);
        return new CropBox((int) x, (int) y, (int) w, (int) h, flipped);
      }
    }
    return middle(width, height, flipped);
  }

  /** Evenly spread on a logarithmic scale: each bit halves the range at its geometric mean. */
  private long ratio(long random) {
    long low = minRatio;
    long high = maxRatio;
    for (int bit = 0; bit < RATIO_BITS; bit++) {
      long middle = squareRoot(low * high);
      if ((random << bit) < 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** For images so narrow that no try fits: as much of them as the ratios allow. */
  private CropBox middle(int width, int height, boolean flipped) {
    long w = width;
    long h = height;
    if (w << UNIT_BITS < h * minRatio) {
      h = Math.min(height, Math.max(1, (w << UNIT_BITS) / minRatio));
    } else if (w << UNIT_BITS > h * maxRatio) {
      w = Math.min(width, Math.max(1, (h * maxRatio) >> UNIT_BITS));
    }
    return new CropBox(
        (int) ((width - w) / 2), (int) ((height - h) / 2), (int) w, (int) h, flipped);
  }

  /** The whole square root, rounded down, of a number of 0 to 2^63 - 1. */
  static long squareRoot(long n) {
    long root = (long) Math.sqrt((double) n);
    while (root * root > n || root > 3_037_000_499L) {
      root--;
    }
    while (root < 3_037_000_499L && (root + 1) * (root + 1) <= n) {
      root++;
    }
    return root;
  }
}
