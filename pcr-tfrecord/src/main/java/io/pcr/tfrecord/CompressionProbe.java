package io.pcr.tfrecord;

import io.pcr.codecs.zlib.ZlibFraming;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.compression.TfRecordCompression;
import io.pcr.tfrecord.framing.RecordFraming;
import io.pcr.tfrecord.framing.TfRecordLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Finds out what a file is compressed with, from its bytes alone. A file that is not compressed
 * begins with a length whose checksum holds, which nothing else does but once in 2^32; the others
 * have a magic number, and zlib's, which is weak, must also inflate. Names are not looked at.
 */
final class CompressionProbe {
  private static final int GZIP_MAGIC = 0x8b1f;
  private static final int ZSTD_MAGIC = 0xfd2fb528;
  private static final int ZSTD_SKIPPABLE_MAGIC = 0x184d2a50;
  private static final int ZSTD_SKIPPABLE_MASK = 0xfffffff0;
  private static final int ZLIB_METHOD_MASK = 0x0f;
  private static final int ZLIB_DEFLATE = 8;
  private static final int ZLIB_CHECK_MODULUS = 31;
  private static final int PROBE_CHUNK = 4 << 10;

  private final ByteSource source;
  private final ByteBuffer head;

  private CompressionProbe(ByteSource source) throws IOException {
    this.source = source;
    this.head =
        ByteBuffer.allocate((int) Math.min(TfRecordLayout.HEADER_LENGTH, source.length()))
            .order(ByteOrder.LITTLE_ENDIAN);
    source.readFully(0, head);
    head.flip();
  }

  /**
   * The compression of a file; an empty file is one without compression and without records.
   *
   * @param declared what the file is said to be
   * @throws PcrException.NotPcr when the bytes are no TFRecord file in any compression
   * @throws PcrException.Corrupt when they are in another than the declared one
   */
  static TfRecordCompression probe(ByteSource source, Optional<TfRecordCompression> declared)
      throws IOException {
    if (source.length() == 0) {
      return declared.orElse(TfRecordCompression.NONE);
    }
    CompressionProbe probe = new CompressionProbe(source);
    Optional<TfRecordCompression> found = probe.find();
    if (found.isEmpty() && declared.isPresent()) {
      // The reader of that compression says best what is wrong with it.
      return declared.get();
    }
    FieldLocation location = new FieldLocation("TfRecordFile.compression", 0, source.toString());
    if (found.isEmpty()) {
      throw new PcrException.NotPcr(
          location, probe.headInHex(), "a record's length and its checksum, or gzip, zlib or zstd");
    }
    if (declared.isPresent() && declared.get() != found.get()) {
      throw new PcrException.Corrupt(
          ErrorCode.BAD_FRAME, location, found.get(), declared.get() + " as declared");
    }
    return found.get();
  }

  private Optional<TfRecordCompression> find() throws IOException {
    if (head.remaining() == TfRecordLayout.HEADER_LENGTH && RecordFraming.isHeader(head, 0)) {
      return Optional.of(TfRecordCompression.NONE);
    }
    if (head.remaining() >= Integer.BYTES) {
      int magic = head.getInt(0);
      if (magic == ZSTD_MAGIC || (magic & ZSTD_SKIPPABLE_MASK) == ZSTD_SKIPPABLE_MAGIC) {
        return Optional.of(TfRecordCompression.ZSTD);
      }
    }
    if (head.remaining() >= Short.BYTES) {
      if (Short.toUnsignedInt(head.getShort(0)) == GZIP_MAGIC) {
        return Optional.of(TfRecordCompression.GZIP);
      }
      if (hasZlibHeader() && inflates()) {
        return Optional.of(TfRecordCompression.ZLIB);
      }
    }
    return Optional.empty();
  }

  private String headInHex() {
    byte[] bytes = new byte[head.remaining()];
    head.get(0, bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private boolean hasZlibHeader() {
    int method = Byte.toUnsignedInt(head.get(0));
    int flags = Byte.toUnsignedInt(head.get(1));
    return (method & ZLIB_METHOD_MASK) == ZLIB_DEFLATE
        && (method << Byte.SIZE | flags) % ZLIB_CHECK_MODULUS == 0;
  }

  /** Whether the file inflates to a record's header, or to nothing at all. */
  private boolean inflates() throws IOException {
    try (DecodedBytes decoded = new InflatedBytes(source, ZlibFraming.ZLIB, PROBE_CHUNK)) {
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
}
