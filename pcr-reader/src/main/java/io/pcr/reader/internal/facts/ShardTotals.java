package io.pcr.reader.internal.facts;

import io.pcr.format.ColorClass;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.RegionKind;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.quality.GroupTargets;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Adds up what shards hold. Thread-safe: shards may be added in any order by any thread, and the
 * result does not depend on it. Memory grows with shards and labels, not with samples.
 */
final class ShardTotals {
  /**
   * A dataset that uses labels as ids has as many as samples; beyond this they are not told apart.
   */
  private static final int MAX_LABELS = 1 << 20;

  /** Labels that the result lists. */
  private static final int LISTED_LABELS = 1000;

  private static final class InputCounts {
    private long samples;
    private long bytes;

    void add(long moreSamples, long moreBytes) {
      samples += moreSamples;
      bytes += moreBytes;
    }
  }

  private static final class Spread {
    private final Histogram.Counter counter = new Histogram.Counter();
    private long smallest = Long.MAX_VALUE;
    private long largest = Long.MIN_VALUE;
    private long sum;

    void add(long value) {
      counter.add(value);
      smallest = Math.min(smallest, value);
      largest = Math.max(largest, value);
      sum += value;
    }

    DatasetFacts.Range range() {
      boolean none = smallest > largest;
      return new DatasetFacts.Range(
          none ? OptionalLong.empty() : OptionalLong.of(smallest),
          none ? OptionalLong.empty() : OptionalLong.of(largest),
          sum,
          counter.histogram());
    }
  }

  private record Format(Encoding encoding, ColorClass colorClass) {}

  private final TreeMap<Integer, DatasetFacts.ShardFacts> shards = new TreeMap<>();
  private final TreeMap<Integer, List<DatasetFacts.Fault>> faults = new TreeMap<>();
  private final List<InputCounts> groups = new ArrayList<>();
  private final List<Long> prefixes = new ArrayList<>();
  private final Map<Format, InputCounts> formats = new HashMap<>();
  private final Map<Long, InputCounts> labels = new HashMap<>();
  private final Map<RegionKind, InputCounts> regions = new EnumMap<>(RegionKind.class);
  private final Spread sizes = new Spread();
  private final Spread sides = new Spread();
  private Optional<GroupTargets> targets = Optional.empty();
  private List<ColumnSpec> columns = List.of();
  private long wholeFileBytes;
  private long unlabelled;
  private long sourceBytes;
  private long restorable;

  /**
   * Adds a shard.
   *
   * @param position in the dataset
   * @param shardRestorable samples whose original can be given back
   */
  synchronized void add(int position, String name, ShardFile shard, long shardRestorable) {
    ShardMetadata metadata = shard.metadata();
    shards.put(
        position,
        new DatasetFacts.ShardFacts(
            name,
            shard.head().variant().name().toLowerCase(Locale.ROOT),
            metadata.sampleCount(),
            shard.head().totalLength()));
    restorable += shardRestorable;
    addGroups(shard);
    for (Region region : shard.regions().regions()) {
      long before = region.kind() == RegionKind.METADATA ? region.offset() : 0;
      regions
          .computeIfAbsent(region.kind(), kind -> new InputCounts())
          .add(1, before + region.length());
    }
    if (targets.isEmpty()) {
      targets = metadata.targets();
    }
    if (columns.isEmpty()) {
      columns = metadata.columns().stream().map(column -> column.spec()).toList();
    }
    for (int sample = 0; sample < metadata.sampleCount(); sample++) {
      addSample(metadata, sample);
    }
  }

  /**
   * Adds a file of whole samples, which are the originals; they are added one by one.
   *
   * @param sound samples that can be read
   */
  synchronized void addWhole(int position, DatasetFacts.ShardFacts shard, long sound) {
    shards.put(position, shard);
    wholeFileBytes += shard.bytes();
    restorable += sound;
  }

  /** Adds something that is wrong with the shard at a position. */
  synchronized void addFault(int position, DatasetFacts.Fault fault) {
    faults.computeIfAbsent(position, p -> new ArrayList<>()).add(fault);
  }

  /**
   * Adds a sample of such a file.
   *
   * @param encoding of a file of this kind
   */
  synchronized void addWholeSample(Encoding encoding, ImageExample sample) {
    long length = sample.encoded().remaining();
    Format format = new Format(encoding, ColorClass.OPAQUE);
    long side = Math.max(sample.width().orElse(0), sample.height().orElse(0));
    add(format, length, length, side, sample.label());
  }

