package io.pcr.writer.internal.source;

import io.pcr.writer.source.FileColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * By what it shows that a column file is still the one that was there when its source was listed.
 * Immutable.
 *
 * @param size in bytes; negative when there was no file, or none that could be looked at
 * @param modifiedNanos its time of last change, in nanoseconds since 1970
 */
record FileStamp(long size, long modifiedNanos) {
  /** How many bytes a stamp takes in a listing. */
  static final int LENGTH = 2 * Long.BYTES;

  /** Of a file that is not there. */
  static final FileStamp ABSENT = new FileStamp(-1, 0);

  /** Of a file that cannot be looked at, which may be there. */
  private static final FileStamp UNKNOWN = new FileStamp(-2, 0);

  static FileStamp of(BasicFileAttributes attributes) {
    return new FileStamp(attributes.size(), attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
  }

  /** Of a file as it is now. */
  static FileStamp of(Path file) {
    try {
      return of(Files.readAttributes(file, BasicFileAttributes.class));
    } catch (NoSuchFileException e) {
      return ABSENT;
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  /** Of the column files of one image, one after the other. */
  static byte[] ofColumns(Path folder, List<FileColumn> columns, String key) {
    ByteBuffer stamps = ByteBuffer.allocate(columns.size() * LENGTH);
    for (FileColumn column : columns) {
      of(column.fileOf(folder, key)).put(stamps);
    }
    return stamps.array();
  }

  /** Puts {@link #LENGTH} bytes. */
  void put(ByteBuffer stamps) {
    stamps.putLong(size).putLong(modifiedNanos);
  }

  /** Puts it in the place of the stamp of one column. */
  void putAt(int column, byte[] stamps) {
    put(ByteBuffer.wrap(stamps, column * LENGTH, LENGTH));
  }

  /** The stamp of one column. */
  static FileStamp at(int column, byte[] stamps) {
    ByteBuffer in = ByteBuffer.wrap(stamps, column * LENGTH, LENGTH);
    return new FileStamp(in.getLong(), in.getLong());
  }
}
