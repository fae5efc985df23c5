package io.pcr.writer.source.archive;

import io.pcr.writer.source.SourceFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the parts of a sample stand in a tar.
 *
 * @param archive the tar's name
 * @param image its place
 * @param columns the other parts
 */
record TarSample(String archive, Part image, List<Part> columns) {
  /** A member that is a part of the sample. */
  record Part(String extension, long position, long size) {}

  TarSample {
    columns = List.copyOf(columns);
  }

  /** The bytes that go into a listing as the row of an input. */
  byte[] toRow() {
    List<byte[]> names = new ArrayList<>();
    int length = Integer.BYTES;
    names.add(archive.getBytes(StandardCharsets.UTF_8));
    names.add(image.extension().getBytes(StandardCharsets.UTF_8));
    columns.forEach(part -> names.add(part.extension().getBytes(StandardCharsets.UTF_8)));
    for (byte[] name : names) {
      length += Integer.BYTES + name.length + 2 * Long.BYTES;
    }
    ByteBuffer row = ByteBuffer.allocate(length).putInt(columns.size());
    putName(row, names.get(0));
    put(row, names.get(1), image);
    for (int i = 0; i < columns.size(); i++) {
      put(row, names.get(2 + i), columns.get(i));
    }
    byte[] bytes = new byte[row.position()];
    row.get(0, bytes);
    return bytes;
  }

  private static void put(ByteBuffer row, byte[] name, Part part) {
    putName(row, name);
    row.putLong(part.position()).putLong(part.size());
  }

  private static void putName(ByteBuffer row, byte[] name) {
    row.putInt(name.length).put(name);
  }

  /** What {@link #toRow} wrote. */
  static TarSample of(SourceFile file) {
    ByteBuffer row = ByteBuffer.wrap(file.row());
    int count = row.getInt();
    String archive = name(row);
    Part image = part(row);
    List<Part> columns = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      columns.add(part(row));
    }
    return new TarSample(archive, image, columns);
  }

  private static Part part(ByteBuffer row) {
    return new Part(name(row), row.getLong(), row.getLong());
  }

  private static String name(ByteBuffer row) {
    byte[] name = new byte[row.getInt()];
    row.get(name);
    return new String(name, StandardCharsets.UTF_8);
  }
}
