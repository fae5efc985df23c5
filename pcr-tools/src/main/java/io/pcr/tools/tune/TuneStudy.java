package io.pcr.tools.tune;

import java.io.IOException;

/**
 * A comparison that goes further than the advice, behind {@code --study NAME}. An implementation
 * has options of its own as annotated fields, each with "With --study NAME:" at the beginning of
 * its description; {@link TuneCommand} mixes them in.
 */
public interface TuneStudy {
  /** What {@code --study} calls it. */
  String name();

  /**
   * Does it, and prints the answer.
   *
   * @return the exit status
   */
  int run(StudyRequest request) throws IOException, InterruptedException;
}
