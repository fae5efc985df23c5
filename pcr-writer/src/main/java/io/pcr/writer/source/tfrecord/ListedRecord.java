package io.pcr.writer.source.tfrecord;

import io.pcr.codecs.tfrecord.TfRecord;
import io.pcr.format.index.RecordPosition;
import io.pcr.format.tfrecord.RecordPlace;
import io.pcr.format.tfrecord.TfRecordCompression;
import io.pcr.writer.source.SourceFile;
import io.pcr.writer.source.archive.ArchiveStamp;
import java.nio.ByteBuffer;

/**
 * Where an input's record stands.
 *
 * @param file the TFRecord file
 * @param compression of the file
 * @param number of the record in the file, from 0
 * @param decodedOffset where the record begins in the file's bytes once decompressed
 * @param position where to begin to read
 */
record ListedRecord(
    ArchiveStamp file,
    TfRecordCompression compression,
    long number,
    long decodedOffset,
    RecordPosition position) {
  /** More than this is not decompressed for each record anew. */
  private static final long MAX_SKIPPED_BYTES = 8 << 20;

  static ListedRecord of(ArchiveStamp file, TfRecordCompression compression, TfRecord record) {
    return new ListedRecord(
        file, compression, record.place().number(), record.place().offset(), record.position());
  }

  /** Whether the record can be read without decompressing much before it. */
  boolean isNear() {
    return compression.isSeekable() && position.innerOffset() <= MAX_SKIPPED_BYTES;
  }

  /** The record as errors name it. */
  RecordPlace place() {
    return new RecordPlace(file.name(), number, decodedOffset);
  }

  /** The bytes that go into a listing as the row of an input. */
  byte[] toRow() {
    ByteBuffer row = ByteBuffer.allocate(file.encodedLength() + Integer.BYTES + 5 * Long.BYTES);
    file.put(row);
    row.putInt(compression.id()).putLong(number).putLong(decodedOffset);
    row.putLong(position.fileOffset()).putLong(position.innerOffset()).putLong(position.length());
    return row.array();
  }

  /** What {@link #toRow} wrote. */
  static ListedRecord of(SourceFile input) {
    ByteBuffer row = ByteBuffer.wrap(input.row());
    return new ListedRecord(
        ArchiveStamp.get(row),
        TfRecordCompression.ofId(row.getInt()).orElseThrow(),
        row.getLong(),
        row.getLong(),
        new RecordPosition(row.getLong(), row.getLong(), row.getLong()));
  }
}
