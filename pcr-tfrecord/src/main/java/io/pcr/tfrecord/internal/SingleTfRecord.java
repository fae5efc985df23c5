package io.pcr.tfrecord.internal;

import static io.pcr.tfrecord.internal.framing.TfRecordLayout.DATA_LENGTH_OFFSET;
import static io.pcr.tfrecord.internal.framing.TfRecordLayout.DATA_OFFSET;
import static io.pcr.tfrecord.internal.framing.TfRecordLayout.OVERHEAD;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.internal.compression.DecodedBytes;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.framing.RecordFraming;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads one record by its position: of a file without compression in one read. */
final class SingleTfRecord {
  private static final int SCRATCH_BYTES = 64 << 10;

  private final ByteSource source;
  private final TfRecordCompression compression;
  private final RecordPosition position;
  private final TfRecordReadOptions options;
  private final RecordOrigin place;

  SingleTfRecord(
      ByteSource source,
      TfRecordCompression compression,
      RecordPosition position,
      long number,
      TfRecordReadOptions options) {
    this.source = source;
    this.compression = compression;
    this.position = position;
    this.options = options;
    String name =
        compression.isPlain()
            ? source.toString()
            : source + " (" + compression + ", decompressed from " + position.fileOffset() + " on)";
    long offset = compression.isPlain() ? position.fileOffset() : position.innerOffset();
    this.place = new RecordOrigin(name, number, offset);
  }

  TfRecord read() throws IOException {
    int length = checkLength();
    ByteBuffer record;
    if (compression.isPlain()) {
      record = ByteBuffer.allocate(length);
      source.readFully(position.fileOffset(), record);
    } else {
      try (DecodedBytes in =
          compression.decode(source, position.fileOffset(), options.chunkBytes())) {
        skip(in);
        record = fill(in, ByteBuffer.allocateDirect(length));
      }
    }
    return check(record.flip().order(ByteOrder.LITTLE_ENDIAN));
  }

  private int checkLength() throws PcrException {
    long dataLength = position.length() - OVERHEAD;
    boolean isPlaceable = !compression.isPlain() || position.innerOffset() == 0;
    if (dataLength < 0 || !isPlaceable) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          place.field("data_length", DATA_LENGTH_OFFSET),
          position + " by the index",
          "a record of a file with compression " + compression);
    }
    long limit = options.limits().sliceBytes();
    if (dataLength > limit) {
      throw new PcrException.LimitExceeded(
          place.field("data_length", DATA_LENGTH_OFFSET), Limit.SLICE_BYTES, dataLength, limit);
    }
    return Math.toIntExact(position.length());
  }

  private void skip(DecodedBytes in) throws IOException {
    ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
    long left = position.innerOffset();
    while (left > 0) {
      scratch.clear().limit((int) Math.min(left, SCRATCH_BYTES));
      left -= fill(in, scratch).position();
    }
  }

  private ByteBuffer fill(DecodedBytes in, ByteBuffer dst) throws IOException {
    while (dst.hasRemaining()) {
      if (!in.read(dst)) {
        throw new PcrException.Truncated(
            place.field("data", DATA_OFFSET), dst.capacity(), dst.position());
      }
    }
    return dst;
  }

  private TfRecord check(ByteBuffer record) throws PcrException {
    int length = RecordFraming.checkHeader(record, 0, place, options.limits());
    if (length + OVERHEAD != position.length()) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          place.field("data_length", DATA_LENGTH_OFFSET),
          length,
          position.length() - OVERHEAD + " by the index");
    }
    ByteBuffer data = record.slice(DATA_OFFSET, length).asReadOnlyBuffer();
    RecordFraming.checkData(data, record.getInt(DATA_OFFSET + length), place);
    return new TfRecord(place, position, data);
  }
}
