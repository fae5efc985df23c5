package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import java.io.Closeable;
import java.io.IOException;

/** Pictures as they are at a split, in parts that threads take in turns. Thread-safe. */
public interface Feed extends Closeable {
  /** Takes pictures. */
  interface Receiver {
    /**
     * Takes one.
     *
     * @param picture valid during the call, and not to be changed
     */
    void take(Picture picture) throws IOException;
  }

  /** What one thread reads with, and closes. */
  interface Reader extends Closeable {
    /** Gives all pictures of a part. */
    void read(int part, Receiver receiver) throws IOException;
  }

  /** How many parts there are. */
  int parts();

  /** A reader for one thread. */
  Reader reader();
}
