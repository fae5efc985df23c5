package io.pcr.writer.source;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sorts any number of records by the unsigned bytes of their keys, holding one chunk of them in
 * memory and the rest in temporary files. Records with equal keys keep the order in which they
 * came.
 *
 * <p>Not thread-safe. Closing deletes the temporary files.
 */
public final class ExternalSorter implements Closeable {
  /** A key and what belongs to it. */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  public record Entry(byte[] key, byte[] value) {
    static final Comparator<Entry> BY_KEY = (a, b) -> Arrays.compareUnsigned(a.key, b.key);

    private int footprint() {
      return key.length + value.length + ENTRY_OVERHEAD_BYTES;
    }
  }

  /** The sorted records, one at a time; null after the last. */
  public interface Cursor extends Closeable {
    /** The next record, or null after the last. */
    Entry next() throws IOException;
  }

  /** Memory of a sorter. */
  public static final int DEFAULT_CHUNK_BYTES = 48 << 20;

  /** Two array headers, the record and its reference. */
  private static final int ENTRY_OVERHEAD_BYTES = 64;

  /**
   * More runs than this are merged into one first, so that open files and their buffers stay few.
   */
  private static final int MERGE_WIDTH = 64;

  private static final int BUFFER_BYTES = 64 << 10;

  private final Path folder;
  private final int chunkBytes;
  private final List<Path> runs = new ArrayList<>();
  private List<Entry> chunk = new ArrayList<>();
  private int chunkFootprint;

  ExternalSorter(Path folder) {
    this(folder, DEFAULT_CHUNK_BYTES);
  }

  /**
   * @param folder for temporary files
   * @param chunkBytes of records in memory
   */
  public ExternalSorter(Path folder, int chunkBytes) {
    this.folder = folder;
    this.chunkBytes = chunkBytes;
  }

  /** Adds a record; the arrays are kept. */
  public void add(byte[] key, byte[] value) throws IOException {
    Entry entry = new Entry(key, value);
    chunk.add(entry);
    chunkFootprint += entry.footprint();
    if (chunkFootprint >= chunkBytes) {
      spill();
    }
  }

  /** The records in order. Nothing can be added afterwards. */
  public Cursor sorted() throws IOException {
    if (runs.isEmpty()) {
      chunk.sort(Entry.BY_KEY);
      var entries = chunk.iterator();
      return new Cursor() {
        @Override
        public Entry next() {
          return entries.hasNext() ? entries.next() : null;
        }

        @Override
        public void close() {}
      };
    }
    spill();
    return new Merge(runs);
  }

  private void spill() throws IOException {
    if (chunk.isEmpty()) {
      return;
    }
    chunk.sort(Entry.BY_KEY);
    try (RunWriter writer = new RunWriter(newRun())) {
      for (Entry entry : chunk) {
        writer.write(entry);
      }
    }
    chunk = new ArrayList<>();
    chunkFootprint = 0;
    if (runs.size() == MERGE_WIDTH) {
      List<Path> merged = List.copyOf(runs);
      try (Merge merge = new Merge(merged);
          RunWriter writer = new RunWriter(newRun())) {
        for (Entry entry = merge.next(); entry != null; entry = merge.next()) {
          writer.write(entry);
        }
      }
      runs.subList(0, MERGE_WIDTH).clear();
      for (Path run : merged) {
        Files.delete(run);
      }
    }
  }

  private Path newRun() throws IOException {
    Path run = Files.createTempFile(folder, "sort-", ".run");
    runs.add(run);
    return run;
  }

  @Override
  public void close() throws IOException {
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
    runs.clear();
  }

  private static final class RunWriter implements Closeable {
    private final DataOutputStream out;

    RunWriter(Path run) throws IOException {
      OutputStream file = Files.newOutputStream(run);
      out = new DataOutputStream(new BufferedOutputStream(file, BUFFER_BYTES));
    }

    void write(Entry entry) throws IOException {
      out.writeInt(entry.key().length);
      out.writeInt(entry.value().length);
      out.write(entry.key());
      out.write(entry.value());
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /**
   * One run being read: its next record, and its place among the runs to keep equal keys in order.
   */
  private static final class RunReader implements Closeable {
    private final int place;
    private final DataInputStream in;
    private Entry head;

    RunReader(int place, Path run) throws IOException {
      this.place = place;
      InputStream file = Files.newInputStream(run);
      in = new DataInputStream(new BufferedInputStream(file, BUFFER_BYTES));
      advance();
    }

    void advance() throws IOException {
      int keyLength;
      try {
        keyLength = in.readInt();
      } catch (EOFException e) {
        head = null;
        return;
      }
      int valueLength = in.readInt();
      head = new Entry(in.readNBytes(keyLength), in.readNBytes(valueLength));
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private static final class Merge implements Cursor {
    private final List<RunReader> readers = new ArrayList<>();
    private final PriorityQueue<RunReader> queue =
        new PriorityQueue<>(
            Comparator.comparing((RunReader reader) -> reader.head, Entry.BY_KEY)
                .thenComparingInt(reader -> reader.place));

    Merge(List<Path> runs) throws IOException {
      try {
        for (Path run : runs) {
          RunReader reader = new RunReader(readers.size(), run);
          readers.add(reader);
          if (reader.head != null) {
            queue.add(reader);
          }
        }
      } catch (IOException e) {
        close();
        throw e;
      }
    }

    @Override
    public Entry next() throws IOException {
      RunReader reader = queue.poll();
      if (reader == null) {
        return null;
      }
      Entry entry = reader.head;
      reader.advance();
      if (reader.head != null) {
        queue.add(reader);
      }
      return entry;
    }

    @Override
    public void close() throws IOException {
      for (RunReader reader : readers) {
        reader.close();
      }
    }
  }
}
