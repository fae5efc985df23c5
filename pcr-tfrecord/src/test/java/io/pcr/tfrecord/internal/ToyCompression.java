package io.pcr.tfrecord.internal;

import io.pcr.codecs.internal.zlib.ZlibStrategy;
import io.pcr.format.manifest.Compression;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.internal.compression.BlockSink;
import io.pcr.tfrecord.internal.compression.CompressionLevels;
import io.pcr.tfrecord.internal.compression.DecodeStart;
import io.pcr.tfrecord.internal.compression.DecodedBytes;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * A compression that the format does not have: {@code TOY} and the level, then each byte plus it.
 */
final class ToyCompression implements TfRecordCompression {
  static final Compression TOY = new Compression(200, "TOY", ".tfrecord.toy");

  private static final byte[] MAGIC = {'T', 'O', 'Y'};
  private static final int HEAD = MAGIC.length + 1;

  @Override
  public Compression kind() {
    return TOY;
  }

  @Override
  public CompressionLevels levels() {
    return new CompressionLevels(1, 100, 7);
  }

  @Override
  public boolean isSeekable() {
    return true;
  }

  @Override
  public boolean isShownBy(ByteBuffer head, ByteSource source) {
    return head.remaining() >= HEAD
        && head.slice(head.position(), MAGIC.length).equals(ByteBuffer.wrap(MAGIC));
  }

  @Override
  public DecodedBytes decode(ByteSource source, long position, int chunkBytes) throws IOException {
    ByteBuffer level = ByteBuffer.allocate(1);
    source.readFully(MAGIC.length, level);
    return new Decoded(source, Math.max(position, HEAD), source.length(), level.get(0));
  }

  @Override
  public BlockSink sink(WritableByteChannel channel, int level, ZlibStrategy strategy) {
    return new Sink(channel, (byte) level);
  }

  @Override
  public String toString() {
    return TOY.name();
  }

  private static final class Decoded implements DecodedBytes {
    private final ByteSource source;
    private final long length;
    private final byte level;
    private long position;

    Decoded(ByteSource source, long position, long length, byte level) {
      this.source = source;
      this.position = position;
      this.length = length;
      this.level = level;
    }

    @Override
    public boolean read(ByteBuffer dst) throws IOException {
      int count = (int) Math.min(dst.remaining(), remaining());
      ByteBuffer piece = ByteBuffer.allocate(count);
      source.readFully(position, piece);
      position += count;
      for (int i = 0; i < count; i++) {
        dst.put((byte) (piece.get(i) - level));
      }
      return count > 0;
    }

    @Override
    public long remaining() {
      return length - position;
    }

    @Override
    public DecodeStart startFor(long offset) {
      return new DecodeStart(offset + HEAD, offset);
    }

    @Override
    public String toString() {
      return source + " (TOY, decompressed)";
    }

    @Override
    public void close() {}
  }

  private static final class Sink implements BlockSink {
    private final WritableByteChannel channel;
    private final byte level;
    private long fileLength;

    Sink(WritableByteChannel channel, byte level) {
      this.channel = channel;
      this.level = level;
    }

    @Override
    public void write(ByteBuffer block) throws IOException {
      if (fileLength == 0) {
        put(ByteBuffer.wrap(MAGIC));
        put(ByteBuffer.wrap(new byte[] {level}));
      }
      ByteBuffer coded = ByteBuffer.allocate(block.remaining());
      while (block.hasRemaining()) {
        coded.put((byte) (block.get() + level));
      }
      put(coded.flip());
    }

    private void put(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        fileLength += channel.write(bytes);
      }
    }

    @Override
    public DecodeStart startFor(long offset) {
      return new DecodeStart(offset + HEAD, offset);
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
}
