package io.pcr.format.source;

import static io.pcr.format.internal.source.SourceReads.checkRead;
import static java.util.Objects.requireNonNull;

import io.pcr.format.error.AlreadyClosedException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Bytes in memory. Thread-safe. */
public final class MemoryByteSource implements ByteSource {
  private final String name;
  private final ByteBuffer bytes;
  private volatile boolean closed;

  /**
   * @param bytes the remaining bytes are the source; they are not copied, and the caller does not
   *     change them while the source is in use
   */
  public MemoryByteSource(String name, ByteBuffer bytes) {
    this.name = requireNonNull(name, "name");
    this.bytes = bytes.slice().asReadOnlyBuffer();
  }

  @Override
  public long length() {
    return bytes.capacity();
  }

  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    if (closed) {
      throw new AlreadyClosedException(name);
    }
    int wanted = dst.remaining();
    checkRead(this, position, wanted, length());
    dst.put(bytes.slice((int) position, wanted));
  }

  @Override
  public void close() {
    closed = true;
  }

  @Override
  public String toString() {
    return name;
  }
}
