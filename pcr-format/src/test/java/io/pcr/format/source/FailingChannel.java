package io.pcr.format.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A file on a disk that gives some bytes and then fails, as the system says it. */
final class FailingChannel extends FileChannel {
  private int left;

  /**
   * @param good how many bytes can be read
   */
  FailingChannel(int good) {
    left = good;
  }

  @Override
  public int read(ByteBuffer dst, long position) throws IOException {
    if (left == 0) {
      throw new IOException("Input/output error");
    }
    int read = Math.min(left, dst.remaining());
    dst.put(new byte[read]);
    left -= read;
    return read;
  }

  @Override
  public int read(ByteBuffer dst) {
    throw notPositional();
  }

  @Override
  public long read(ByteBuffer[] dsts, int offset, int length) {
    throw notPositional();
  }

  @Override
  public int write(ByteBuffer src) {
    throw notPositional();
  }

  @Override
  public int write(ByteBuffer src, long position) {
    throw notPositional();
  }

  @Override
  public long write(ByteBuffer[] srcs, int offset, int length) {
    throw notPositional();
  }

  @Override
  public long position() {
    throw notPositional();
  }

  @Override
  public FileChannel position(long newPosition) {
    throw notPositional();
  }

  @Override
  public long size() {
    throw notPositional();
  }

  @Override
  public FileChannel truncate(long size) {
    throw notPositional();
  }

  @Override
  public void force(boolean metaData) {
    throw notPositional();
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) {
    throw notPositional();
  }

  @Override
  public long transferFrom(ReadableByteChannel src, long position, long count) {
    throw notPositional();
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) {
    throw notPositional();
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) {
    throw notPositional();
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) {
    throw notPositional();
  }

  private static UnsupportedOperationException notPositional() {
    return new UnsupportedOperationException("no positional read");
  }

  @Override
  protected void implCloseChannel() {
    // There is no file.
  }
}
