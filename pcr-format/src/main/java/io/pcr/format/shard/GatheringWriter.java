package io.pcr.format.shard;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.WritableByteChannel;

/** Writes many small buffers with few calls and without copying them together. */
final class GatheringWriter {
  /** Below the 1,024 that Linux takes in one call. */
  private static final int MAX_PENDING = 512;

  private final WritableByteChannel channel;
  private final ByteBuffer[] pending = new ByteBuffer[MAX_PENDING];
  private int count;

  GatheringWriter(WritableByteChannel channel) {
    this.channel = channel;
  }

  /** The buffer's position stays as it is. */
  void write(ByteBuffer buffer) throws IOException {
    if (!buffer.hasRemaining()) {
      return;
    }
    pending[count++] = buffer.duplicate();
    if (count == MAX_PENDING) {
      flush();
    }
  }

  void flush() throws IOException {
    int first = 0;
    while (first < count) {
      if (channel instanceof GatheringByteChannel gathering) {
        gathering.write(pending, first, count - first);
      } else {
        channel.write(pending[first]);
      }
      while (first < count && !pending[first].hasRemaining()) {
        pending[first++] = null;
      }
    }
    count = 0;
  }
}
