package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnShape;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The files of a source in order, on disk: any of them is two small reads away, and none is in
 * memory.
 *
 * <pre>
 * per file:  size u64 | modified i64 | label i64 | key length u32 | row length u32 | key | row
 * offsets:   u64 for each file
 * names:     class count u32 | class names | column count u32 | per column: name | type id u8
 *            | shape id u8 | list length u32 | placement id u8
 *            | findings u32 | per finding: name | count u64 | examples u32 | examples | archives u32 | names of archives
 * footer:    file count | total bytes | labelled files | offset of offsets | offset of names, u64 each
 * </pre>
 *
 * <p>Thread-safe. Whoever opens it closes it. The layout is private to one run and its resumption.
 */
public final class SourceListing implements Closeable {
  static final int SIZE_OFFSET = 0;
  static final int MODIFIED_OFFSET = SIZE_OFFSET + Long.BYTES;
  static final int LABEL_OFFSET = MODIFIED_OFFSET + Long.BYTES;
  static final int KEY_LENGTH_OFFSET = LABEL_OFFSET + LabelBytes.LENGTH;
  static final int ROW_LENGTH_OFFSET = KEY_LENGTH_OFFSET + Integer.BYTES;
  static final int FIXED_LENGTH = ROW_LENGTH_OFFSET + Integer.BYTES;

  /** Changes with the layout, so that no run goes on with the listing of another version. */
  public static final int VERSION = 4;

  static final int FOOTER_LENGTH = 5 * Long.BYTES;

  private final Path path;
  private final FileChannel file;
  private final long count;
  private final long totalBytes;
  private final boolean hasLabels;
  private final long offsetsOffset;
  private final List<String> classNames;
  private final List<ColumnSpec> rowColumns;
  private final Findings findings;
  private final List<String> archives;

  private SourceListing(Path path, FileChannel file) throws IOException {
    this.path = path;
    this.file = file;
    ByteBuffer footer = read(file.size() - FOOTER_LENGTH, FOOTER_LENGTH);
    count = footer.getLong();
    totalBytes = footer.getLong();
    hasLabels = footer.getLong() > 0;
    offsetsOffset = footer.getLong();
    long namesOffset = footer.getLong();
    long namesLength = file.size() - FOOTER_LENGTH - namesOffset;
    ByteBuffer names = read(namesOffset, Math.toIntExact(namesLength));
    classNames = names(names);
    List<ColumnSpec> columns = new ArrayList<>();
    for (int left = names.getInt(); left > 0; left--) {
      String name = name(names);
      ColumnType type = ColumnType.ofId(names.get()).orElseThrow();
      ColumnShape shape = ColumnShape.ofId(names.get()).orElseThrow();
      int listLength = names.getInt();
      Placement placement = Placement.ofId(names.get()).orElseThrow();
      columns.add(new ColumnSpec(name, type, shape, listLength, placement));
    }
    rowColumns = List.copyOf(columns);
    Findings found = Findings.NONE;
    for (int left = names.getInt(); left > 0; left--) {
      Finding finding = Finding.valueOf(name(names));
      found = found.with(finding, new Findings.Found(names.getLong(), names(names)));
    }
    findings = found;
    archives = names(names);
  }

  private static List<String> names(ByteBuffer in) {
    List<String> names = new ArrayList<>();
    for (int left = in.getInt(); left > 0; left--) {
      names.add(name(in));
    }
    return List.copyOf(names);
  }

  private static String name(ByteBuffer names) {
    byte[] name = new byte[names.getInt()];
    names.get(name);
    return new String(name, StandardCharsets.UTF_8);
  }

  /** Opens what a {@link SourceListingWriter} finished. */
  public static SourceListing open(Path path) throws IOException {
    FileChannel file = FileChannel.open(path, StandardOpenOption.READ);
    try {
      return new SourceListing(path, file);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** How many files there are. */
  public long count() {
    return count;
  }

  /** Their bytes together. */
  public long totalBytes() {
    return totalBytes;
  }

  /** Whether any of them has a label. */
  public boolean hasLabels() {
    return hasLabels;
  }

  /** The names of the classes 0, 1, …; empty where labels come from elsewhere or are not. */
  public List<String> classNames() {
    return classNames;
  }

  /** The columns whose values stand in {@link SourceFile#row}. */
  public List<ColumnSpec> rowColumns() {
    return rowColumns;
  }

  /** What was found beside the files. */
  public Findings findings() {
    return findings;
  }

  /** The archives that were looked into; empty for a folder of images. */
  public List<String> archives() {
    return archives;
  }

  /** Reads what was listed of one file. */
  public SourceFile file(long number) throws IOException {
    if (number < 0 || number >= count) {
      throw new IndexOutOfBoundsException(number + " of " + count);
    }
    boolean last = number == count - 1;
    ByteBuffer span = read(offsetsOffset + number * Long.BYTES, last ? Long.BYTES : 2 * Long.BYTES);
    long start = span.getLong();
    long end = last ? offsetsOffset : span.getLong();
    ByteBuffer fixed = read(start, Math.toIntExact(end - start));
    long size = fixed.getLong();
    long modified = fixed.getLong();
    OptionalLong label = LabelBytes.get(fixed);
    byte[] key = new byte[fixed.getInt()];
    byte[] row = new byte[fixed.getInt()];
    fixed.get(key).get(row);
    return new SourceFile(key, size, modified, label, row);
  }

  private ByteBuffer read(long position, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    while (buffer.hasRemaining()) {
      if (position < 0 || file.read(buffer, position + buffer.position()) < 0) {
        throw new IOException(path + " is cut short: nothing at " + position);
      }
    }
    return buffer.flip();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
