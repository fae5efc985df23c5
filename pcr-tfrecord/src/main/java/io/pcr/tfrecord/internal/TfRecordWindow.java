package io.pcr.tfrecord.internal;

import io.pcr.tfrecord.internal.compression.DecodedBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The stretch of decoded bytes that holds the record being read. Grows to hold a record, and only
 * with the bytes that are really there. Not thread-safe.
 */
final class TfRecordWindow {
  private final DecodedBytes in;
  private ByteBuffer bytes;
  private long offset;

  /** Starts with nothing. */
  TfRecordWindow(DecodedBytes in, int chunkBytes) {
    this.in = in;
    this.bytes = allocate(chunkBytes).limit(0);
  }

  /** Where the window's position is in the decoded bytes. */
  long offset() {
    return offset;
  }

  /** Bytes at hand from the position on. */
  int available() {
    return bytes.remaining();
  }

  /** The bytes; absolute reads from {@link #start} on are meant. */
  ByteBuffer bytes() {
    return bytes;
  }

  /** The index of the position in {@link #bytes}. */
  int start() {
    return bytes.position();
  }

  /** Makes {@code count} bytes available, or returns false when the file ends before. */
  boolean require(int count) throws IOException {
    while (bytes.remaining() < count) {
      makeRoom(count);
      int position = bytes.position();
      ByteBuffer free = bytes.duplicate();
      free.limit(bytes.capacity()).position(bytes.limit());
      if (!in.read(free)) {
        return false;
      }
      bytes.limit(free.position()).position(position);
    }
    return true;
  }

  private void makeRoom(int count) {
    if (bytes.capacity() - bytes.position() >= count && bytes.limit() < bytes.capacity()) {
      return;
    }
    int held = bytes.remaining();
    if (bytes.capacity() >= count) {
      bytes.compact().flip();
    } else if (held * 2L <= bytes.capacity()) {
      // Half of it is free still: more is taken only once it is full.
      bytes.compact().flip();
    } else {
      int doubled = (int) Math.min(count, bytes.capacity() * 2L);
      bytes = allocate(doubled).put(bytes).flip();
    }
  }

  /** Moves the position on, over bytes at hand. */
  void advance(int count) {
    bytes.position(bytes.position() + count);
    offset += count;
  }

  private static ByteBuffer allocate(int capacity) {
    return ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
  }
}
