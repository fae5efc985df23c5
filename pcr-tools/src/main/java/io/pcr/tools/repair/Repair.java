package io.pcr.tools.repair;

import io.pcr.format.Limits;
import io.pcr.format.checksum.Sha256;
import io.pcr.format.commit.AtomicFile;
import io.pcr.format.commit.DatasetLock;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.index.lmdb.IndexDirectory;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ManifestPublication;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.script.ScanScripts;
import io.pcr.reader.work.Parallel;
import io.pcr.tfrecord.DatasetSource;
import io.pcr.tools.terminal.Progress;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.shard.ShardWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;

/**
 * Makes a new dataset of what is whole of a damaged one. A sample is taken over byte for byte or
 * not at all: one that lost its finer groups looks like any other of lower quality, and nothing in
 * a dataset could say that it is not whole. For one use.
 */
final class Repair {
  /** The list of what is not in the new dataset. */
  static final String LOSSES_NAME = "losses.jsonl";

  private final DamagedDataset damaged;
  private final DatasetLock lock;
  private final Path out;
  private final Limits limits;
  private final Progress progress;
  private final DurableSteps steps;

  /**
   * @param lock of the folder for what is saved
   */
  Repair(
      DamagedDataset damaged,
      DatasetLock lock,
      Limits limits,
      Progress progress,
      DurableSteps steps) {
    this.damaged = damaged;
    this.lock = lock;
    this.steps = steps;
    out = lock.folder();
    this.limits = limits;
    this.progress = progress;
  }

  /**
   * What became of the dataset.
   *
   * @param losses in the order of the dataset
   * @param copied shards that were whole
   */
  record Summary(Manifest manifest, List<Loss> losses, int copied) {
    Summary {
      losses = List.copyOf(losses);
    }

    long count(Loss.Kind kind) {
      return losses.stream().filter(loss -> loss.kind() == kind).count();
    }

    /** Samples that are known to be lost. */
    long lostSamples() {
      return losses.stream().mapToLong(loss -> loss.samples().orElse(0)).sum();
    }

    /** Whether more may be lost than anybody knows. */
    boolean isMoreUnknown() {
      return losses.stream().anyMatch(loss -> loss.samples().isEmpty());
    }
  }

  /** Fills the folder, whose files are then a dataset. */
  Summary run() throws IOException {
    Survey survey = new Survey(damaged, limits);
    for (String name : damaged.shards()) {
      survey.look(name);
    }
    survey.settle();
    try (RecordPlaces places = RecordPlaces.of(damaged, limits)) {
      return run(survey, places);
    }
  }

  private Summary run(Survey survey, RecordPlaces places) throws IOException {
    List<Salvage> shards = new ArrayList<>();
    for (String name : damaged.shards()) {
      shards.add(
          damaged.isRecords(name)
              ? new RecordSalvage(damaged, name, places, survey, limits)
              : new ShardSalvage(damaged, name, survey.lossesOf(name), limits));
    }
    int threads = Parallel.processors();
    Parallel.forEach(
        shards, threads, (position, shard) -> shard.examine(read -> progress.add(0, read, 0)));
    nameLosses(shards, places);
    List<Loss> losses = new ArrayList<>(damaged.losses());
    if (damaged.manifest().isEmpty() && damaged.isDataset()) {
      SameShards same = new SameShards(shards);
      same.leaveOut(shards, damaged);
      losses.addAll(gaps(same));
    }
    clearDuplicates(shards, survey);
    List<Optional<ShardEntry>> written =
        new ArrayList<>(Collections.nCopies(shards.size(), Optional.empty()));
    Parallel.forEach(
        shards, threads, (position, shard) -> written.set(position, shard.write(out, steps)));
    shards.forEach(shard -> losses.addAll(shard.losses()));
    List<ShardEntry> entries = written.stream().flatMap(Optional::stream).toList();
    Manifest manifest = manifest(survey, entries, losses);
    publish(manifest, losses);
    long copied = shards.stream().filter(Salvage::isCopied).count();
    return new Summary(manifest, losses, (int) copied);
  }

