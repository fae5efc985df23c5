package io.pcr.reader.internal.work;

import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;

/**
 * Memory for as many bytes as a file says it has, within the limits: where there is not that much,
 * the file is refused, and no error ends the program.
 */
public final class ClaimedMemory {
  private ClaimedMemory() {}

  /**
   * An array.
   *
   * @param claimedBy what says that so many bytes are needed
   */
  public static ByteBuffer heap(int bytes, FieldLocation claimedBy)
      throws PcrException.LimitExceeded {
    try {
      return ByteBuffer.allocate(bytes);
    } catch (OutOfMemoryError e) {
      throw PcrException.LimitExceeded.memory(claimedBy, Limit.HEAP, bytes, e);
    }
  }

  /** Memory outside the heap; see {@link #heap}. */
  public static ByteBuffer direct(int bytes, FieldLocation claimedBy)
      throws PcrException.LimitExceeded {
    try {
      return ByteBuffer.allocateDirect(bytes);
    } catch (OutOfMemoryError e) {
      throw PcrException.LimitExceeded.memory(claimedBy, Limit.DIRECT_MEMORY, bytes, e);
    }
  }
}
