package io.pcr.reader.internal.stored;

import io.pcr.format.Limits;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.work.Parallel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The slices of one sample, from the first group to another: where they are in the file of the
 * shard, how they are read, and whether they are what was written. Immutable.
 *
 * @param groups the last group, which is also how many there are
 */
public record SampleSlices(ShardFile shard, int sample, int groups) {
  /** All slices of a sample. */
  public static SampleSlices all(ShardFile shard, int sample) {
    return new SampleSlices(shard, sample, shard.metadata().groupCount());
  }

  /** Bytes of the slices together. */
  public long length() {
    return length(groups);
  }

  /** Bytes of the slices of the first groups. */
  public long length(int firstGroups) {
    ShardMetadata metadata = shard.metadata();
    long length = 0;
    for (int group = 1; group <= firstGroups; group++) {
      length += metadata.sliceLength(group, sample);
    }
    return length;
  }

  /**
   * As {@link #length()}, within the limits.
   *
   * @param source the shard's name, for errors
   */
  public int checkedLength(Limits limits, String source) throws PcrException.LimitExceeded {
    long length = length();
    if (length > limits.sliceBytes()) {
      throw new PcrException.LimitExceeded(
          location(source), Limit.SLICE_BYTES, length, limits.sliceBytes());
    }
    return (int) length;
  }

  /** Where it is said how long they are, for errors. */
  public FieldLocation location(String source) {
    return new FieldLocation(
        "ShardMetadata.slice_lengths", shard.layout().slicePosition(1, sample), source);
  }

  /** Whether the last of them ends within the first bytes of the file. */
  public boolean endWithin(long available) {
    int length = shard.metadata().sliceLength(groups, sample);
    return shard.layout().slicePosition(groups, sample) + length <= available;
  }

  /**
   * Reads all of them to the position of a buffer, adjacent ones with one read. Where a read is a
   * request to a server, all requests are under way at the same time, so that they take one round
   * trip.
   */
  public void read(ByteSource from, ByteBuffer into) throws IOException {
    List<Run> runs = runs();
    int threads = from.isLocal() ? 1 : runs.size();
    ByteBuffer all = into.duplicate().limit(into.capacity()).slice();
    if (threads <= 1) {
      for (Run run : runs) {
        run.read(from, all);
      }
    } else {
      Parallel.forEach(runs, threads, (i, run) -> run.read(from, all.duplicate()));
    }
    into.position(into.position() + (int) length());
  }

  /** Slices that follow one another in the file; {@code at} is where they are in the sample. */
  private record Run(long start, int length, int at) {
    /** Reads to a buffer that the whole sample is read to, from its index 0 on. */
    void read(ByteSource from, ByteBuffer sample) throws IOException {
      readFully(from, start, length, sample.clear().position(at));
    }
  }

  private List<Run> runs() {
    List<Run> runs = new ArrayList<>();
    int group = 1;
    int at = 0;
    while (group <= groups) {
      long start = shard.layout().slicePosition(group, sample);
      long end = start + shard.metadata().sliceLength(group, sample);
      group++;
      while (group <= groups && shard.layout().slicePosition(group, sample) == end) {
        end += shard.metadata().sliceLength(group, sample);
        group++;
      }
      if (end > start) {
        runs.add(new Run(start, (int) (end - start), at));
        at += (int) (end - start);
      }
    }
    return runs;
  }

  /** Reads one of them to the position of a buffer. */
  public void read(int group, ByteSource from, ByteBuffer into) throws IOException {
    long position = shard.layout().slicePosition(group, sample);
    readFully(from, position, shard.metadata().sliceLength(group, sample), into);
  }

  private static void readFully(ByteSource from, long position, int length, ByteBuffer into)
      throws IOException {
    if (length > 0) {
      from.readFully(position, into.limit(into.position() + length));
    }
  }

  /**
   * Compares all of them with their checksums.
   *
   * @param slices from index 0; position and limit mean nothing, and stay
   * @param source the shard's name, for errors
   * @throws PcrException.Corrupt about the first that is damaged
   */
  public void check(ByteBuffer slices, String source) throws PcrException.Corrupt {
    int at = 0;
    for (int group = 1; group <= groups; group++) {
      check(group, slices, at, source);
      at += shard.metadata().sliceLength(group, sample);
    }
  }

  /** As {@link #check(ByteBuffer, String)}, of one that begins at an index of the buffer. */
  public void check(int group, ByteBuffer slices, int at, String source)
      throws PcrException.Corrupt {
    ShardMetadata metadata = shard.metadata();
    Origin origin = new Origin(source, shard.layout().slicePosition(group, sample));
    ByteBuffer slice = slices.duplicate().clear();
    metadata.checkSlice(
        group, sample, slice.slice(at, metadata.sliceLength(group, sample)), origin);
  }
}
