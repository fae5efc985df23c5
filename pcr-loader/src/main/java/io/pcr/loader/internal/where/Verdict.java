package io.pcr.loader.internal.where;

/** What a condition says of a sample. */
enum Verdict {
  HOLDS,
  FAILS,
  /** A value is lacking. */
  NEITHER;

  static Verdict of(boolean holds) {
    return holds ? HOLDS : FAILS;
  }

  Verdict not() {
    return switch (this) {
      case HOLDS -> FAILS;
      case FAILS -> HOLDS;
      case NEITHER -> NEITHER;
    };
  }
}
