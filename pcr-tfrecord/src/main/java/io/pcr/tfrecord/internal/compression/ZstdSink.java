package io.pcr.tfrecord.internal.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.pcr.format.internal.frame.ZstdLibrary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * Writes each block as a frame of its own, with its size and without a checksum: records have
 * theirs.
 */
final class ZstdSink implements BlockSink {
  private final PlainSink file;
  private final ZstdCompressCtx context;
  private long written;
  private ByteBuffer frame = ByteBuffer.allocateDirect(0);

  ZstdSink(WritableByteChannel channel, int level) {
    this.file = new PlainSink(channel);
    ZstdLibrary.requireUnchecked();
    context = ZstdLibrary.run(ZstdCompressCtx::new);
    context.setLevel(level).setContentSize(true).setChecksum(false);
  }

  @Override
  public void write(ByteBuffer block) throws IOException {
    long bound = Zstd.compressBound(block.remaining());
    if (frame.capacity() < bound) {
      frame = ByteBuffer.allocateDirect(Math.toIntExact(bound));
    }
    frame.clear();
    written += block.remaining();
    ZstdLibrary.run(() -> context.compress(frame, block));
    file.write(frame.flip());
  }

  /** Each block is a frame. */
  @Override
  public DecodeStart startFor(long offset) {
    return new DecodeStart(file.fileLength(), written);
  }

  /** A file without records is one empty frame, so that any zstd takes it. */
  @Override
  public void finish() throws IOException {
    if (file.fileLength() == 0) {
      write(ByteBuffer.allocateDirect(0));
    }
  }

  @Override
  public long fileLength() {
    return file.fileLength();
  }

  @Override
  public void close() {
    context.close();
  }
}
