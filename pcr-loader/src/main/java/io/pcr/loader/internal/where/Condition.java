package io.pcr.loader.internal.where;

import io.pcr.reader.internal.SampleFacts;
import java.io.IOException;
import java.util.List;
import java.util.NavigableSet;

/** A condition on samples (spec/loader.md 11). Immutable and thread-safe. */
public sealed interface Condition {
  /** Whether it holds, fails, or does neither as the sample lacks a value. */
  Verdict decide(SampleFacts sample) throws IOException;

  /** Whether it holds for a sample. */
  default boolean holds(SampleFacts sample) throws IOException {
    return decide(sample) == Verdict.HOLDS;
  }

  /**
   * Several conditions of which one verdict decides: a failure where all must hold, and where one
   * of them is enough, that it holds.
   */
  record Joined(List<Condition> parts, Verdict deciding) implements Condition {
    @Override
    public Verdict decide(SampleFacts sample) throws IOException {
      Verdict all = deciding.not();
      for (Condition part : parts) {
        Verdict verdict = part.decide(sample);
        if (verdict == deciding) {
          return verdict;
        }
        all = verdict == Verdict.NEITHER ? verdict : all;
      }
      return all;
    }
  }

  /** The opposite of another one. */
  record Not(Condition negated) implements Condition {
    @Override
    public Verdict decide(SampleFacts sample) throws IOException {
      return negated.decide(sample).not();
    }
  }

  /** Whether a value is in some relation to another. */
  record Compared(Operand left, Comparison comparison, Operand right) implements Condition {
    @Override
    public Verdict decide(SampleFacts sample) throws IOException {
      Object a = left.of(sample);
      Object b = right.of(sample);
      return a == null || b == null
          ? Verdict.NEITHER
          : Verdict.of(comparison.holds(ValueOrder.compare(a, b)));
    }
  }

  /** Whether a value is one of some constants. */
  record Member(Operand value, NavigableSet<Object> constants) implements Condition {
    @Override
    public Verdict decide(SampleFacts sample) throws IOException {
      Object found = value.of(sample);
      return found == null ? Verdict.NEITHER : Verdict.of(constants.contains(found));
    }
  }

  /** Whether a value is true. */
  record Tested(Operand value) implements Condition {
    @Override
    public Verdict decide(SampleFacts sample) throws IOException {
      Object found = value.of(sample);
      return found == null ? Verdict.NEITHER : Verdict.of((boolean) found);
    }
  }
}
