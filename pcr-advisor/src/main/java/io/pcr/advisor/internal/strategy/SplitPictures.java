package io.pcr.advisor.internal.strategy;

import static java.util.Objects.requireNonNull;

import io.pcr.advisor.strategy.Picture;
import java.io.IOException;

/**
 * The pictures of a split, before they are stored. Immutable.
 *
 * @param count how many there are
 * @param makers makes them
 */
record SplitPictures(Picture.Kind kind, int count, Makers makers) {
  /** Makes the makers of all threads; thread-safe. */
  interface Makers {
    /** A maker for one thread, which closes it. */
    Maker start();
  }

  /** Makes pictures. For one thread. */
  interface Maker extends AutoCloseable {
    /** The picture with a number from 0 on; valid until the next call. */
    Picture make(int number) throws IOException;

    @Override
    default void close() {}
  }

  SplitPictures {
    requireNonNull(kind, "kind");
    requireNonNull(makers, "makers");
  }
}
