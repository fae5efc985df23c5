package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.commit.AtomicFile;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.stored.KeySpace;
import io.pcr.tfrecord.TfRecord;
import io.pcr.tfrecord.TfRecordFile;
import io.pcr.tfrecord.TfRecordReadOptions;
import io.pcr.tfrecord.TfRecordShard;
import io.pcr.tfrecord.TfRecordWriteOptions;
import io.pcr.tfrecord.TfRecordWriter;
import io.pcr.tfrecord.compression.TfRecordCompression;
import io.pcr.tfrecord.example.ImageExample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/** A TFRecord shard, whose records are taken over byte for byte. */
final class SalvagedRecords implements SalvagedShard {
  private final DamagedDataset damaged;
  private final String name;
  private final RecordPlaces places;
  private final Survey survey;
  private final Limits limits;
  private final List<Loss> losses = new ArrayList<>();
  private final BitSet kept = new BitSet();
  private Optional<ShardEntry> whole = Optional.empty();
  private boolean isCopied;
  private boolean isUnnamed;

  /**
   * @param survey is told of all samples that are whole
   */
  SalvagedRecords(
      DamagedDataset damaged, String name, RecordPlaces places, Survey survey, Limits limits) {
    this.damaged = damaged;
    this.name = name;
    this.places = places;
    this.survey = survey;
    this.limits = limits;
    losses.addAll(survey.lossesOf(name));
  }

  @Override
  public String shard() {
    return name;
  }

  @Override
  public void examine(LongConsumer read) throws IOException {
    if (!losses.isEmpty()) {
      return;
    }
    examineFile(read);
    if (!losses.isEmpty() && damaged.identify(name)) {
      // What stands at its name is another shard, or a damaged copy of this one.
      losses.clear();
      kept.clear();
      isUnnamed = false;
      examineFile(read);
    }
  }

  private void examineFile(LongConsumer read) throws IOException {
    try (ByteSource source = damaged.open(name)) {
      Optional<ShardEntry> stated = damaged.entry(name);
      if (stated.isPresent() && source.length() > stated.get().totalLength()) {
        loseAll(strangerCause());
        return;
      }
      TfRecordFile file = open(source);
      Found found = new Found();
      int count = walk(file).forEach(found);
      survey.addKeys(name, found.hashes.build().toArray());
      settle(source, file, count, read);
    } catch (IOException e) {
      DamagedDataset.requireDamage(e);
      loseAll(Loss.Cause.of(e));
    }
  }

  /** Decides whether the file is the shard as it was, what is left of it, or another file. */
  private void settle(ByteSource source, TfRecordFile file, int count, LongConsumer read)
      throws IOException {
    if (!losses.isEmpty()) {
      isUnnamed = true;
      read.accept(source.length());
      return;
    }
    UUID identity = TfRecordShard.identity(source, read);
    ShardEntry found =
        TfRecordShard.entry(name, file.compression(), identity, source.length(), count);
    if (damaged.entry(name).orElse(found).equals(found)) {
      whole = Optional.of(found);
    } else {
      kept.clear();
      loseAll(strangerCause());
    }
  }

  private static Loss.Cause strangerCause() {
    String problem = "not the file that the manifest means, and nothing in it is damaged";
    return Loss.Cause.damage(ErrorCode.LENGTH_MISMATCH, "ShardEntry.shard_uuid", problem);
  }

  private void loseAll(Loss.Cause cause) {
    losses.clear();
    OptionalLong samples =
        damaged.entry(name).stream().mapToLong(ShardEntry::sampleCount).findFirst();
    losses.add(Loss.ofShard(name, samples, cause));
  }

  private TfRecordFile open(ByteSource source) throws IOException {
    TfRecordReadOptions options = TfRecordReadOptions.DEFAULT.withLimits(limits);
    Optional<ShardEntry> stated = damaged.entry(name);
    return stated.isPresent()
        ? TfRecordShard.open(source, stated.get(), options)
        : TfRecordFile.open(source, options);
  }

  private RecordWalk walk(TfRecordFile file) {
    OptionalInt count = damaged.entry(name).stream().mapToInt(ShardEntry::sampleCount).findFirst();
    return new RecordWalk(file, count, number -> places.place(name, number), limits);
  }

  /** Notes what is found. */
  private final class Found implements RecordWalk.Listener {
    private final LongStream.Builder hashes = LongStream.builder();

    @Override
    public void sound(int number, TfRecord record, ImageExample sample) {
      kept.set(number);
      hashes.add(hash(sample));
      survey.add(sample);
    }

    @Override
    public void lost(int number, Loss.Cause cause) {
      losses.add(Loss.ofSample(name, number, "", cause, 0));
    }

    @Override
    public void lostFrom(int number, Loss.Cause cause) {
      OptionalLong rest =
          damaged.entry(name).stream()
              .mapToLong(entry -> Math.max(0, entry.sampleCount() - number))
              .findFirst();
      losses.add(Loss.ofShard(name, rest, cause));
    }
  }

  private static long hash(ImageExample sample) {
    return KeySpace.hash(StandardCharsets.UTF_8.encode(sample.key().orElseThrow()));
  }

  @Override
  public void clear(Set<Long> suspects, Map<String, String> shardByKey) throws IOException {
    if (kept.isEmpty()) {
      return;
    }
    forEachKept(
        (number, record, sample) -> {
          String key = sample.key().orElseThrow();
          String other = suspects.contains(hash(sample)) ? shardByKey.putIfAbsent(key, name) : null;
          if (other != null) {
            kept.clear(number);
            whole = Optional.empty();
            losses.add(Loss.ofSample(name, number, key, duplicate(other), 0));
          }
        });
  }

  private static Loss.Cause duplicate(String other) {
    return Loss.Cause.damage(ErrorCode.DUPLICATE, "", "a key that " + other + " has");
  }

  private void forEachKept(RecordWalk.Listener listener) throws IOException {
    try (ByteSource source = damaged.open(name)) {
      walk(open(source))
          .forEach(
              (number, record, sample) -> {
                if (kept.get(number)) {
                  listener.sound(number, record, sample);
                }
              });
    }
  }

  @Override
  public Optional<ShardEntry> write(Path folder, DurableSteps steps) throws IOException {
    Path target = folder.resolve(name);
    if (whole.isPresent()) {
      ShardCopy.copy(damaged.file(name), target, steps);
      isCopied = true;
      return whole;
    }
    return kept.isEmpty() ? Optional.empty() : Optional.of(rewrite(target, steps));
  }

  private ShardEntry rewrite(Path target, DurableSteps steps) throws IOException {
    TfRecordCompression compression;
    try (ByteSource source = damaged.open(name)) {
      compression = open(source).compression();
    }
    int count;
    try (AtomicFile file = AtomicFile.create(target, steps);
        TfRecordWriter writer =
            new TfRecordWriter(file.channel(), TfRecordWriteOptions.of(compression))) {
      forEachKept((number, record, sample) -> writer.write(record.data()));
      writer.finish();
      file.commit();
      count = Math.toIntExact(writer.recordCount());
    }
    try (ByteSource written = FileByteSource.open(target)) {
      UUID identity = TfRecordShard.identity(written, read -> {});
      return TfRecordShard.entry(name, compression, identity, written.length(), count);
    }
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
