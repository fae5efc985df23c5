package io.pcr.loader.state;

/**
 * A run cannot go on from a state, because the state belongs to another run. Going on would repeat
 * samples and leave out others.
 */
public final class StateMismatchException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String what;

  StateMismatchException(String what, String state, String run) {
    super("the state has " + what + " " + state + ", the run has " + run);
    this.what = what;
  }

  /** What differs. */
  public String what() {
    return what;
  }
}
