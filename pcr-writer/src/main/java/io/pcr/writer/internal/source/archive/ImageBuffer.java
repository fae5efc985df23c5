package io.pcr.writer.internal.source.archive;

import java.nio.ByteBuffer;

/** One direct buffer that grows to the largest image read into it. Not thread-safe. */
public final class ImageBuffer {
  private static final int FIRST_CAPACITY = 1 << 20;
  private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

  private ByteBuffer buffer = ByteBuffer.allocateDirect(FIRST_CAPACITY);

  /** Room for an image; overwrites the one before. */
  public ByteBuffer room(int size) {
    if (buffer.capacity() < size) {
      buffer = ByteBuffer.allocateDirect((int) Math.min(size * 5L / 4, MAX_CAPACITY));
    }
    return buffer.clear().limit(size);
  }
}
