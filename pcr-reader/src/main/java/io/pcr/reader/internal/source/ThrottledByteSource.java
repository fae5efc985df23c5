package io.pcr.reader.internal.source;

import static java.util.Objects.requireNonNull;

import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A source behind a {@link Link}: as slow as the link is when it is shared fairly. Thread-safe. */
final class ThrottledByteSource implements ByteSource {
  /** Concurrent reads take turns in pieces of this size. */
  private static final int PIECE_BYTES = 256 * 1024;

  private final ByteSource source;
  private final Link link;

  ThrottledByteSource(ByteSource source, Link link) {
    this.source = requireNonNull(source, "source");
    this.link = link;
  }

  @Override
  public long length() throws IOException {
    return source.length();
  }

  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    int end = dst.limit();
    link.awaitLatency();
    source.readFully(position, dst.duplicate());
    while (dst.position() < end) {
      int piece = Math.min(PIECE_BYTES, end - dst.position());
      link.awaitBytes(piece);
      dst.position(dst.position() + piece);
    }
  }

  @Override
  public void close() throws IOException {
    source.close();
  }

  @Override
  public String toString() {
    return source.toString();
  }
}
