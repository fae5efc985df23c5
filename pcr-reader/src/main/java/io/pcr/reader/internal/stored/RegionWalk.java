package io.pcr.reader.internal.stored;

import io.pcr.format.Limits;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.work.ClaimedMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/**
 * Reads the regions of a shard in large pieces, and compares each slice or value with its checksum.
 * Runs are never split; the buffer grows to the longest, within the limits. For one thread.
 */
public final class RegionWalk {
  /** Large enough that a read costs nothing beside the checksum, small enough for the caches. */
  private static final int PIECE = 1 << 20;

  /** Is told of what is wrong. */
  public interface Listener {
    /**
     * A slice or value is damaged, and the walk goes on.
     *
     * @param run its number in the region
     * @param e what is wrong with it
     */
    void damaged(int run, PcrException e) throws IOException;

    /** Whether a piece that cannot be read is read again in parts, to know which cannot be. */
    default boolean goesAroundUnreadable() {
      return false;
    }

    /** A slice or value could not be read; ends the walk unless it is overridden. */
    default void unreadable(int run, IOException e) throws IOException {
      throw e;
    }
  }

  private final ByteSource source;
  private final long available;
  private final Limits limits;
  private final LongConsumer read;
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  /**
   * A walk through a shard's file.
   *
   * @param source stays open during the walk; the caller closes it
   * @param read is told how many bytes each read had
   */
  public RegionWalk(ByteSource source, Limits limits, LongConsumer read) throws IOException {
    this.source = source;
    this.available = source.length();
    this.limits = limits;
    this.read = read;
  }

  /**
   * Walks a region, as far as the file reaches; beyond its end too where the listener goes around
   * what cannot be read.
   */
  public void walk(RegionRuns runs, Listener listener) throws IOException {
    int first = 0;
    while (first < runs.count()) {
      int next = endOfPiece(runs, first);
      if (next == first) {
        if (!listener.goesAroundUnreadable()) {
          return;
        }
        next = first + 1;
      }
      piece(runs, first, next, listener);
      first = next;
    }
  }

  /** The first run that is not in the piece that begins with one; that one, if it is cut off. */
  private int endOfPiece(RegionRuns runs, int first) {
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
    return next;
  }

  private void piece(RegionRuns runs, int first, int next, Listener listener) throws IOException {
    long start = runs.position(first);
    long length = runs.position(next - 1) + runs.length(next - 1) - start;
    ByteBuffer bytes;
    try {
      bytes = read(start, length);
    } catch (IOException e) {
      if (!listener.goesAroundUnreadable()) {
        throw e;
      }
      if (next - first == 1) {
        listener.unreadable(first, e);
      } else {
        for (int run = first; run < next; run++) {
          piece(runs, run, run + 1, listener);
        }
      }
      return;
    }
    for (int run = first; run < next; run++) {
      long position = runs.position(run);
      ByteBuffer part = bytes.slice((int) (position - start), runs.length(run));
      try {
        runs.check(run, part, new Origin(source.toString(), position));
      } catch (PcrException e) {
        listener.damaged(run, e);
      }
    }
  }

  private ByteBuffer read(long position, long length) throws IOException {
    if (length > buffer.capacity()) {
      FieldLocation stated =
          new FieldLocation("ShardMetadata.slice_lengths", position, source.toString());
      if (length > limits.sliceBytes()) {
        throw new PcrException.LimitExceeded(
            stated, Limit.SLICE_BYTES, length, limits.sliceBytes());
      }
      buffer = ClaimedMemory.direct((int) length, stated);
    }
    buffer.clear().limit((int) length);
    source.readFully(position, buffer);
    read.accept(length);
    return buffer.flip();
  }
}
