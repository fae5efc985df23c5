package io.pcr.tools.repair;

import io.pcr.format.Limits;
import io.pcr.format.column.Column;
import io.pcr.format.column.Placement;
import io.pcr.format.error.Origin;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.ShardMetadata;
import io.pcr.format.restore.RestoreRegion;
import io.pcr.format.shard.Region;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * Which samples of a shard are whole: every slice, every value of a column, and what the original
 * is made of. A part that cannot be read costs the sample that it belongs to, whether its bytes are
 * wrong, not there, or refused by the disk. For one thread, once.
 */
final class ShardExamination {
  private final String name;
  private final ByteSource source;
  private final ShardFile shard;
  private final ShardMetadata metadata;
  private final Limits limits;
  private final LongConsumer read;
  private final Loss[] lost;
  private final SortedMap<Integer, Loss> lostOriginals = new TreeMap<>();
  private ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);

  private ShardExamination(
      String name, ByteSource source, ShardFile shard, Limits limits, LongConsumer read) {
    this.name = name;
    this.source = source;
    this.shard = shard;
    this.metadata = shard.metadata();
    this.limits = limits;
    this.read = read;
    lost = new Loss[metadata.sampleCount()];
  }

  /**
   * Examines a shard.
   *
   * @param read is told how many bytes were read
   */
  static Examined of(
      String name, ByteSource source, ShardFile shard, Limits limits, LongConsumer read)
      throws IOException {
    ShardExamination examination = new ShardExamination(name, source, shard, limits, read);
    examination.slices();
    examination.columns();
    examination.originals();
    return examination.result();
  }

  private Examined result() {
    SortedMap<Integer, Loss> samples = new TreeMap<>();
    for (int sample = 0; sample < lost.length; sample++) {
      if (lost[sample] != null) {
        samples.put(sample, lost[sample]);
      }
    }
    return new Examined(lost.length, samples, lostOriginals);
  }

  private interface Check {
    void run() throws IOException;
  }

  private Optional<Loss.Cause> attempt(Check check) throws IOException {
    try {
      check.run();
      return Optional.empty();
    } catch (IOException e) {
      DamagedDataset.requireDamage(e);
      return Optional.of(Loss.Cause.of(e));
    }
  }

  private void slices() throws IOException {
    for (int g = 1; g <= metadata.groupCount(); g++) {
      for (int s = 0; s < lost.length; s++) {
        int group = g;
        int sample = s;
        long position = shard.layout().slicePosition(group, sample);
        int length = metadata.sliceLength(group, sample);
        Optional<Loss.Cause> cause =
            lost[sample] != null || length == 0
                ? Optional.empty()
                : attempt(
                    () -> metadata.checkSlice(group, sample, read(position, length), at(position)));
        cause.ifPresent(c -> lose(sample, c, fidelityBelow(group, sample)));
      }
    }
  }

  private int fidelityBelow(int group, int sample) {
    return metadata.encoding(sample) == Encoding.PROGRESSIVE_JPEG ? group - 1 : 0;
  }

  private void columns() throws IOException {
    for (int c = 0; c < metadata.columns().size(); c++) {
      Column column = metadata.columns().get(c);
      if (column.spec().placement() != Placement.INLINE) {
        for (int s = 0; s < lost.length; s++) {
          int sample = s;
          long position = shard.layout().columnValuePosition(c, sample);
          int length = column.valueLength(sample);
          Optional<Loss.Cause> cause =
              lost[sample] != null || length == 0
                  ? Optional.empty()
                  : attempt(() -> column.checkValue(sample, read(position, length), at(position)));
          cause.ifPresent(found -> lose(sample, found, wholeFidelity(sample)));
        }
      }
    }
  }

  /** The image of a sample that lost no more than a value can be read at any fidelity. */
  private int wholeFidelity(int sample) {
    return metadata.encoding(sample) == Encoding.PROGRESSIVE_JPEG ? metadata.groupCount() : 1;
  }

  private void originals() throws IOException {
    Optional<Region> region = shard.regions().restore();
    if (region.isEmpty()) {
      return;
    }
    RestoreRegion restore;
    try {
      restore = RestoreRegion.open(source, region.get(), lost.length, limits);
    } catch (IOException e) {
      DamagedDataset.requireDamage(e);
      for (int sample = 0; sample < lost.length; sample++) {
        loseOriginal(sample, Loss.Cause.of(e));
      }
      return;
    }
    for (int s = 0; s < lost.length; s++) {
      int sample = s;
      attempt(() -> restore.record(sample)).ifPresent(cause -> loseOriginal(sample, cause));
    }
    read.accept(region.get().length());
  }

  private void lose(int sample, Loss.Cause cause, int readableFidelity) {
    lost[sample] = Loss.ofSample(name, sample, metadata.key(sample), cause, readableFidelity);
  }

  private void loseOriginal(int sample, Loss.Cause cause) {
    lostOriginals.put(sample, Loss.ofOriginal(name, sample, metadata.key(sample), cause));
  }

  private ByteBuffer read(long position, int length) throws IOException {
    if (length > buffer.capacity()) {
      buffer = ByteBuffer.allocateDirect(length);
    }
    buffer.clear().limit(length);
    source.readFully(position, buffer);
    read.accept(length);
    return buffer.flip();
  }

  private Origin at(long position) {
    return new Origin(source.toString(), position);
  }
}
