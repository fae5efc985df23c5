package io.pcr.writer.internal.source.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.writer.internal.source.SourceFile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the parts of a sample stand in a tar.
 *
 * @param archive the tar
 * @param name what the names of its parts begin with there: mostly the sample's key
 * @param image its place
 * @param others the other parts, but the label
 */
record TarSample(ArchiveStamp archive, String name, Part image, List<Part> others) {
  /** A member that is a part of the sample. */
  record Part(String extension, long position, long size) {
    private int encodedLength() {
      return Integer.BYTES + extension.getBytes(UTF_8).length + 2 * Long.BYTES;
    }

    private void put(ByteBuffer row) {
      ArchiveStamp.putText(row, extension);
      row.putLong(position).putLong(size);
    }

    private static Part get(ByteBuffer row) {
      return new Part(ArchiveStamp.getText(row), row.getLong(), row.getLong());
    }
  }

  TarSample {
    others = List.copyOf(others);
  }

  /** Bytes of all parts. */
  long size() {
    return image.size() + others.stream().mapToLong(Part::size).sum();
  }

  /**
   * The bytes that go into a listing as the row of an input.
   *
   * @param key the sample's
   */
  byte[] toRow(String key) {
    // Nearly all samples have their key as their name, which is not written twice.
    String other = name.equals(key) ? "" : name;
    int length = archive.encodedLength() + Integer.BYTES + other.getBytes(UTF_8).length;
    length += image.encodedLength();
    length += others.stream().mapToInt(Part::encodedLength).sum();
    ByteBuffer row = ByteBuffer.allocate(length);
    archive.put(row);
    ArchiveStamp.putText(row, other);
    image.put(row);
    others.forEach(part -> part.put(row));
    return row.array();
  }

  /** What {@link #toRow} wrote. */
  static TarSample of(SourceFile file) {
    ByteBuffer row = ByteBuffer.wrap(file.row());
    ArchiveStamp archive = ArchiveStamp.get(row);
    String other = ArchiveStamp.getText(row);
    String name = other.isEmpty() ? file.keyText() : other;
    Part image = Part.get(row);
    List<Part> others = new ArrayList<>();
    while (row.hasRemaining()) {
      others.add(Part.get(row));
    }
    return new TarSample(archive, name, image, others);
  }
}
