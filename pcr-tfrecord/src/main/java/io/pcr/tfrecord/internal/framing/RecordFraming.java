package io.pcr.tfrecord.internal.framing;

import static io.pcr.tfrecord.internal.framing.TfRecordLayout.DATA_LENGTH_OFFSET;
import static io.pcr.tfrecord.internal.framing.TfRecordLayout.DATA_OFFSET;
import static io.pcr.tfrecord.internal.framing.TfRecordLayout.LENGTH_CRC_OFFSET;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What stands before and after a record's data (spec section "TFRecord shards"). Stateless. */
public final class RecordFraming {
  private RecordFraming() {}

  /** Puts the {@link TfRecordLayout#HEADER_LENGTH} bytes that go before the data. */
  public static void putHeader(ByteBuffer dst, long dataLength) {
    int start = dst.position();
    ByteBuffer out = dst.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(start + DATA_LENGTH_OFFSET, dataLength);
    out.putInt(start + LENGTH_CRC_OFFSET, lengthCrc(out, start));
    dst.position(start + DATA_OFFSET);
  }

  /** Puts the {@link TfRecordLayout#FOOTER_LENGTH} bytes that go behind the data. */
  public static void putFooter(ByteBuffer dst, ByteBuffer data) {
    putMasked(dst, MaskedCrc32C.of(data));
  }

  /** The same, of data whose CRC-32C is known; it is not masked yet. */
  public static void putFooter(ByteBuffer dst, int dataCrc) {
    putMasked(dst, MaskedCrc32C.mask(dataCrc));
  }

  private static void putMasked(ByteBuffer dst, int maskedCrc) {
    ByteBuffer out = dst.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(maskedCrc);
    dst.position(out.position());
  }

  /** Whether the bytes at {@code start} are a header whose checksum holds. */
  public static boolean isHeader(ByteBuffer bytes, int start) {
    ByteBuffer in = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    return in.getInt(start + LENGTH_CRC_OFFSET) == lengthCrc(in, start);
  }

  /**
   * The length of the data, proved by its checksum and within the limit; nothing may be allocated
   * for a record before.
   *
   * @param start where the header begins in {@code bytes}
   */
  public static int checkHeader(ByteBuffer bytes, int start, RecordOrigin place, Limits limits)
      throws PcrException {
    ByteBuffer in = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    int stored = in.getInt(start + LENGTH_CRC_OFFSET);
    int computed = lengthCrc(in, start);
    if (stored != computed) {
      throw PcrException.Corrupt.checksum(
          place.field("length_crc", LENGTH_CRC_OFFSET), stored, computed);
    }
    long length = in.getLong(start + DATA_LENGTH_OFFSET);
    if (length < 0) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          place.field("data_length", DATA_LENGTH_OFFSET),
          Long.toUnsignedString(length),
          "at most 2^63-1");
    }
    if (length > limits.sliceBytes()) {
      throw new PcrException.LimitExceeded(
          place.field("data_length", DATA_LENGTH_OFFSET),
          Limit.SLICE_BYTES,
          length,
          limits.sliceBytes());
    }
    return (int) length;
  }

  /** Proves the data by the checksum that {@code storedCrc} holds. */
  public static void checkData(ByteBuffer data, int storedCrc, RecordOrigin place)
      throws PcrException {
    int computed = MaskedCrc32C.of(data);
    if (storedCrc != computed) {
      throw PcrException.Corrupt.checksum(
          place.field("data_crc", DATA_OFFSET + (long) data.remaining()), storedCrc, computed);
    }
  }

  private static int lengthCrc(ByteBuffer bytes, int start) {
    return MaskedCrc32C.of(bytes.slice(start + DATA_LENGTH_OFFSET, Long.BYTES));
  }
}