  private void addGroups(ShardFile shard) {
    int groupCount = shard.metadata().groupCount();
    while (groups.size() < groupCount) {
      groups.add(new InputCounts());
      // A shard with fewer groups is read whole at the fidelities that it lacks.
      prefixes.add(prefixes.isEmpty() ? 0L : prefixes.get(prefixes.size() - 1));
    }
    for (int group = 1; group <= groups.size(); group++) {
      long end = shard.layout().prefixLength(Math.min(group, groupCount));
      prefixes.set(group - 1, prefixes.get(group - 1) + end);
    }
    for (Region region : shard.regions().regions()) {
      switch (region.kind()) {
        case SCAN_GROUP -> groups.get(region.number() - 1).add(0, region.length());
        case FORMAT -> groups.get(0).add(0, region.length());
        case METADATA, COLUMN, RESTORE -> {}
      }
    }
  }

  private void addSample(ShardMetadata metadata, int sample) {
    long length = 0;
    for (int group = 1; group <= metadata.groupCount(); group++) {
      length += metadata.sliceLength(group, sample);
    }
    add(
        new Format(metadata.encoding(sample), metadata.colorClass(sample)),
        length,
        metadata.sourceLength(sample),
        Math.max(metadata.width(sample), metadata.height(sample)),
        metadata.label(sample));
  }

  private void add(Format format, long length, long sourceLength, long side, OptionalLong label) {
    formats.computeIfAbsent(format, f -> new InputCounts()).add(1, length);
    sizes.add(length);
    sourceBytes += sourceLength;
    if (side > 0) {
      sides.add(side);
    }
    if (label.isEmpty()) {
      unlabelled++;
    } else if (labels.size() < MAX_LABELS || labels.containsKey(label.getAsLong())) {
      labels.computeIfAbsent(label.getAsLong(), l -> new InputCounts()).add(1, length);
    }
  }

  /**
   * The sums.
   *
   * @param classNames by label
   */
  synchronized DatasetFacts facts(
      String name, Optional<DatasetFacts.Identity> identity, Map<Long, String> classNames) {
    return new DatasetFacts(
        name,
        identity,
        new ArrayList<>(shards.values()),
        groupFacts(),
        targets,
        bytesOf(RegionKind.METADATA),
        bytesOf(RegionKind.COLUMN),
        bytesOf(RegionKind.RESTORE),
        restorable,
        sourceBytes,
        formatFacts(),
        classFacts(classNames),
        columns,
        sizes.range(),
        sides.range(),
        faults.values().stream().flatMap(List::stream).toList());
  }

  private long bytesOf(RegionKind kind) {
    InputCounts tally = regions.get(kind);
    return tally == null ? 0 : tally.bytes;
  }

  private List<DatasetFacts.GroupFacts> groupFacts() {
    List<DatasetFacts.GroupFacts> facts = new ArrayList<>();
    for (int g = 1; g <= Math.max(1, groups.size()); g++) {
      long own = groups.isEmpty() ? 0 : groups.get(g - 1).bytes;
      long prefix = groups.isEmpty() ? 0 : prefixes.get(g - 1);
      facts.add(
          new DatasetFacts.GroupFacts(
              g, own + (g == 1 ? wholeFileBytes : 0), prefix + wholeFileBytes));
    }
    return facts;
  }

  private List<DatasetFacts.FormatFacts> formatFacts() {
    return formats.entrySet().stream()
        .map(
            e ->
                new DatasetFacts.FormatFacts(
                    e.getKey().encoding(),
                    e.getKey().colorClass(),
                    e.getValue().samples,
                    e.getValue().bytes))
        .sorted(
            Comparator.comparingLong(DatasetFacts.FormatFacts::samples)
                .reversed()
                .thenComparing(DatasetFacts.FormatFacts::encoding)
                .thenComparing(DatasetFacts.FormatFacts::colorClass))
        .toList();
  }

  private DatasetFacts.ClassFacts classFacts(Map<Long, String> names) {
    List<DatasetFacts.LabelFacts> largest =
        labels.entrySet().stream()
            .map(
                e ->
                    new DatasetFacts.LabelFacts(
                        e.getKey(),
                        Optional.ofNullable(names.get(e.getKey())),
                        e.getValue().samples,
                        e.getValue().bytes))
            .sorted(
                Comparator.comparingLong(DatasetFacts.LabelFacts::samples)
                    .reversed()
                    .thenComparingLong(DatasetFacts.LabelFacts::label))
            .limit(LISTED_LABELS)
            .toList();
    return new DatasetFacts.ClassFacts(
        labels.size(),
        unlabelled,
        largest,
        labels.values().stream().mapToLong(t -> t.samples).min().orElse(0),
        labels.values().stream().mapToLong(t -> t.samples).max().orElse(0));
  }
}
