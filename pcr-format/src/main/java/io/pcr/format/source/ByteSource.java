package io.pcr.format.source;

import io.pcr.format.error.AlreadyClosedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Immutable bytes at positions. Implementations are safe for use by many threads at once; reads do
 * not move any shared position.
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
   * What mends damage that came from a copy nearer than the object itself, such as a cache; empty
   * when there is no such copy.
   */
  default Optional<Healing> healing() {
    return Optional.empty();
  }

  /**
   * What tells this version of the object from others at the same place, such as an HTTP server's
   * ETag; empty when nothing does. May send a request.
   */
  default Optional<String> version() throws IOException {
    return Optional.empty();
  }

  /**
   * The source's name for people, as it stands in every error; a slice names its parent and range.
   */
  @Override
  String toString();
}
