package io.pcr.tfrecord.internal.compression;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Writes blocks as they are. */
final class PlainSink implements BlockSink {
  private final WritableByteChannel channel;
  private long fileLength;

  PlainSink(WritableByteChannel channel) {
    this.channel = channel;
  }

  @Override
  public void write(ByteBuffer block) throws IOException {
    while (block.hasRemaining()) {
      fileLength += channel.write(block);
    }
  }

  @Override
  public DecodeStart startFor(long offset) {
    return new DecodeStart(offset, offset);
  }

  @Override
  public void finish() {}

  @Override
  public long fileLength() {
    return fileLength;
  }

  @Override
  public void close() {}
}
