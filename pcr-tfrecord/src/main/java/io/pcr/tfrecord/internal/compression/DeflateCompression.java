package io.pcr.tfrecord.internal.compression;

import io.pcr.codecs.internal.zlib.ZlibFraming;
import io.pcr.codecs.internal.zlib.ZlibStrategy;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.Compression;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.internal.framing.RecordFraming;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.List;

/** One or more gzip members, or one zlib stream. */
final class DeflateCompression implements TfRecordCompression {
  private static final CompressionLevels LEVELS = new CompressionLevels(0, 9, 6);
  private static final List<ZlibStrategy> STRATEGIES = List.of(ZlibStrategy.values());

  private static final int GZIP_MAGIC = 0x8b1f;
  private static final int METHOD_MASK = 0x0f;
  private static final int METHOD_DEFLATE = 8;
  private static final int CHECK_MODULUS = 31;
  private static final int PROBE_CHUNK = 4 << 10;

  private final Compression kind;
  private final ZlibFraming framing;

  DeflateCompression(Compression kind, ZlibFraming framing) {
    this.kind = kind;
    this.framing = framing;
  }

  @Override
  public Compression kind() {
    return kind;
  }

  @Override
  public CompressionLevels levels() {
    return LEVELS;
  }

  @Override
  public List<ZlibStrategy> strategies() {
    return STRATEGIES;
  }

  @Override
  public boolean isSeekable() {
    return false;
  }

  /** The header of zlib, which is weak, is not enough: what it begins must also inflate. */
  @Override
  public boolean isShownBy(ByteBuffer head, ByteSource source) throws IOException {
    if (head.remaining() < Short.BYTES) {
      return false;
    }
    return switch (framing) {
      case GZIP -> Short.toUnsignedInt(head.getShort(head.position())) == GZIP_MAGIC;
      case ZLIB -> hasZlibHeader(head) && inflates(source);
    };
  }

  private static boolean hasZlibHeader(ByteBuffer head) {
    int method = Byte.toUnsignedInt(head.get(head.position()));
    int flags = Byte.toUnsignedInt(head.get(head.position() + 1));
    return (method & METHOD_MASK) == METHOD_DEFLATE
        && (method << Byte.SIZE | flags) % CHECK_MODULUS == 0;
  }

  /** Whether the file inflates to a record's header, or to nothing at all. */
  private boolean inflates(ByteSource source) throws IOException {
    try (DecodedBytes decoded = decode(source, 0, PROBE_CHUNK)) {
      ByteBuffer start = ByteBuffer.allocateDirect(TfRecordLayout.HEADER_LENGTH);
      while (start.hasRemaining()) {
        if (!decoded.read(start)) {
          return start.position() == 0;
        }
      }
      return RecordFraming.isHeader(start.flip(), 0);
    } catch (PcrException.Corrupt e) {
      return false;
    }
  }

  @Override
  public DecodedBytes decode(ByteSource source, long position, int chunkBytes) throws IOException {
    if (position != 0) {
      throw new IllegalArgumentException(kind + " decodes from its beginning, not " + position);
    }
    return new InflatedBytes(source, framing, chunkBytes);
  }

  @Override
  public BlockSink sink(WritableByteChannel channel, int level, ZlibStrategy strategy) {
    return new DeflatedSink(channel, framing, level, strategy);
  }

  @Override
  public String toString() {
    return kind.name();
  }
}
