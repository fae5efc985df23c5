package io.pcr.tools.bench;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Something measured, beside what it is compared with.
 *
 * @param bench which bench it is from
 * @param name what was measured; unique within the bench
 * @param value how much, in the unit
 * @param beside what it is compared with, measured in the same run
 */
record Figure(String bench, String name, Unit unit, double value, Optional<Beside> beside) {
  /** What is compared with. */
  record Beside(String name, double value) {
    Beside {
      requireNonNull(name, "name");
    }
  }

  /** What is counted. */
  enum Unit {
    IMAGES_PER_SECOND("images/s", true),
    BYTES_PER_SECOND("bytes/s", true),
    MICROSECONDS("us", false);

    private final String text;
    private final boolean moreIsBetter;

    Unit(String text, boolean moreIsBetter) {
      this.text = text;
      this.moreIsBetter = moreIsBetter;
    }

    String text() {
      return text;
    }
  }

  Figure {
    requireNonNull(bench, "bench");
    requireNonNull(name, "name");
    requireNonNull(unit, "unit");
    requireNonNull(beside, "beside");
  }

  static Figure of(String bench, String name, Unit unit, double value) {
    return new Figure(bench, name, unit, value, Optional.empty());
  }

  static Figure of(
      String bench, String name, Unit unit, double value, String besideName, double beside) {
    return new Figure(bench, name, unit, value, Optional.of(new Beside(besideName, beside)));
  }

  /** The same thing measured at another time has the same id. */
  String id() {
    return bench + ": " + name;
  }

  /** How many times as good as what stands beside it; above 1 is better, whatever the unit. */
  Optional<Double> ratio() {
    return beside.map(other -> times(other.value()));
  }

  /** How many times as good as another value of the same thing. */
  double times(double other) {
    return unit.moreIsBetter ? value / other : other / value;
  }
}
