package io.pcr.format.source;

import static io.pcr.format.internal.source.SourceReads.checkRead;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/** A range of another source. */
final class SliceByteSource implements ByteSource {
  private final ByteSource parent;
  private final long offset;
  private final long length;

  SliceByteSource(ByteSource parent, long offset, long length) throws IOException {
    Objects.checkFromIndexSize(offset, length, parent.length());
    this.parent = parent;
    this.offset = offset;
    this.length = length;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    checkRead(this, position, dst.remaining(), length);
    parent.readFully(offset + position, dst);
  }

  @Override
  public boolean isLocal() {
    return parent.isLocal();
  }

  @Override
  public void close() {
    // The parent belongs to whoever opened it.
  }

  @Override
  public String toString() {
    return parent + "[" + offset + "+" + length + "]";
  }
}
