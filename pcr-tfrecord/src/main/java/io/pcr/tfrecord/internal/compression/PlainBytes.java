package io.pcr.tfrecord.internal.compression;

import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file that is not compressed. */
final class PlainBytes implements DecodedBytes {
  private final ByteSource source;
  private final long length;
  private long position;

  PlainBytes(ByteSource source, long position) throws IOException {
    this.source = source;
    this.length = source.length();
    this.position = position;
  }

  @Override
  public boolean read(ByteBuffer dst) throws IOException {
    int count = (int) Math.min(dst.remaining(), remaining());
    if (count == 0) {
      return false;
    }
    source.readFully(position, dst.slice(dst.position(), count));
    dst.position(dst.position() + count);
    position += count;
    return true;
  }

  @Override
  public long remaining() {
    return length - position;
  }

  @Override
  public DecodeStart startFor(long offset) {
    return new DecodeStart(offset, offset);
  }

  @Override
  public String toString() {
    return source.toString();
  }

  @Override
  public void close() {}
}
