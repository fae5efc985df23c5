package io.pcr.writer.source.archive;

import io.pcr.writer.source.SourceFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the slices of an image stand in a record of the reference implementation.
 *
 * @param record the record's file name
 * @param slices in order
 */
record ReferenceImage(String record, List<Slice> slices) {
  /** A stretch of the record. */
  record Slice(long position, int length) {}

  ReferenceImage {
    slices = List.copyOf(slices);
  }

  /** The bytes that go into a listing as the row of an input. */
  byte[] toRow() {
    byte[] name = record.getBytes(StandardCharsets.UTF_8);
    int sliceLength = Long.BYTES + Integer.BYTES;
    ByteBuffer row = ByteBuffer.allocate(Integer.BYTES + name.length + slices.size() * sliceLength);
    row.putInt(name.length).put(name);
    slices.forEach(slice -> row.putLong(slice.position()).putInt(slice.length()));
    return row.array();
  }

  /** What {@link #toRow} wrote. */
  static ReferenceImage of(SourceFile file) {
    ByteBuffer row = ByteBuffer.wrap(file.row());
    byte[] name = new byte[row.getInt()];
    row.get(name);
    List<Slice> slices = new ArrayList<>();
    while (row.hasRemaining()) {
      slices.add(new Slice(row.getLong(), row.getInt()));
    }
    return new ReferenceImage(new String(name, StandardCharsets.UTF_8), slices);
  }
}
