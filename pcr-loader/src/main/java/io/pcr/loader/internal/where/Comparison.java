package io.pcr.loader.internal.where;

import java.util.Optional;

/** A relation of two values. */
enum Comparison {
  LESS("<"),
  AT_MOST("<="),
  GREATER(">"),
  AT_LEAST(">="),
  EQUAL("=="),
  DIFFERENT("!=");

  private final String sign;

  Comparison(String sign) {
    this.sign = sign;
  }

  static Optional<Comparison> of(String sign) {
    for (Comparison each : values()) {
      if (each.sign.equals(sign)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** Whether it asks which of the values is greater. */
  boolean isOfOrder() {
    return this != EQUAL && this != DIFFERENT;
  }

  /**
   * Whether two values are in this relation.
   *
   * @param order as {@link ValueOrder#compare} has it
   */
  boolean holds(int order) {
    return switch (this) {
      case LESS -> order < 0;
      case AT_MOST -> order <= 0;
      case GREATER -> order > 0;
      case AT_LEAST -> order >= 0;
      case EQUAL -> order == 0;
      case DIFFERENT -> order != 0;
    };
  }
}
