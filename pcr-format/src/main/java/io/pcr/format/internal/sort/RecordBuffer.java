package io.pcr.format.internal.sort;

import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Records in one array, and their order: an object for each would take more than they do. */
final class RecordBuffer {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** The lengths of key and value stand before them. */
  private static final int KEY_OFFSET = 2 * Integer.BYTES;

  private static final int FIRST_CAPACITY = 1 << 12;

  /** A record's place among the offsets, and while they are sorted the spare's. */
  private static final int OFFSET_BYTES = 2 * Integer.BYTES;

  private final int maxBytes;
  private byte[] bytes = new byte[FIRST_CAPACITY];
  private int used;
  private int[] offsets = new int[FIRST_CAPACITY >> 5];
  private int count;

  RecordBuffer(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Whether a record can be added within the bound; one alone always can. */
  boolean hasRoomFor(byte[] key, byte[] value) {
    long taken = (long) used + (long) OFFSET_BYTES * count;
    return count == 0 || taken + length(key, value) + OFFSET_BYTES <= maxBytes;
  }

  private static long length(byte[] key, byte[] value) {
    return (long) KEY_OFFSET + key.length + value.length;
  }

  void add(byte[] key, byte[] value) {
    reserve(Math.toIntExact(length(key, value)));
    offsets[count++] = used;
    INT.set(bytes, used, key.length);
    INT.set(bytes, used + Integer.BYTES, value.length);
    System.arraycopy(key, 0, bytes, used + KEY_OFFSET, key.length);
    System.arraycopy(value, 0, bytes, used + KEY_OFFSET + key.length, value.length);
    used += KEY_OFFSET + key.length + value.length;
  }

  private void reserve(int length) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
    }
    int needed = Math.addExact(used, length);
    if (needed > bytes.length) {
      int doubled = (int) Math.min(2L * bytes.length, maxBytes);
      bytes = Arrays.copyOf(bytes, Math.max(doubled, needed));
    }
  }

  void clear() {
    used = 0;
    count = 0;
  }

  /** Gives up the memory; nothing is added afterwards. */
  void release() {
    clear();
    bytes = new byte[0];
    offsets = new int[0];
  }

  /** The records in order; valid until one is added or all are cleared. */
  SortedRecords sorted() {
    sort(0, count, new int[count]);
    return new SortedRecords() {
      private int next;

      @Override
      public SortedRecord next() {
        return next == count ? null : record(offsets[next++]);
      }

      @Override
      public void close() {
        // The memory is the buffer's.
      }
    };
  }

  /** Writes the records in order, as a {@link SortedRun} reads them. */
  void writeTo(DataOutputStream out) throws IOException {
    sort(0, count, new int[count]);
    for (int i = 0; i < count; i++) {
      int at = offsets[i];
      int value = (int) INT.get(bytes, at + Integer.BYTES);
      out.writeInt(keyLength(at));
      out.writeInt(value);
      out.write(bytes, at + KEY_OFFSET, keyLength(at) + value);
    }
  }

  private SortedRecord record(int at) {
    int value = at + KEY_OFFSET + keyLength(at);
    int end = value + (int) INT.get(bytes, at + Integer.BYTES);
    return new SortedRecord(
        Arrays.copyOfRange(bytes, at + KEY_OFFSET, value), Arrays.copyOfRange(bytes, value, end));
  }

  private int keyLength(int at) {
    return (int) INT.get(bytes, at);
  }

  private int compare(int left, int right) {
    int leftKey = left + KEY_OFFSET;
    int rightKey = right + KEY_OFFSET;
    return Arrays.compareUnsigned(
        bytes, leftKey, leftKey + keyLength(left), bytes, rightKey, rightKey + keyLength(right));
  }

  /**
   * A stable merge sort over offsets; one look suffices for stretches that come in order, as keys
   * mostly do.
   */
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
