package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.index.ShardTable;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.internal.stored.KeySpace;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordShard;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;

/**
 * A TFRecord shard, whose records are taken over byte for byte, from any file in which they are
 * intact.
 */
final class SalvagedRecords implements SalvagedShard {
  private final DamagedDataset damaged;
  private final String name;
  private final RecordPlaces places;
  private final FirstLook survey;
  private final Limits limits;
  private final List<Loss> losses = new ArrayList<>();
  private final RecordParts parts;
  private BitSet kept = new BitSet();
  private Optional<ShardEntry> whole = Optional.empty();
  private Path wholeFile;
  private boolean isCopied;
  private boolean isUnnamed;

  /**
   * @param survey is told of all samples that are whole
   */
  SalvagedRecords(
      DamagedDataset damaged, String name, RecordPlaces places, FirstLook survey, Limits limits) {
    this.damaged = damaged;
    this.name = name;
    this.places = places;
    this.survey = survey;
    this.limits = limits;
    parts = new RecordParts(name, damaged.sampleCount(name));
    losses.addAll(survey.lossesOf(name));
  }

  @Override
  public String shard() {
    return name;
  }

  @Override
  public void examine(LongConsumer read) throws IOException {
    if (losses.isEmpty()) {
      examineFile(read);
      if (!losses.isEmpty() && damaged.searchByContent(name)) {
        // What stands at its name is another shard, or a damaged copy of this one.
        examineFile(read);
      }
    }
    if (!losses.isEmpty()) {
      takeFromCopies(read);
    }
  }

  /** Takes what is intact in other files of the same shard. */
  private void takeFromCopies(LongConsumer read) throws IOException {
    for (String copy : damaged.otherRecords(name)) {
      if (losses.isEmpty()) {
        return;
      }
      Path file = damaged.folder().resolve(copy);
      try (ByteSource source = damaged.openCopy(copy)) {
        take(copy, source, file, read);
      } catch (IOException e) {
        DamageOrShortage.requireDamage(e);
      }
    }
  }

  private void take(String copy, ByteSource source, Path file, LongConsumer read)
      throws IOException {
    TfRecordFile records = open(source);
    FoundRecords found = walk(records, file);
    Optional<ShardEntry> entry =
        found.isDamaged() ? Optional.empty() : whole(source, records, found);
    read.accept(source.length());
    if (entry.isPresent() && isStated(entry.get()) && damaged.stated(name).isPresent()) {
      isWhole(entry.get(), found);
      damaged.tellTaken(name, copy);
      return;
    }
    boolean isFirst = parts.parts().isEmpty() && found.isExpected();
    if (isFirst || parts.addIfUseful(found)) {
      if (isFirst) {
        parts.add(found);
      }
      damaged.tellTaken(name, copy);
      settleParts();
    }
  }

  private void settleParts() {
    kept = parts.kept();
    losses.clear();
    losses.addAll(parts.losses());
    isUnnamed = !losses.isEmpty();
    survey.addKeys(name, parts.keyHashes());
  }

  private void isWhole(ShardEntry entry, FoundRecords found) {
    whole = Optional.of(entry);
    wholeFile = found.file();
    parts.clear();
    parts.add(found);
    settleParts();
    if (!damaged.isUnlisted()) {
      parts.clear(); // Of a shard that is intact nobody asks which records are.
    }
  }

  private void examineFile(LongConsumer read) throws IOException {
    parts.clear();
    losses.clear();
    kept.clear();
    isUnnamed = false;
    try (ByteSource source = damaged.open(name)) {
      Optional<ShardEntry> stated = damaged.entry(name);
      if (stated.isPresent() && source.length() > stated.get().totalLength()) {
        loseAll(strangerCause());
        return;
      }
      TfRecordFile file = open(source);
      FoundRecords found = walk(file, damaged.file(name));
      settle(source, file, found, read);
    } catch (IOException e) {
      DamageOrShortage.requireDamage(e);
      loseAll(Loss.Cause.of(e));
    }
  }

  private FoundRecords walk(TfRecordFile records, Path file) throws IOException {
    FoundRecords found =
        new FoundRecords(
            file, survey, (number, key, position) -> places.isAt(name, number, key, position));
    walk(records).forEach(found);
    return found;
  }

  /** Decides whether the file is the shard as it was, what is left of it, or another file. */
  private void settle(ByteSource source, TfRecordFile file, FoundRecords found, LongConsumer read)
      throws IOException {
    if (found.isDamaged()) {
      parts.add(found);
      settleParts();
      read.accept(source.length());
      return;
    }
    Optional<ShardEntry> entry = whole(source, file, found);
    read.accept(source.length());
    if (isStated(entry.orElseThrow())) {
      isWhole(entry.get(), found);
    } else {
      loseAll(strangerCause());
    }
  }

  private Optional<ShardEntry> whole(ByteSource source, TfRecordFile file, FoundRecords found)
      throws IOException {
    UUID identity = TfRecordShard.identity(source, read -> {});
    return Optional.of(
        TfRecordShard.entry(
            name,
            file.compression(),
            identity,
            source.length(),
            found.count(),
            found.sourceBytes()));
  }

  /** Whether a file is what the manifest, or an index in its place, says. */
  private boolean isStated(ShardEntry found) {
    return damaged.entry(name).isPresent()
        ? damaged.entry(name).get().isSameShard(found)
        : damaged
            .stated(name)
            .map(
                stated ->
                    stated.uuid().equals(found.shardUuid())
                        && stated.sampleCount() == found.sampleCount())
            .orElse(true);
  }

