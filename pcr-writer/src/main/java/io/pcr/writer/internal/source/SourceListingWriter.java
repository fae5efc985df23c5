package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.internal.commit.OwnFile;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes a {@link SourceListing}, file after file. Not thread-safe; whoever opens it closes it. */
public final class SourceListingWriter implements Closeable {
  private static final int BUFFER_BYTES = 256 << 10;

  private final Path offsetsPath;
  private final DataOutputStream records;
  private final DataOutputStream offsets;
  private long position;
  private long count;
  private long totalBytes;
  private long labelled;

  /** Begins a listing at {@code path}, over whatever is there. */
  public SourceListingWriter(Path path) throws IOException {
    offsetsPath = path.resolveSibling(path.getFileName() + ".offsets");
    records = open(path);
    try {
      offsets = open(offsetsPath);
    } catch (IOException e) {
      records.close();
      throw e;
    }
  }

  private static DataOutputStream open(Path path) throws IOException {
    return new DataOutputStream(
        new BufferedOutputStream(Channels.newOutputStream(OwnFile.create(path)), BUFFER_BYTES));
  }

  /** Adds the next file. */
  public void add(SourceFile file) throws IOException {
    offsets.writeLong(position);
    records.writeLong(file.size());
    records.writeLong(file.modifiedNanos());
    records.write(LabelBytes.put(ByteBuffer.allocate(LabelBytes.LENGTH), file.label()).array());
    records.writeInt(file.key().length);
    records.writeInt(file.row().length);
    records.write(file.key());
    records.write(file.row());
    position += SourceListing.FIXED_LENGTH + file.key().length + file.row().length;
    totalBytes += file.size();
    labelled += file.label().isPresent() ? 1 : 0;
    count++;
  }

  /**
   * Ends the listing; without this it cannot be opened.
   *
   * @param findings beside the files
   * @param archives that were looked into
   */
  public void finish(
      List<String> classNames,
      List<ColumnSpec> rowColumns,
      Findings findings,
      List<String> archives)
      throws IOException {
    offsets.flush();
    Files.copy(offsetsPath, records);
    writeNames(classNames);
    records.writeInt(rowColumns.size());
    for (ColumnSpec column : rowColumns) {
      writeName(column.name());
      records.writeByte(column.type().id());
      records.writeByte(column.shape().id());
      records.writeInt(column.listLength());
      records.writeByte(column.placement().id());
    }
    records.writeInt(findings.all().size());
    for (Map.Entry<Finding, Findings.Found> finding : findings.all().entrySet()) {
      writeName(finding.getKey().name());
      records.writeLong(finding.getValue().count());
      writeNames(finding.getValue().examples());
    }
    writeNames(archives);
    records.writeLong(count);
    records.writeLong(totalBytes);
    records.writeLong(labelled);
    records.writeLong(position);
    records.writeLong(position + count * Long.BYTES);
    records.flush();
  }

  private void writeNames(List<String> names) throws IOException {
    records.writeInt(names.size());
    for (String name : names) {
      writeName(name);
    }
  }

  private void writeName(String name) throws IOException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    records.writeInt(bytes.length);
    records.write(bytes);
  }

  @Override
  public void close() throws IOException {
    try (records;
        offsets) {
      Files.deleteIfExists(offsetsPath);
    }
  }
}
