package io.pcr.loader.order;

import java.util.Locale;

/** The kinds of order that an epoch can have (spec/loader.md 4). */
public enum OrderKind {
  /** Lanes of windows: mixes samples of many shards, and needs only a few windows at a time. */
  LANES,
  /** All samples are shuffled: for data in memory or on a local disk. */
  GLOBAL,
  /** The order of the dataset. */
  SEQUENTIAL,
  /** Liquid's buffers: a part of the samples stays in memory for the next epoch. */
  LIQUID;

  /** Whether the order has lanes, and a window in each of them. */
  public boolean hasLanes() {
    return this == LANES || this == LIQUID;
  }

  /** The name in a state and on a command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The kind with a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static OrderKind of(String text) {
    for (OrderKind kind : values()) {
      if (kind.text().equals(text)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "order \"" + text + "\" is not one of lanes, global, sequential, liquid");
  }
}
