package io.pcr.format.commit;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Receives every step that changes what a crash would leave on disk, just before the step is taken.
 * It may throw an exception to make the step fail, or end the process. Tests use this to stop at
 * every step.
 */
@FunctionalInterface
public interface DurableSteps {
  /** Takes no notice. */
  DurableSteps NONE = (step, file) -> {};

  /** What is about to be done to a file. */
  enum Step {
    CREATE,
    /** The file is locked; an exception means that its file system keeps no locks. */
    LOCK,
    WRITE,
    FORCE,
    /** The file gets its name, which nothing else has. */
    LINK,
    /** The file gets its name, replacing what has it. */
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
