package io.pcr.loader.order;

import static java.util.Objects.requireNonNull;

/**
 * What an order depends on besides the samples, the seed and the epoch (spec/loader.md 4).
 * Immutable.
 *
 * @param kind of the order; default {@code lanes}
 * @param lanes in how many lanes the samples are cut, from 1 to 65,536; 0 in an order without lanes
 * @param window how many samples of a lane change places with each other, or are in the buffers of
 *     a lane, from 1; 0 in an order without lanes
 */
public record OrderOptions(OrderKind kind, int lanes, int window) {
  public static final OrderOptions GLOBAL = new OrderOptions(OrderKind.GLOBAL, 0, 0);
  public static final OrderOptions SEQUENTIAL = new OrderOptions(OrderKind.SEQUENTIAL, 0, 0);

  private static final int MAX_LANES = 1 << 16;
  private static final int DEFAULT_LANES = 64;
  private static final int FEWEST_LANES = 8;
  private static final int DEFAULT_WINDOW = 256;

  public OrderOptions {
    requireNonNull(kind, "kind");
    if (!kind.hasLanes()) {
      if (lanes != 0 || window != 0) {
        throw new IllegalArgumentException("order " + kind.text() + " has no lanes and no windows");
      }
    } else if (lanes < 1 || lanes > MAX_LANES) {
      throw new IllegalArgumentException("lanes " + lanes + " is not from 1 to " + MAX_LANES);
    } else if (window < 1) {
      throw new IllegalArgumentException("window " + window + " is not at least 1");
    }
  }

  /** An order of lanes. */
  public static OrderOptions lanes(int lanes, int window) {
    return new OrderOptions(OrderKind.LANES, lanes, window);
  }

  /** The default for a global batch. */
  public static OrderOptions forBatch(int batch) {
    return lanes(defaultLanes(batch), DEFAULT_WINDOW);
  }

  /** The default of an order's kind for a global batch. */
  public static OrderOptions forBatch(OrderKind kind, int batch) {
    return switch (kind) {
      case LANES -> forBatch(batch);
      case GLOBAL -> GLOBAL;
      case SEQUENTIAL -> SEQUENTIAL;
      case LIQUID -> new OrderOptions(kind, largestDivisor(batch), DEFAULT_WINDOW);
    };
  }

  /** A divisor of the batch, so that each rank gets whole lanes, unless that would be too few. */
  private static int defaultLanes(int batch) {
    int divisor = largestDivisor(batch);
    return divisor >= FEWEST_LANES ? divisor : Math.min(batch, DEFAULT_LANES);
  }

  private static int largestDivisor(int batch) {
    int lanes = Math.min(batch, DEFAULT_LANES);
    while (batch % lanes != 0) {
      lanes--;
    }
    return lanes;
  }
}
