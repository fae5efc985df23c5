package io.pcr.tools.verify;

import io.pcr.format.Limits;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/**
 * Reads adjacent runs of bytes in large pieces and hands them out one by one. A run is never split;
 * the buffer grows to the longest, within the limits. For one thread.
 */
final class RegionScan {
  /** Large enough that a read costs nothing beside the checksum, small enough for the caches. */
  private static final int PIECE = 1 << 20;

  /** The runs of a region. */
  interface Runs {
    int count();

    long position(int run);

    int length(int run);
  }

  /** Takes each run. */
  interface Taker {
    void take(int run, ByteBuffer bytes, long position) throws IOException;
  }

  private final ByteSource source;
  private final long available;
  private final Limits limits;
  private final LongConsumer read;
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  /**
   * @param read is told how many bytes each read had
   */
  RegionScan(ByteSource source, Limits limits, LongConsumer read) throws IOException {
    this.source = source;
    this.available = source.length();
    this.limits = limits;
    this.read = read;
  }

  /**
   * Hands out the runs that the file holds.
   *
   * @return the first run beyond the end of the file, or {@code runs.count()}
   */
  int scan(Runs runs, Taker taker) throws IOException {
    int first = 0;
    while (first < runs.count()) {
      int next = first;
      long start = runs.position(first);
      long end = start;
      while (next < runs.count()
          && runs.position(next) == end
          && end + runs.length(next) <= available
          && (next == first || end + runs.length(next) - start <= PIECE)) {
        end += runs.length(next);
        next++;
      }
      if (next == first) {
        return first;
      }
      ByteBuffer bytes = read(start, end - start);
      for (int run = first; run < next; run++) {
        long position = runs.position(run);
        taker.take(run, bytes.slice((int) (position - start), runs.length(run)), position);
      }
      first = next;
    }
    return first;
  }

  private ByteBuffer read(long position, long length) throws IOException {
    if (length > buffer.capacity()) {
      if (length > limits.sliceBytes()) {
        throw new PcrException.LimitExceeded(
            new FieldLocation("ShardMetadata.slice_lengths", position, source.toString()),
            Limit.SLICE_BYTES,
            length,
            limits.sliceBytes());
      }
      buffer = ByteBuffer.allocateDirect((int) length);
    }
    buffer.clear().limit((int) length);
    source.readFully(position, buffer);
    read.accept(length);
    return buffer.flip();
  }
}
