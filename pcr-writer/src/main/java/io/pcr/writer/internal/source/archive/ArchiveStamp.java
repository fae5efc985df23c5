package io.pcr.writer.internal.source.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.format.internal.text.RawNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/**
 * An archive as it was when it was listed.
 *
 * @param name in the source's folder; of a source that is one file, the file's
 * @param length in bytes
 * @param modifiedNanos when it was last changed, in nanoseconds since 1970
 */
public record ArchiveStamp(String name, long length, long modifiedNanos) {
  /** The archive as it is now. */
  public static ArchiveStamp now(Path root, String name) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(path(root, name), BasicFileAttributes.class);
    return new ArchiveStamp(
        name, attributes.size(), attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
  }

  /** Where an archive stands. */
  public static Path path(Path root, String name) {
    return Files.isDirectory(root) ? RawNames.resolve(root, name.getBytes(UTF_8)) : root;
  }

  /** How many bytes {@link #put} puts. */
  public int encodedLength() {
    return Integer.BYTES + name.getBytes(UTF_8).length + 2 * Long.BYTES;
  }

  /** Puts it into the row of an input. */
  public void put(ByteBuffer row) {
    putText(row, name);
    row.putLong(length).putLong(modifiedNanos);
  }

  /** Takes what {@link #put} put. */
  public static ArchiveStamp get(ByteBuffer row) {
    return new ArchiveStamp(getText(row), row.getLong(), row.getLong());
  }

  static void putText(ByteBuffer row, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    row.putInt(bytes.length).put(bytes);
  }

  static String getText(ByteBuffer row) {
    byte[] text = new byte[row.getInt()];
    row.get(text);
    return new String(text, UTF_8);
  }
}
