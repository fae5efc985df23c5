package io.pcr.format.index;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sorts any number of records by their keys (bytes, unsigned) in bounded memory: full buffers are
 * sorted and written to scratch files as runs, which are merged at the end. What fits the buffer
 * never touches the disk. Each record is a key of up to 65,535 bytes and a payload of fixed length.
 * Not thread-safe; closing deletes the scratch files.
 */
final class RecordSorter implements Closeable {
  /** Takes the sorted records; neither array is kept by the sorter. */
  interface RecordConsumer {
    void record(byte[] key, byte[] payload) throws IOException;
  }

  static final int DEFAULT_BUFFER = 32 << 20;

  static final int KEY_LENGTH_FIELD = 2;
  private static final int MAX_KEY_LENGTH = 65535;
  private static final int FIRST_CAPACITY = 1 << 16;
  private static final int STREAM_BUFFER = 1 << 16;

  private final Path scratch;
  private final String name;
  private final int payloadLength;
  private final int maxBuffer;
  private final List<Path> runs = new ArrayList<>();

  private byte[] buffer = new byte[FIRST_CAPACITY];
  private int used;
  private int[] offsets = new int[FIRST_CAPACITY >> 5];
  private int buffered;
  private long records;
  private long keyBytes;

  RecordSorter(Path scratch, String name, int payloadLength, int maxBuffer) {
    this.scratch = scratch;
    this.name = name;
    this.payloadLength = payloadLength;
    this.maxBuffer = maxBuffer;
  }

  long records() {
    return records;
  }

  long keyBytes() {
    return keyBytes;
  }

  void add(byte[] key, byte[] payload) throws IOException {
    if (key.length > MAX_KEY_LENGTH || payload.length != payloadLength) {
      throw new IllegalArgumentException(
          "key of " + key.length + " and payload of " + payload.length + " bytes");
    }
    int length = KEY_LENGTH_FIELD + key.length + payloadLength;
    if (used + length > maxBuffer && buffered > 0) {
      writeRun();
    }
    reserve(length);
    offsets[buffered++] = used;
    buffer[used] = (byte) (key.length >> Byte.SIZE);
    buffer[used + 1] = (byte) key.length;
    System.arraycopy(key, 0, buffer, used + KEY_LENGTH_FIELD, key.length);
    System.arraycopy(payload, 0, buffer, used + KEY_LENGTH_FIELD + key.length, payloadLength);
    used += length;
    records++;
    keyBytes += key.length;
  }

  /**
   * Gives all records in order, those with equal keys in the order in which they were added. Ends
   * the sorter's use.
   */
  void drain(RecordConsumer consumer) throws IOException {
    if (runs.isEmpty()) {
      sortBuffered();
      for (int i = 0; i < buffered; i++) {
        int at = offsets[i];
        int payload = at + KEY_LENGTH_FIELD + keyLength(at);
        consumer.record(
            Arrays.copyOfRange(buffer, at + KEY_LENGTH_FIELD, payload),
            Arrays.copyOfRange(buffer, payload, payload + payloadLength));
      }
      return;
    }
    writeRun();
    buffer = new byte[0];
    offsets = new int[0];
    merge(consumer);
  }

  private void merge(RecordConsumer consumer) throws IOException {
    List<SortedRun> open = new ArrayList<>();
    try {
      PriorityQueue<SortedRun> queue = new PriorityQueue<>();
      for (Path run : runs) {
        SortedRun opened = new SortedRun(run, open.size(), payloadLength);
        open.add(opened);
        if (opened.next()) {
          queue.add(opened);
        }
      }
      while (!queue.isEmpty()) {
        SortedRun least = queue.poll();
        consumer.record(least.key(), least.payload());
        if (least.next()) {
          queue.add(least);
        }
      }
    } finally {
      for (SortedRun run : open) {
        run.close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
  }

  private void reserve(int length) {
    if (buffered == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * buffered);
    }
    if (used + length > buffer.length) {
      int doubled = (int) Math.min(2L * buffer.length, maxBuffer);
      buffer = Arrays.copyOf(buffer, Math.max(doubled, used + length));
    }
  }

  private void writeRun() throws IOException {
    sortBuffered();
    Path run = scratch.resolve(name + "-" + runs.size() + ".run");
    runs.add(run);
    try (DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(
                Files.newOutputStream(run, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                STREAM_BUFFER))) {
      for (int i = 0; i < buffered; i++) {
        out.write(buffer, offsets[i], KEY_LENGTH_FIELD + keyLength(offsets[i]) + payloadLength);
      }
    }
    used = 0;
    buffered = 0;
  }

  private int keyLength(int at) {
    return Byte.toUnsignedInt(buffer[at]) << Byte.SIZE | Byte.toUnsignedInt(buffer[at + 1]);
  }

  private int compare(int left, int right) {
    int leftKey = left + KEY_LENGTH_FIELD;
    int rightKey = right + KEY_LENGTH_FIELD;
    return Arrays.compareUnsigned(
        buffer, leftKey, leftKey + keyLength(left), buffer, rightKey, rightKey + keyLength(right));
  }

  /**
   * A stable merge sort over offsets; one look suffices for stretches that come in order, as keys
   * mostly do.
   */
  private void sortBuffered() {
    sort(0, buffered, new int[buffered]);
  }

  private void sort(int from, int to, int[] spare) {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to) >>> 1;
    sort(from, middle, spare);
    sort(middle, to, spare);
    if (compare(offsets[middle - 1], offsets[middle]) <= 0) {
      return;
    }
    System.arraycopy(offsets, from, spare, from, middle - from);
    int left = from;
    int right = middle;
    int out = from;
    while (left < middle && right < to) {
      offsets[out++] = compare(spare[left], offsets[right]) <= 0 ? spare[left++] : offsets[right++];
    }
    System.arraycopy(spare, left, offsets, out, middle - left);
  }
}
