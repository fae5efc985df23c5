package io.pcr.reader.check;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.ListedShard;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.RegionKind;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardHead;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.stored.CutShard;
import io.pcr.reader.internal.stored.RegionRuns;
import io.pcr.reader.internal.stored.RegionWalk;
import io.pcr.reader.internal.work.Parallel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Checks one shard: its structure, the checksum of every slice, value and frame, and with {@code
 * deep} every image. Finds all damage, not only the first. For one use by one thread, which may let
 * others help.
 */
final class ShardCheck {
  private static final String NOT_OF_THE_DATASET =
      "the shard can be read separately, but not as part of the dataset";

  private final String name;
  private final ByteSource source;
  private final Limits limits;
  private final int threads;
  private final LongConsumer read;
  private final ConcurrentLinkedQueue<Damage> damages = new ConcurrentLinkedQueue<>();
  private final Set<Integer> lostFrames = ConcurrentHashMap.newKeySet();
  private final AtomicReference<RestoreRegion> restoreRegion = new AtomicReference<>();

  /**
   * @param threads how many may read regions at a time
   * @param read is told how many bytes were read, by any thread
   */
  ShardCheck(String name, ByteSource source, Limits limits, int threads, LongConsumer read) {
    this.name = name;
    this.source = source;
    this.limits = limits;
    this.threads = threads;
    this.read = read;
  }

  /** What was found. */
  record Result(Optional<ShardFile> shard, List<Damage> damages) {
    Result {
      damages = List.copyOf(damages);
    }
  }

  /** Checks the shard, and that it is the one that the manifest means. */
  Result check(Optional<ListedShard> listed, boolean deep) throws IOException {
    ShardFile shard;
    try {
      shard = ShardEntries.open(listed.map(ListedShard::entry), source, limits);
    } catch (PcrException e) {
      damages.add(Damage.ofFile(name, e, "nothing of the shard can be read"));
      return new Result(Optional.empty(), List.copyOf(damages));
    }
    read.accept(shard.layout().prefixLength(0));
    checkWhole(shard);
    checkIdentity(shard, listed);
    List<Region> regions = shard.regions().regions();
    Parallel.forEach(regions, threads, (position, region) -> checkRegion(shard, region, listed));
    List<Damage> found = new ArrayList<>(damages);
    if (deep) {
      found.addAll(deep(shard, damagedSamples(found)));
    }
    return new Result(Optional.of(shard), withReadable(shard, found));
  }

  private List<Damage> deep(ShardFile shard, boolean[] damaged) throws IOException {
    DeepCheck check = new DeepCheck(name, source, shard, limits);
    RestoreRegion region = restoreRegion.get();
    if (region == null) {
      return check.check(damaged, Optional.empty());
    }
    try (OriginalCheck originals =
        new OriginalCheck(region, lostFrames, shard.metadata(), limits)) {
      return check.check(damaged, Optional.of(originals));
    }
  }

  private void checkWhole(ShardFile shard) throws IOException {
    shard.frontDamage().ifPresent(e -> damages.add(Damage.ofFile(name, e, ShardFile.FROM_COPY)));
    try {
      shard.requireEnd(source);
    } catch (PcrException e) {
      damages.add(Damage.ofFile(name, e, new CutShard(shard, source.length()).readable()));
    }
  }

  private void checkIdentity(ShardFile shard, Optional<ListedShard> listed) {
    UUID derived = ShardHead.deriveUuid(shard.regions().encode(), shard.metadata().flatBuffer());
    if (!derived.equals(shard.head().shardUuid())) {
      PcrException e =
          new PcrException.Corrupt(
              ErrorCode.MALFORMED,
              new Origin(source.toString(), 0).field("ShardHead.shard_uuid"),
              shard.head().shardUuid(),
              derived);
      damages.add(Damage.ofFile(name, e, "all samples can be read"));
    }
    if (listed.isPresent()) {
      try {
        listed.get().requireMember(shard, source.toString());
      } catch (PcrException e) {
        damages.add(Damage.ofFile(name, e, NOT_OF_THE_DATASET));
      }
    }
  }

