package io.pcr.reader.internal.stored;

import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.metadata.Encoding;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a region of a shard holds, in the order of the file: the slices of a group, the samples of a
 * format, or the values of a column. Immutable.
 */
public interface RegionRuns {
  /** How many there are. */
  int count();

  /** The sample that one belongs to. */
  int sample(int run);

  /** Where one begins in the file. */
  long position(int run);

  /** Bytes of one; may be 0. */
  int length(int run);

  /** Compares the bytes of one with its length and checksum. */
  void check(int run, ByteBuffer bytes, Origin origin) throws PcrException;

  /** What a region holds; empty for metadata and what is kept of originals. */
  static Optional<RegionRuns> of(ShardFile shard, Region region) {
    return switch (region.kind()) {
      case SCAN_GROUP -> Optional.of(group(shard, region.number()));
      case FORMAT -> Optional.of(new Slices(shard, 1, samplesOf(shard, region.number())));
      case COLUMN -> Optional.of(column(shard, region.number()));
      case METADATA, RESTORE -> Optional.empty();
    };
  }

  /** The slices of a group of all samples. */
  static RegionRuns group(ShardFile shard, int group) {
    int samples = shard.metadata().sampleCount();
    return new Slices(shard, group, IntStream.range(0, samples).toArray());
  }

  /** The values of a column that is not inline. */
  static RegionRuns column(ShardFile shard, int number) {
    return new Values(shard, number, shard.metadata().columns().get(number));
  }

  private static int[] samplesOf(ShardFile shard, int encodingId) {
    Encoding encoding = Encoding.ofId(encodingId).orElseThrow();
    return IntStream.range(0, shard.metadata().sampleCount())
        .filter(sample -> shard.metadata().encoding(sample) == encoding)
        .toArray();
  }

  /** Slices of samples in one group. */
  final class Slices implements RegionRuns {
    private final ShardFile shard;
    private final ShardMetadata metadata;
    private final int group;
    private final int[] samples;

    private Slices(ShardFile shard, int group, int[] samples) {
      this.shard = shard;
      this.metadata = shard.metadata();
      this.group = group;
      this.samples = samples;
    }

    /** The group of all of them. */
    public int group() {
      return group;
    }

    @Override
    public int count() {
      return samples.length;
    }

    @Override
    public int sample(int run) {
      return samples[run];
    }

    @Override
    public long position(int run) {
      return shard.layout().slicePosition(group, samples[run]);
    }

    @Override
    public int length(int run) {
      return metadata.sliceLength(group, samples[run]);
    }

    @Override
    public void check(int run, ByteBuffer bytes, Origin origin) throws PcrException {
      metadata.checkSlice(group, samples[run], bytes, origin);
    }
  }

  /**
   * Values of a column.
   *
   * @param number of the column in the shard
   */
  record Values(ShardFile shard, int number, Column column) implements RegionRuns {
    @Override
    public int count() {
      return column.sampleCount();
    }

    @Override
    public int sample(int run) {
      return run;
    }

    @Override
    public long position(int run) {
      return shard.layout().columnValuePosition(number, run);
    }

    @Override
    public int length(int run) {
      return column.valueLength(run);
    }

    @Override
    public void check(int run, ByteBuffer bytes, Origin origin) throws PcrException {
      column.checkValue(run, bytes, origin);
    }
  }
}