  /** Shards that nothing but the numbers of others tells of. */
  private List<Loss> gaps(SameShards same) {
    List<OptionalInt> numbers = new ArrayList<>(same.numbers());
    List<String> files = new ArrayList<>(damaged.shards());
    for (Loss unreadable : damaged.losses()) {
      if (unreadable.kind() == Loss.Kind.SHARD) {
        numbers.add(ShardWriter.number(unreadable.file()));
        files.add(unreadable.file());
      }
    }
    return NumberGaps.of(numbers, files);
  }

  private static void nameLosses(List<Salvage> shards, RecordPlaces places) throws IOException {
    Map<String, List<Loss>> unnamed = new HashMap<>();
    for (Salvage shard : shards) {
      if (!shard.unnamed().isEmpty()) {
        unnamed.put(shard.shard(), shard.unnamed());
      }
    }
    Map<String, List<Loss>> named = places.named(unnamed);
    for (Salvage shard : shards) {
      if (named.containsKey(shard.shard())) {
        shard.name(named.get(shard.shard()));
      }
    }
  }

  /** One after the other, so that the first in the order of the dataset keeps the key. */
  private static void clearDuplicates(List<Salvage> shards, Survey survey) throws IOException {
    Set<Long> suspects = survey.keys().suspects();
    if (suspects.isEmpty()) {
      return;
    }
    Map<String, String> shardByKey = new HashMap<>();
    for (Salvage shard : shards) {
      shard.clear(suspects, shardByKey);
    }
  }

  private Manifest manifest(Survey survey, List<ShardEntry> entries, List<Loss> losses) {
    Optional<Manifest> old = damaged.manifest();
    if (old.isPresent() && old.get().shards().equals(entries)) {
      return old.get();
    }
    Optional<ScanScripts> scripts = old.map(Manifest::scanScripts).orElseGet(survey::scripts);
    Map<String, String> options = old.map(Manifest::options).orElse(Map.of());
    List<ClassName> classes = old.map(Manifest::classNames).orElseGet(survey::classNames);
    // Fewer samples have another curve; it is measured again when it is wanted.
    boolean sameSamples = losses.stream().allMatch(loss -> loss.kind() == Loss.Kind.ORIGINAL);
    return new Manifest(
        uuid(entries),
        1,
        scripts.map(ScanScripts::groupCount).orElse(1),
        scripts,
        classes,
        sameSamples ? old.map(Manifest::quality).orElse(List.of()) : List.of(),
        options,
        entries);
  }

  /** Another dataset than the damaged one, and the same whenever it is repaired. */
  private static UUID uuid(List<ShardEntry> entries) {
    StringBuilder text = new StringBuilder("repair");
    entries.forEach(entry -> text.append('\n').append(entry.shardUuid()));
    return Sha256.of(StandardCharsets.UTF_8.encode(text.toString())).toUuid();
  }

  private void publish(Manifest manifest, List<Loss> losses) throws IOException {
    if (!losses.isEmpty()) {
      StringBuilder lines = new StringBuilder();
      losses.forEach(loss -> lines.append(loss.toJson()).append('\n'));
      ByteBuffer text = StandardCharsets.UTF_8.encode(lines.toString());
      AtomicFile.write(out.resolve(LOSSES_NAME), steps, text);
    }
    Path rejects = damaged.folder().resolve(Conversion.REJECTS_NAME);
    if (damaged.isDataset() && Files.isRegularFile(rejects)) {
      ShardCopy.copy(rejects, out.resolve(Conversion.REJECTS_NAME), steps);
    }
    ManifestPublication.publish(lock, Optional.empty(), manifest, steps);
    IndexDirectory.rebuild(out, DatasetSource.of(manifest, out, limits), steps);
  }
}
