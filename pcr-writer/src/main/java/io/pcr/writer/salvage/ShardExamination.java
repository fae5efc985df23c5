package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.column.Placement;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.stored.RegionRuns;
import io.pcr.reader.internal.stored.RegionWalk;
import java.io.IOException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
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
    RegionWalk walk = new RegionWalk(source, limits, read);
    examination.slices(walk);
    examination.columns(walk);
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
      DamageOrShortage.requireDamage(e);
      return Optional.of(Loss.Cause.of(e));
    }
  }

  private void slices(RegionWalk walk) throws IOException {
    for (int g = 1; g <= metadata.groupCount(); g++) {
      int group = g;
      RegionRuns slices = RegionRuns.group(shard, group);
      walk.walk(slices, new Losing(slices, sample -> fidelityBelow(group, sample)));
    }
  }

  private int fidelityBelow(int group, int sample) {
    return metadata.encoding(sample) == Encoding.PROGRESSIVE_JPEG ? group - 1 : 0;
  }

  private void columns(RegionWalk walk) throws IOException {
    for (int c = 0; c < metadata.columns().size(); c++) {
      if (metadata.columns().get(c).spec().placement() != Placement.INLINE) {
        RegionRuns values = RegionRuns.column(shard, c);
        walk.walk(values, new Losing(values, this::wholeFidelity));
      }
    }
  }

  /** Notes the samples that parts which are damaged, or cannot be read, belong to. */
  private final class Losing implements RegionWalk.Listener {
    private final RegionRuns runs;
    private final IntUnaryOperator readableFidelity;

    Losing(RegionRuns runs, IntUnaryOperator readableFidelity) {
      this.runs = runs;
      this.readableFidelity = readableFidelity;
    }

    @Override
    public boolean goesAroundUnreadable() {
      return true;
    }

    @Override
    public void damaged(int run, PcrException e) throws IOException {
      unreadable(run, e);
    }

    @Override
    public void unreadable(int run, IOException e) throws IOException {
      int sample = runs.sample(run);
      if (runs.length(run) > 0 && lost[sample] == null) {
        DamageOrShortage.requireDamage(e);
        lose(sample, Loss.Cause.of(e), readableFidelity.applyAsInt(sample));
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
      DamageOrShortage.requireDamage(e);
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
}
