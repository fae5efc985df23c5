package io.pcr.format.commit;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Is told of every step that changes what a crash would leave behind, just before it is taken. It
 * may throw to make the step fail, or end the process; that is how tests stand at every step.
 */
@FunctionalInterface
public interface DurableSteps {
  /** Takes no notice. */
  DurableSteps NONE = (step, file) -> {};

  /** What is about to be done to a file. */
  enum Step {
    CREATE,
    WRITE,
    FORCE,
    RENAME,
    FORCE_DIRECTORY,
    DELETE
  }

  /**
   * Called before each step, by the thread that takes it.
   *
   * @param file the file or directory that the step is about
   */
  void before(Step step, Path file) throws IOException;
}