  private static Loss.Cause strangerCause() {
    String problem = "not the file that the dataset lists, and nothing in it is damaged";
    return Loss.Cause.damage(ErrorCode.MALFORMED, "ShardEntry.shard_uuid", problem);
  }

  private void loseAll(Loss.Cause cause) {
    losses.clear();
    kept.clear();
    parts.clear();
    losses.add(Loss.ofShard(name, damaged.sampleCount(name), cause));
  }

  private TfRecordFile open(ByteSource source) throws IOException {
    TfRecordReadOptions options = TfRecordReadOptions.DEFAULT.withLimits(limits);
    Optional<ShardEntry> stated = damaged.entry(name);
    return stated.isPresent()
        ? TfRecordShard.open(source, stated.get(), options)
        : TfRecordFile.open(source, options);
  }

  private RecordWalk walk(TfRecordFile file) {
    OptionalInt count =
        damaged.stated(name).stream().mapToInt(ShardTable.Entry::sampleCount).findFirst();
    return new RecordWalk(file, count, places.of(name), limits);
  }

  @Override
  public void clear(Set<Long> suspects, Map<String, String> shardByKey) throws IOException {
    if (kept.isEmpty()) {
      return;
    }
    forEachKept(
        (number, record, sample) -> {
          String key = sample.key().orElseThrow();
          long hash = KeySpace.hash(StandardCharsets.UTF_8.encode(key));
          String other = suspects.contains(hash) ? shardByKey.putIfAbsent(key, name) : null;
          if (other != null) {
            kept.clear(number);
            whole = Optional.empty();
            losses.add(Loss.ofSample(name, number, key, duplicate(other), 0));
          }
        });
  }

  private static Loss.Cause duplicate(String other) {
    return Loss.Cause.damage(ErrorCode.MALFORMED, "", "a key that " + other + " has");
  }

  /** In the order of the shard: each file is read for the records that follow each other in it. */
  private void forEachKept(RecordWalk.Listener listener) throws IOException {
    if (wholeFile != null) {
      forEachKept(wholeFile, 0, Integer.MAX_VALUE, listener);
      return;
    }
    BitSet wanted = (BitSet) kept.clone();
    for (int number = wanted.nextSetBit(0); number >= 0; ) {
      FoundRecords part = parts.of(number);
      int end = number;
      while (end >= 0 && parts.of(end) == part) {
        end = wanted.nextSetBit(end + 1);
      }
      int behind = end < 0 ? Integer.MAX_VALUE : end;
      forEachKept(part.file(), number, behind, listener);
      number = end;
    }
  }

  private void forEachKept(Path file, int from, int to, RecordWalk.Listener listener)
      throws IOException {
    try (ByteSource source = FileByteSource.open(file)) {
      walk(open(source))
          .forEach(
              (number, record, sample) -> {
                if (number >= from && number < to && kept.get(number)) {
                  listener.sound(number, record, sample);
                }
              });
    }
  }

  @Override
  public Optional<ShardEntry> write(Path folder, DurableSteps steps) throws IOException {
    Path target = folder.resolve(name);
    if (whole.isPresent()) {
      ShardCopy.copy(wholeFile, target, steps);
      isCopied = true;
      return whole;
    }
    return kept.isEmpty() ? Optional.empty() : Optional.of(rewrite(target, steps));
  }

  private ShardEntry rewrite(Path target, DurableSteps steps) throws IOException {
    TfRecordCompression compression;
    try (ByteSource source =
        FileByteSource.open(wholeFile != null ? wholeFile : parts.parts().get(0).file())) {
      compression = open(source).compression();
    }
    int count;
    LongAdder sourceBytes = new LongAdder();
    try (AtomicFile file = AtomicFile.create(target, steps);
        TfRecordWriter writer =
            new TfRecordWriter(file.channel(), TfRecordWriteOptions.of(compression))) {
      forEachKept(
          (number, record, sample) -> {
            writer.write(record.data());
            sourceBytes.add(sample.encoded().remaining());
          });
      writer.finish();
      file.commit();
      count = Math.toIntExact(writer.recordCount());
    }
    try (ByteSource written = FileByteSource.open(target)) {
      UUID identity = TfRecordShard.identity(written, read -> {});
      return TfRecordShard.entry(
          name, compression, identity, written.length(), count, sourceBytes.sum());
    }
  }

  @Override
  public boolean takeFrom(SalvagedShard other) {
    boolean any = false;
    if (!losses.isEmpty() && other instanceof SalvagedRecords shard) {
      for (FoundRecords part : shard.parts.parts()) {
        any |= parts.addIfUseful(part);
      }
      if (any) {
        settleParts();
      }
    }
    return any;
  }

  @Override
  public boolean isSameAs(SalvagedShard other) {
    return other instanceof SalvagedRecords shard
        && !parts.parts().isEmpty()
        && !shard.parts.parts().isEmpty()
        && parts.parts().get(0).isSameAs(shard.parts.parts().get(0));
  }

  @Override
  public List<Loss> losses() {
    return losses;
  }

  @Override
  public List<Loss> unnamed() {
    return isUnnamed ? List.copyOf(losses) : List.of();
  }

  @Override
  public void name(List<Loss> named) {
    losses.clear();
    losses.addAll(named);
  }

  @Override
  public int keptSamples() {
    return kept.cardinality();
  }

  @Override
  public Optional<UUID> uuid() {
    return whole.map(ShardEntry::shardUuid);
  }

  @Override
  public boolean isCopied() {
    return isCopied;
  }
}
