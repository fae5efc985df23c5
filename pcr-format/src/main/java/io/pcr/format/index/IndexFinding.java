package io.pcr.format.index;

import static java.util.Objects.requireNonNull;

/** Why an index on disk was not used, with what was found. Immutable. */
public record IndexFinding(IndexProblem problem, String detail) {
  public IndexFinding {
    requireNonNull(problem, "problem");
    requireNonNull(detail, "detail");
  }

  @Override
  public String toString() {
    return problem + ": " + detail;
  }
}
