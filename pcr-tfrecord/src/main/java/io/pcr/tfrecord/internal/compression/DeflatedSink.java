package io.pcr.tfrecord.internal.compression;

import io.pcr.codecs.internal.zlib.ZlibDeflater;
import io.pcr.codecs.internal.zlib.ZlibFlush;
import io.pcr.codecs.internal.zlib.ZlibFraming;
import io.pcr.codecs.internal.zlib.ZlibStatus;
import io.pcr.codecs.internal.zlib.ZlibStrategy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Writes all blocks as one gzip member or zlib stream. */
final class DeflatedSink implements BlockSink {
  private static final int OUTPUT_BYTES = 256 << 10;

  private final PlainSink file;
  private final ZlibDeflater deflater;
  private final ByteBuffer output = ByteBuffer.allocateDirect(OUTPUT_BYTES);

  DeflatedSink(WritableByteChannel channel, ZlibFraming framing, int level, ZlibStrategy strategy) {
    this.file = new PlainSink(channel);
    this.deflater = new ZlibDeflater(framing, level, strategy);
  }

  @Override
  public void write(ByteBuffer block) throws IOException {
    while (deflater.deflate(block, output, ZlibFlush.NONE) == ZlibStatus.NEEDS_OUTPUT) {
      drain();
    }
  }

  @Override
  public DecodeStart startFor(long offset) {
    return DecodeStart.BEGINNING;
  }

  @Override
  public void finish() throws IOException {
    ByteBuffer nothing = ByteBuffer.allocateDirect(0);
    while (deflater.deflate(nothing, output, ZlibFlush.FINISH) != ZlibStatus.FINISHED) {
      drain();
    }
    drain();
  }

  private void drain() throws IOException {
    file.write(output.flip());
    output.clear();
  }

  @Override
  public long fileLength() {
    return file.fileLength();
  }

  @Override
  public void close() {
    deflater.close();
  }
}
