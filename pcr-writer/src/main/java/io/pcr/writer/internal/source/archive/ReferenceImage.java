package io.pcr.writer.internal.source.archive;

import io.pcr.writer.internal.source.SourceFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the slices of an image stand in a record of the reference implementation.
 *
 * @param record the record
 * @param slices in order
 */
record ReferenceImage(ArchiveStamp record, List<Slice> slices) {
  /** A stretch of the record. */
  record Slice(long position, int length) {
    private static final int ENCODED_LENGTH = Long.BYTES + Integer.BYTES;
  }

  ReferenceImage {
    slices = List.copyOf(slices);
  }

  /** The bytes that go into a listing as the row of an input. */
  byte[] toRow() {
    int length = record.encodedLength() + slices.size() * Slice.ENCODED_LENGTH;
    ByteBuffer row = ByteBuffer.allocate(length);
    record.put(row);
    slices.forEach(slice -> row.putLong(slice.position()).putInt(slice.length()));
    return row.array();
  }

  /** What {@link #toRow} wrote. */
  static ReferenceImage of(SourceFile file) {
    ByteBuffer row = ByteBuffer.wrap(file.row());
    ArchiveStamp record = ArchiveStamp.get(row);
    List<Slice> slices = new ArrayList<>();
    while (row.hasRemaining()) {
      slices.add(new Slice(row.getLong(), row.getInt()));
    }
    return new ReferenceImage(record, slices);
  }
}
