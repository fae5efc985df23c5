package io.pcr.writer.internal.source.tfrecord;

import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.media.MediaType;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import io.pcr.writer.internal.source.SourceFile;
import io.pcr.writer.internal.source.archive.ArchiveStamp;
import java.nio.ByteBuffer;

/**
 * Where an input's record stands.
 *
 * @param file the TFRecord file
 * @param compression of the file
 * @param number of the record in the file, from 0
 * @param decodedOffset where the record begins in the file's bytes once decompressed
 * @param position where to begin to read
 * @param head the first bytes of the image, so that a look at it decompresses nothing
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
record ListedRecord(
    ArchiveStamp file,
    TfRecordCompression compression,
    long number,
    long decodedOffset,
    RecordPosition position,
    byte[] head) {
  /** More than this is not decompressed for each record anew. */
  private static final long MAX_SKIPPED_BYTES = 8 << 20;

  private static final int MAX_HEAD = MediaType.SNIFF_LENGTH;

  static ListedRecord of(ArchiveStamp file, TfRecordCompression compression, TfRecord record) {
    return new ListedRecord(
        file,
        compression,
        record.origin().number(),
        record.origin().offset(),
        record.position(),
        new byte[0]);
  }

  /** This record with the beginning of an image. */
  ListedRecord withHeadOf(ByteBuffer image) {
    byte[] first = new byte[Math.min(MAX_HEAD, image.remaining())];
    image.get(image.position(), first);
    return new ListedRecord(file, compression, number, decodedOffset, position, first);
  }

  /** Whether the record can be read without decompressing much before it. */
  boolean isNear() {
    return compression.isSeekable() && position.innerOffset() <= MAX_SKIPPED_BYTES;
  }

  /** The record as errors name it. */
  RecordOrigin origin() {
    return new RecordOrigin(file.name(), number, decodedOffset);
  }

  /** The bytes that go into a listing as the row of an input. */
  byte[] toRow() {
    int length = file.encodedLength() + Integer.BYTES + 5 * Long.BYTES + head.length;
    ByteBuffer row = ByteBuffer.allocate(length);
    file.put(row);
    row.putInt(compression.id()).putLong(number).putLong(decodedOffset);
    row.putLong(position.fileOffset()).putLong(position.innerOffset()).putLong(position.length());
    return row.put(head).array();
  }

  /** What {@link #toRow} wrote. */
  static ListedRecord of(SourceFile input) {
    ByteBuffer row = ByteBuffer.wrap(input.row());
    ArchiveStamp file = ArchiveStamp.get(row);
    TfRecordCompression compression =
        TfRecordCompressions.STANDARD.ofId(row.getInt()).orElseThrow();
    long number = row.getLong();
    long decodedOffset = row.getLong();
    RecordPosition position = new RecordPosition(row.getLong(), row.getLong(), row.getLong());
    byte[] head = new byte[row.remaining()];
    row.get(head);
    return new ListedRecord(file, compression, number, decodedOffset, position, head);
  }
}
