package io.pcr.loader.internal.where;

import io.pcr.reader.internal.SampleFacts;
import java.io.IOException;

/** One side of a comparison. */
sealed interface Operand {
  Kind kind();

  /**
   * The value for a sample: a {@link Long}, {@link Double}, {@link String} or {@link Boolean}.
   *
   * @return null when the sample lacks it
   */
  Object of(SampleFacts sample) throws IOException;

  /** A value that is the same for all samples. */
  record Constant(Kind kind, Object value) implements Operand {
    @Override
    public Object of(SampleFacts sample) {
      return value;
    }
  }

  /** A value that a sample may have. */
  record Name(String name, Kind kind, Value value) implements Operand {
    /** Finds the value. */
    @FunctionalInterface
    interface Value {
      Object of(SampleFacts sample) throws IOException;
    }

    @Override
    public Object of(SampleFacts sample) throws IOException {
      Object found = value.of(sample);
      return found instanceof Double number && number.isNaN() ? null : found;
    }
  }
}
