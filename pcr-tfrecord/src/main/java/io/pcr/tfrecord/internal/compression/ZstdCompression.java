package io.pcr.tfrecord.internal.compression;

import io.pcr.codecs.internal.zlib.ZlibStrategy;
import io.pcr.format.manifest.Compression;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Zstandard frames, one after the other. */
final class ZstdCompression implements TfRecordCompression {
  private static final CompressionLevels LEVELS = new CompressionLevels(1, 22, 3);
  private static final int MAGIC = 0xfd2fb528;
  private static final int SKIPPABLE_MAGIC = 0x184d2a50;
  private static final int SKIPPABLE_MASK = 0xfffffff0;

  @Override
  public Compression kind() {
    return Compression.ZSTD;
  }

  @Override
  public CompressionLevels levels() {
    return LEVELS;
  }

  @Override
  public boolean isSeekable() {
    return true;
  }

  @Override
  public boolean isShownBy(ByteBuffer head, ByteSource source) {
    if (head.remaining() < Integer.BYTES) {
      return false;
    }
    int magic = head.getInt(head.position());
    return magic == MAGIC || (magic & SKIPPABLE_MASK) == SKIPPABLE_MAGIC;
  }

  @Override
  public DecodedBytes decode(ByteSource source, long position, int chunkBytes) throws IOException {
    return new ZstdBytes(source, position, chunkBytes);
  }

  @Override
  public BlockSink sink(WritableByteChannel channel, int level, ZlibStrategy strategy) {
    return new ZstdSink(channel, level);
  }

  @Override
  public String description() {
    return TfRecordCompression.super.description() + ", which TensorFlow does not read";
  }

  @Override
  public String toString() {
    return kind().name();
  }
}
