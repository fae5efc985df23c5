package io.pcr.writer.internal.shard;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * Gathers small writes into large ones. A slice of a shard is a few kilobytes; each would be a
 * system call, or a temporary native buffer of its own in a gathering write.
 *
 * <p>Not thread-safe. {@link #flush} ends the writing; closing it closes nothing.
 */
public final class StagedChannel implements WritableByteChannel {
  private static final int STAGE_BYTES = 1 << 20;

  private final WritableByteChannel target;
  private final ByteBuffer stage = ByteBuffer.allocateDirect(STAGE_BYTES);

  public StagedChannel(WritableByteChannel target) {
    this.target = target;
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    int length = bytes.remaining();
    while (bytes.hasRemaining()) {
      int part = Math.min(bytes.remaining(), stage.remaining());
      stage.put(stage.position(), bytes, bytes.position(), part);
      stage.position(stage.position() + part);
      bytes.position(bytes.position() + part);
      if (!stage.hasRemaining()) {
        flush();
      }
    }
    return length;
  }

  /** Writes what has been gathered. */
  public void flush() throws IOException {
    stage.flip();
    while (stage.hasRemaining()) {
      target.write(stage);
    }
    stage.clear();
  }

  @Override
  public boolean isOpen() {
    return target.isOpen();
  }

  @Override
  public void close() {
    // The target is closed by whoever opened it.
  }
}
