package io.pcr.format.source;

import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;

/** The bound that every source checks before it reads. */
public final class SourceReads {
  private SourceReads() {}

  /**
   * Proves that {@code wanted} bytes from {@code position} on are inside a source of {@code length}
   * bytes.
   *
   * @throws PcrException.Truncated when they are not
   * @throws IllegalArgumentException when the position is negative
   */
  public static void checkRead(ByteSource source, long position, int wanted, long length)
      throws PcrException.Truncated {
    if (position < 0) {
      throw new IllegalArgumentException("position " + position + " in " + source);
    }
    if (position > length || wanted > length - position) {
      throw truncated(source, position, wanted, length);
    }
  }

  /** The exception for a source that ended before {@code wanted} bytes were read. */
  public static PcrException.Truncated truncated(
      ByteSource source, long position, long wanted, long length) {
    return new PcrException.Truncated(
        new FieldLocation("ByteSource.length", position, source.toString()),
        wanted,
        Math.max(0, length - position));
  }
}
