package io.pcr.tfrecord.internal.compression;

import io.pcr.codecs.internal.zlib.ZlibStrategy;
import io.pcr.format.manifest.Compression;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.internal.framing.RecordFraming;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Records as they are. */
final class NoCompression implements TfRecordCompression {
  @Override
  public Compression kind() {
    return Compression.NONE;
  }

  @Override
  public CompressionLevels levels() {
    return CompressionLevels.NONE;
  }

  @Override
  public boolean isSeekable() {
    return true;
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  /** The checksum of a length holds in other files once in 2^32. */
  @Override
  public boolean isShownBy(ByteBuffer head, ByteSource source) {
    return head.remaining() == TfRecordLayout.HEADER_LENGTH
        && RecordFraming.isHeader(head, head.position());
  }

  @Override
  public DecodedBytes decode(ByteSource source, long position, int chunkBytes) throws IOException {
    return new PlainBytes(source, position);
  }

  @Override
  public BlockSink sink(WritableByteChannel channel, int level, ZlibStrategy strategy) {
    return new PlainSink(channel);
  }

  @Override
  public String toString() {
    return kind().name();
  }
}
