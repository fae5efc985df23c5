package io.pcr.format.source;

import io.pcr.format.error.AlreadyClosedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Immutable bytes at positions. Implementations are thread-safe; a read does not move a shared
 * position.
 *
 * <p>Whoever opened a source closes it; {@link #close()} may be called more than once.
 */
public interface ByteSource extends Closeable {
  /** Number of bytes in the source; does not change while it is open. */
  long length() throws IOException;

  /**
   * Fills {@code dst} from {@code position} on.
   *
   * @throws io.pcr.format.error.PcrException.Truncated when the source ends before {@code dst} is
   *     full; the content and position of {@code dst} are then undefined
   * @throws AlreadyClosedException when this source is closed
   */
  void readFully(long position, ByteBuffer dst) throws IOException;

  /**
   * The first bytes, as many as there are up to a number. Where the length is not known yet, this
   * takes one request, which makes it known; {@link #length} and a read would take two.
   *
   * @return a buffer of its own, from its position to its limit
   */
  default ByteBuffer readFirst(int most) throws IOException {
    ByteBuffer first = ByteBuffer.allocate((int) Math.min(most, length()));
    readFully(0, first);
    return first.flip();
  }

  /**
   * A view of a range of this source. It lives as long as this source does, and closing it does
   * nothing.
   *
   * @throws IndexOutOfBoundsException when the range is not inside this source
   */
  default ByteSource slice(long offset, long length) throws IOException {
    return new SliceByteSource(this, offset, length);
  }

  /**
   * Whether reading is a call to this machine's own file system, and not a request: its length
   * costs nothing, and many small reads cost little.
   */
  default boolean isLocal() {
    return false;
  }

  /**
   * Repairs damage in a local copy of the object, such as a cache; empty if there is no such copy.
   */
  default Optional<Healing> healing() {
    return Optional.empty();
  }

  /**
   * Identifies this version of the object among others at the same place, as an HTTP server's ETag
   * does; empty if nothing identifies it. May send a request.
   */
  default Optional<String> version() throws IOException {
    return Optional.empty();
  }

  /** The source's name, which every error shows; a slice names its parent and range. */
  @Override
  String toString();
}
