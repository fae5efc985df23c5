package io.pcr.format.source;

/**
 * What to do when bytes of a source turn out to be damaged and may have come from a copy of the
 * object, such as a cache: compare with the object itself, and drop the copy. Thread-safe.
 */
public interface Healing {
  /** The object itself. It is closed with the source that has the copy, not by the caller. */
  ByteSource origin();

  /** Drops the copy: the next read fetches the bytes again. */
  void discard();
}
