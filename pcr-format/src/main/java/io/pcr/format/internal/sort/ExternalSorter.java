package io.pcr.format.internal.sort;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Sorts any number of records by the unsigned bytes of their keys in bounded memory: full buffers
 * are sorted and written to temporary files as runs, which are merged at the end. What fits the
 * buffer never touches the disk. Records with equal keys keep the order in which they came.
 *
 * <p>Not thread-safe. Closing deletes the temporary files.
 */
public final class ExternalSorter implements Closeable {
  /** Memory of a sorter: 32 MiB. */
  public static final int DEFAULT_BUFFER_BYTES = 32 << 20;

  /** More runs are merged into one first, so that open files and their buffers stay few. */
  private static final int MERGE_WIDTH = 64;

  private static final int STREAM_BYTES = 1 << 16;

  private final Path folder;
  private final RecordBuffer buffer;
  private final List<Path> runs = new ArrayList<>();
  private long records;
  private long keyBytes;

  /** A sorter with the default memory. */
  public ExternalSorter(Path folder) {
    this(folder, DEFAULT_BUFFER_BYTES);
  }

  /**
   * A sorter.
   *
   * @param folder for temporary files; made when the first is written
   * @param bufferBytes of records in memory; a record that is larger takes what it needs
   */
  public ExternalSorter(Path folder, int bufferBytes) {
    this.folder = folder;
    this.buffer = new RecordBuffer(bufferBytes);
  }

  /** Records added so far. */
  public long records() {
    return records;
  }

  /** Bytes of all their keys. */
  public long keyBytes() {
    return keyBytes;
  }

  /** Adds a record; the arrays are copied. */
  public void add(byte[] key, byte[] value) throws IOException {
    if (!buffer.hasRoomFor(key, value)) {
      spill();
    }
    buffer.add(key, value);
    records++;
    keyBytes += key.length;
  }

  /**
   * The records in order, to be closed before the sorter is. Nothing can be added afterwards. They
   * can be had again, one after the other.
   */
  public SortedRecords sorted() throws IOException {
    if (runs.isEmpty()) {
      return buffer.sorted();
    }
    spill();
    buffer.release();
    return new RunMerge(runs);
  }

  private void spill() throws IOException {
    if (buffer.isEmpty()) {
      return;
    }
    writeRun(buffer::writeTo);
    buffer.clear();
    if (runs.size() == MERGE_WIDTH) {
      List<Path> merged = List.copyOf(runs);
      writeRun(out -> merge(merged, out));
      runs.subList(0, MERGE_WIDTH).clear();
      for (Path run : merged) {
        Files.delete(run);
      }
    }
  }

  private static void merge(List<Path> runs, DataOutputStream out) throws IOException {
    try (RunMerge records = new RunMerge(runs)) {
      for (SortedRecord next = records.next(); next != null; next = records.next()) {
        out.writeInt(next.key().length);
        out.writeInt(next.value().length);
        out.write(next.key());
        out.write(next.value());
      }
    }
  }

  /** Writes sorted records. */
  private interface Records {
    void writeTo(DataOutputStream out) throws IOException;
  }

  private void writeRun(Records records) throws IOException {
    Files.createDirectories(folder);
    Path run = Files.createTempFile(folder, "sort-", ".run");
    runs.add(run);
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(run), STREAM_BYTES))) {
      records.writeTo(out);
    }
  }

  @Override
  public void close() throws IOException {
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
    runs.clear();
  }
}
