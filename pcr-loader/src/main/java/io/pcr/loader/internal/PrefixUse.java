package io.pcr.loader.internal;

import java.io.IOException;

/** What is done about the cache when a piece is read. */
interface PrefixUse {
  /** There is no cache to ask. */
  PrefixUse NONE = () -> false;

  /** Called before the piece is read; returns whether it comes from the cache. */
  boolean prepare() throws IOException;

  /** Called when the piece has been read. */
  default void end() {}
}
