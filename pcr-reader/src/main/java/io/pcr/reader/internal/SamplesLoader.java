package io.pcr.reader.internal;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.OnDamage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads the slices of some samples of a shard into one buffer: one read for those that stand
 * together, which bytes between them that nobody wants may not break. For one read.
 */
final class SamplesLoader {
  /** Bytes that are read with their neighbours rather than left out: cheaper than a new request. */
  private static final int JOINED_GAP = 32 << 10;

  private final OpenShard open;
  private final ByteSource source;
  private final int[] ordinals;
  private final Fidelity fidelity;
  private final ReaderContext context;

  private SamplesLoader(OpenShard open, int[] ordinals, Fidelity fidelity, ReaderContext context) {
    this.open = open;
    this.source = open.source();
    this.ordinals = ordinals;
    this.fidelity = fidelity;
    this.context = context;
  }

  static PrefixData load(OpenShard open, int[] ordinals, Fidelity fidelity, ReaderContext context)
      throws IOException {
    SamplesLoader loader = new SamplesLoader(open, ordinals, fidelity, context);
    return open.mended(loader::load);
  }

  private PrefixData load() throws IOException {
    ShardFile file = open.file();
    int group = fidelity.groupIn(file.metadata().groupCount());
    Runs runs = runs(file, group);
    int length = Prefix.checkedLength(runs.bytes(), source, context.options().limits());
    ByteBuffer buffer = context.buffers().take(length, Prefix.location(source));
    PrefixData data = null;
    try {
      data = new PrefixData(open, file, buffer, fill(runs, buffer), group, Optional.empty());
      return data;
    } finally {
      if (data == null) {
        context.buffers().giveBack(buffer);
      }
    }
  }

  private Runs runs(ShardFile file, int groups) {
    long[] starts = new long[Math.multiplyExact(ordinals.length, groups)];
    int slices = 0;
    for (int group = 1; group <= groups; group++) {
      for (int ordinal : ordinals) {
        Objects.checkIndex(ordinal, file.metadata().sampleCount());
        // A slice is found again by its start, and those without bytes by nothing.
        if (file.metadata().sliceLength(group, ordinal) > 0) {
          starts[slices++] = file.layout().slicePosition(group, ordinal);
        }
      }
    }
    long[] ends = new long[slices];
    long[] sorted = Arrays.copyOf(starts, slices);
    Arrays.sort(sorted);
    for (int group = 1; group <= groups; group++) {
      for (int ordinal : ordinals) {
        int length = file.metadata().sliceLength(group, ordinal);
        if (length > 0) {
          long start = file.layout().slicePosition(group, ordinal);
          ends[Arrays.binarySearch(sorted, start)] = start + length;
        }
      }
    }
    return Runs.joined(sorted, ends);
  }

  private FileRanges fill(Runs runs, ByteBuffer buffer) throws IOException {
    int[] lengths = new int[runs.count];
    int[] places = new int[runs.count];
    int place = 0;
    for (int run = 0; run < runs.count; run++) {
      int length = (int) (runs.ends[run] - runs.starts[run]);
      places[run] = place;
      lengths[run] = length;
      try {
        source.readFully(runs.starts[run], buffer.clear().position(place).limit(place + length));
      } catch (PcrException.Truncated e) {
        if (context.options().onDamage() == OnDamage.FAIL) {
          throw e;
        }
        long available = e.offset() + e.available() - runs.starts[run];
        lengths[run] = (int) Math.max(0, Math.min(available, length - 1L));
        source.readFully(
            runs.starts[run], buffer.clear().position(place).limit(place + lengths[run]));
      }
      place += length;
    }
    return new FileRanges(Arrays.copyOf(runs.starts, runs.count), lengths, places);
  }

  /** Ranges of the file to read, ascending. */
  private static final class Runs {
    private final long[] starts;
    private final long[] ends;
    private final int count;

    private Runs(long[] starts, long[] ends, int count) {
      this.starts = starts;
      this.ends = ends;
      this.count = count;
    }

    /** Joins ranges that overlap, touch, or are almost together. */
    static Runs joined(long[] starts, long[] ends) {
      int count = 0;
      for (int slice = 0; slice < starts.length; slice++) {
        if (count > 0 && starts[slice] - ends[count - 1] <= JOINED_GAP) {
          ends[count - 1] = Math.max(ends[count - 1], ends[slice]);
        } else {
          starts[count] = starts[slice];
          ends[count] = ends[slice];
          count++;
        }
      }
      return new Runs(starts, ends, count);
    }

    long bytes() {
      long bytes = 0;
      for (int run = 0; run < count; run++) {
        bytes += ends[run] - starts[run];
      }
      return bytes;
    }
  }
}