  private void checkRegion(ShardFile shard, Region region, Optional<ListedShard> listed)
      throws IOException {
    if (region.kind() == RegionKind.RESTORE) {
      checkRestore(shard, region, listed);
      return;
    }
    Optional<RegionRuns> runs = RegionRuns.of(shard, region);
    if (runs.isPresent()) {
      new RegionWalk(source, limits, read)
          .walk(runs.get(), (run, e) -> damages.add(damage(shard, runs.get(), run, e)));
    }
  }

  private Damage damage(ShardFile shard, RegionRuns runs, int run, PcrException e) {
    int sample = runs.sample(run);
    String key = shard.metadata().key(sample);
    if (runs instanceof RegionRuns.Values values) {
      String lost = "its value of column " + values.column().spec().name() + " is lost";
      return Damage.ofSample(name, sample, key, Damage.NONE, e, lost);
    }
    int group = ((RegionRuns.Slices) runs).group();
    return Damage.ofSample(name, sample, key, group, e, "");
  }

  private void checkRestore(ShardFile shard, Region region, Optional<ListedShard> listed)
      throws IOException {
    int samples = shard.metadata().sampleCount();
    RestoreRegion restore;
    try {
      restore = RestoreRegion.open(source, region, samples, limits);
    } catch (PcrException e) {
      damages.add(Damage.ofFile(name, e, "no original can be restored"));
      return;
    }
    restoreRegion.set(restore);
    if (listed.isPresent()) {
      try {
        listed.get().requireDirectory(restore, source.toString());
      } catch (PcrException e) {
        damages.add(Damage.ofFile(name, e, NOT_OF_THE_DATASET));
      }
    }
    int frame = Damage.NONE;
    for (int sample = 0; sample < samples; sample++) {
      if (restore.directory().frameOf(sample) != frame) {
        frame = restore.directory().frameOf(sample);
        checkFrame(restore, sample, samples);
      }
    }
  }

  private void checkFrame(RestoreRegion restore, int sample, int samples) throws IOException {
    int frame = restore.directory().frameOf(sample);
    try {
      restore.checkFrame(frame);
      read.accept(restore.directory().frameLength(frame));
    } catch (PcrException e) {
      lostFrames.add(frame);
      damages.add(Damage.ofFile(name, e, lostOriginals(restore, samples, frame)));
    }
  }

  private static String lostOriginals(RestoreRegion restore, int samples, int frame) {
    long lost =
        IntStream.range(0, samples)
            .filter(sample -> restore.directory().frameOf(sample) == frame)
            .filter(sample -> restore.directory().recordLength(sample) > 0)
            .count();
    return "all samples can be read, " + lost + " originals cannot be restored";
  }

  private static boolean[] damagedSamples(List<Damage> found) {
    int most = found.stream().mapToInt(Damage::sample).max().orElse(Damage.NONE);
    boolean[] damaged = new boolean[most + 1];
    for (Damage damage : found) {
      if (damage.group() != Damage.NONE) {
        damaged[damage.sample()] = true;
      }
    }
    return damaged;
  }

  /** A sample is good up to its first damaged group, however many follow. */
  private static List<Damage> withReadable(ShardFile shard, List<Damage> found) {
    int[] firstBad = new int[shard.metadata().sampleCount()];
    for (Damage damage : found) {
      if (damage.group() != Damage.NONE) {
        int bad = firstBad[damage.sample()];
        firstBad[damage.sample()] = bad == 0 ? damage.group() : Math.min(bad, damage.group());
      }
    }
    return found.stream()
        .map(
            d ->
                d.group() == Damage.NONE
                    ? d
                    : d.withReadable(
                        firstBad[d.sample()] > 1
                            ? "can be read at fidelity " + (firstBad[d.sample()] - 1)
                            : "the sample is lost"))
        .sorted(Comparator.comparingLong(Damage::offset))
        .toList();
  }
}
