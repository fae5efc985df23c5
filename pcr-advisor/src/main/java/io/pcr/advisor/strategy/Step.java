package io.pcr.advisor.strategy;

import java.io.IOException;
import java.util.random.RandomGenerator;

/**
 * A step on the way of an image from its file to a model. Implementations are thread-safe and have
 * a constructor without parameters, so that a command can name their class.
 */
public interface Step {
  /** What the step does for one thread, with the memory and the native objects that it needs. */
  interface Work extends AutoCloseable {
    /**
     * Makes a picture of another one.
     *
     * @param in is not changed
     * @param out receives the result; what it held before is of no use
     * @param random to be used by random steps, and by no others
     * @throws IOException when the step cannot be done with this picture; the message says why
     */
    void apply(Picture in, Picture out, RandomGenerator random) throws IOException;

    @Override
    default void close() {}
  }

  /** The name, with what the step was told, such as {@code resize:256}. */
  String name();

  /**
   * Whether the result depends on chance. Only what is equal in every epoch can be done once and
   * stored, so no split is behind a random step.
   */
  boolean isRandom();

  /**
   * What the step makes of a kind of picture.
   *
   * @throws IllegalArgumentException when the step does not take this kind; the message says what
   *     it takes
   */
  Picture.Kind gives(Picture.Kind kind);

  /** Starts the work for one thread, which closes it. */
  Work start();
}
