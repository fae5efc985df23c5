package io.pcr.reader.internal;

/**
 * Which bytes of a file are in a buffer: ranges of the file, ascending, each at a place of the
 * buffer. Immutable.
 */
final class FileRanges {
  private final long[] starts;
  private final int[] lengths;
  private final int[] places;

  /**
   * Ranges that do not overlap.
   *
   * @param starts in the file, ascending
   * @param lengths bytes that are in the buffer
   * @param places in the buffer
   */
  FileRanges(long[] starts, int[] lengths, int[] places) {
    this.starts = starts;
    this.lengths = lengths;
    this.places = places;
  }

  /** One range, from index 0 of the buffer on. */
  static FileRanges one(long start, int length) {
    return new FileRanges(new long[] {start}, new int[] {length}, new int[] {0});
  }

  /** Whether all of these bytes of the file are in the buffer. */
  boolean hold(long position, int length) {
    return length == 0 || position + length <= end(position);
  }

  /** Where a byte of the file is in the buffer, which has it. */
  int place(long position) {
    int range = range(position);
    return places[range] + (int) (position - starts[range]);
  }

  /** How many bytes of the file are in the buffer from a position on. */
  long available(long position) {
    return Math.max(0, end(position) - position);
  }

  private long end(long position) {
    int range = range(position);
    return range < 0 ? position : Math.max(position, starts[range] + lengths[range]);
  }

  /** The last range that begins at or before a position; -1 when there is none. */
  private int range(long position) {
    int low = -1;
    int high = starts.length;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (starts[middle] <= position) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
