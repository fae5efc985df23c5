package io.pcr.tfrecord.internal;

import static io.pcr.tfrecord.internal.framing.TfRecordLayout.DATA_LENGTH_OFFSET;
import static io.pcr.tfrecord.internal.framing.TfRecordLayout.DATA_OFFSET;
import static io.pcr.tfrecord.internal.framing.TfRecordLayout.HEADER_LENGTH;
import static io.pcr.tfrecord.internal.framing.TfRecordLayout.OVERHEAD;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.keys.KeyPlace;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.tfrecord.internal.compression.DecodedBytes;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.framing.RecordFraming;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads one record by the place that the index of keys states, with one read (spec requirement
 * R-KEYS-4).
 *
 * @param number of the record, for errors
 */
record PlacedTfRecord(
    ByteSource source,
    TfRecordCompression compression,
    KeyPlace place,
    long number,
    TfRecordReadOptions options) {
  private static final int SCRATCH_BYTES = 64 << 10;

  TfRecord read() throws IOException {
    ByteBuffer stored = stored();
    RecordOrigin origin =
        compression.isPlain()
            ? new RecordOrigin(source.toString(), number, place.storedOffset())
            : new RecordOrigin(
                source
                    + " ("
                    + compression
                    + ", decompressed from "
                    + place.storedOffset()
                    + " on)",
                number,
                place.recordOffset());
    ByteSource alone = new MemoryByteSource(source.toString(), stored);
    try (DecodedBytes in = compression.decode(alone, 0, options.chunkBytes())) {
      skip(in, origin);
      ByteBuffer header = fill(in, ByteBuffer.allocateDirect(HEADER_LENGTH), origin).flip();
      int length = RecordFraming.checkHeader(header, 0, origin, options.limits());
      requireWholePlace(length, origin);
      ByteBuffer rest = ByteBuffer.allocateDirect(length + OVERHEAD - HEADER_LENGTH);
      fill(in, rest, origin).flip().order(ByteOrder.LITTLE_ENDIAN);
      ByteBuffer data = rest.slice(0, length).asReadOnlyBuffer();
      RecordFraming.checkData(data, rest.getInt(length), origin);
      long inner = compression.isPlain() ? 0 : place.recordOffset();
      return new TfRecord(
          origin, new RecordPosition(place.storedOffset(), inner, (long) length + OVERHEAD), data);
    }
  }

  private ByteBuffer stored() throws IOException {
    long limit = options.limits().sliceBytes();
    if (place.storedLength() > limit) {
      throw new PcrException.LimitExceeded(
          new FieldLocation("KeyEntry.stored_length", place.storedOffset(), source.toString()),
          Limit.SLICE_BYTES,
          place.storedLength(),
          limit);
    }
    ByteBuffer stored = ByteBuffer.allocate((int) place.storedLength());
    source.readFully(place.storedOffset(), stored);
    return stored.flip();
  }

  /** Without compression the place is the record, and nothing before or behind it. */
  private void requireWholePlace(int length, RecordOrigin origin) throws PcrException {
    long rest = place.storedLength() - place.recordOffset();
    if (compression.isPlain() && (place.recordOffset() != 0 || rest != (long) length + OVERHEAD)) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          origin.field("data_length", DATA_LENGTH_OFFSET),
          length,
          place + " by the index of keys");
    }
  }

  private void skip(DecodedBytes in, RecordOrigin origin) throws IOException {
    ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
    long left = place.recordOffset();
    while (left > 0) {
      scratch.clear().limit((int) Math.min(left, SCRATCH_BYTES));
      left -= fill(in, scratch, origin).position();
    }
  }

  private static ByteBuffer fill(DecodedBytes in, ByteBuffer dst, RecordOrigin origin)
      throws IOException {
    while (dst.hasRemaining()) {
      if (!in.read(dst)) {
        throw new PcrException.Truncated(
            origin.field("data", DATA_OFFSET), dst.limit(), dst.position());
      }
    }
    return dst;
  }
}
