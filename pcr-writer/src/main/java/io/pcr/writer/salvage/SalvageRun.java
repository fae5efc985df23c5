package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.internal.manifest.PartFiles;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import io.pcr.reader.internal.work.Parallel;
import io.pcr.reader.work.ProgressListener;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.internal.publish.DatasetPublication;
import io.pcr.writer.internal.publish.FirstGeneration;
import io.pcr.writer.internal.shard.ShardWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;

/**
 * Examines a damaged dataset, and writes what is intact of it. A sample is taken over byte for byte
 * or not at all: one that lost its finer groups looks like any other of lower quality, and nothing
 * in a dataset could say that something of it is lost. For one use by one thread, which closes it.
 */
final class SalvageRun implements Closeable {
  private final DamagedDataset damaged;
  private final Limits limits;
  private final FirstLook survey;
  private final RecordPlaces places;
  private final List<SalvagedShard> shards = new ArrayList<>();
  private final List<Loss> losses = new ArrayList<>();

  private SalvageRun(DamagedDataset damaged, FirstLook survey, RecordPlaces places) {
    this.damaged = damaged;
    this.limits = damaged.limits();
    this.survey = survey;
    this.places = places;
  }

  /** Looks at the metadata of all shards. */
  static SalvageRun begin(DamagedDataset damaged) throws IOException {
    FirstLook survey = new FirstLook(damaged, damaged.limits());
    for (String name : damaged.shards()) {
      survey.look(name);
    }
    survey.settle();
    return new SalvageRun(damaged, survey, RecordPlaces.of(damaged));
  }

  /** Finds out what is intact. */
  void examine(ProgressListener progress) throws IOException {
    for (String name : damaged.shards()) {
      shards.add(
          damaged.isRecords(name)
              ? new SalvagedRecords(damaged, name, places, survey, limits)
              : new SalvagedContainer(damaged, name, survey.lossesOf(name), limits));
    }
    Parallel.forEach(
        shards,
        Parallel.processors(),
        (position, shard) -> shard.examine(read -> progress.add(0, read, 0)));
    nameLosses(shards, places);
    losses.addAll(damaged.losses());
    if (damaged.isUnlisted()) {
      SameShards same = new SameShards(shards);
      same.leaveOut(shards, damaged);
      losses.addAll(gaps(same));
    } else if (damaged.manifest().isEmpty()) {
      tellCopies();
    } else {
      new SameShards(shards.stream().filter(this::isUnlisted).toList()).leaveOut(shards, damaged);
    }
    clearDuplicates(shards, survey);
  }

  /** What there is to save, once it has been examined. */
  Salvage.Plan plan() {
    List<Loss> all = new ArrayList<>(losses);
    shards.forEach(shard -> all.addAll(shard.losses()));
    long samples = shards.stream().mapToLong(SalvagedShard::keptSamples).sum();
    return new Salvage.Plan(samples, all);
  }

  /** Writes it into the folder of the lock, whose files are then a dataset. */
  SalvageReport write(DatasetLock lock, DurableSteps steps) throws IOException {
    Path out = lock.folder();
    List<Optional<ShardEntry>> written =
        new ArrayList<>(Collections.nCopies(shards.size(), Optional.empty()));
    Parallel.forEach(
        shards,
        Parallel.processors(),
        (position, shard) -> written.set(position, shard.write(out, steps)));
    shards.forEach(shard -> losses.addAll(shard.losses()));
    List<ShardEntry> entries = written.stream().flatMap(Optional::stream).toList();
    Manifest manifest = manifest(out, entries, steps);
    Manifest published = publish(out, manifest, steps);
    long copied = shards.stream().filter(SalvagedShard::isCopied).count();
    return new SalvageReport(published, losses, (int) copied);
  }

  @Override
  public void close() throws IOException {
    places.close();
  }

  /** Of a shard that what is lost may have listed, there may be more than one file. */
  private boolean isUnlisted(SalvagedShard shard) {
    return damaged.stated(shard.shard()).isEmpty();
  }

  /** Says which files were not needed. */
  private void tellCopies() throws IOException {
    for (SalvagedShard shard : shards) {
      if (shard.losses().isEmpty()) {
        for (String copy : unused(shard)) {
          damaged.tell(copy + " is the same shard as " + shard.shard() + ": left out");
        }
      }
    }
  }

  private List<String> unused(SalvagedShard shard) throws IOException {
    return damaged.otherCopies(shard.shard()).stream()
        .filter(copy -> !damaged.isUsed(copy))
        .toList();
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

  private static void nameLosses(List<SalvagedShard> shards, RecordPlaces places)
      throws IOException {
    Map<String, List<Loss>> unnamed = new HashMap<>();
    for (SalvagedShard shard : shards) {
      if (!shard.unnamed().isEmpty()) {
        unnamed.put(shard.shard(), shard.unnamed());
      }
    }
    Map<String, List<Loss>> named = places.named(unnamed);
    for (SalvagedShard shard : shards) {
      if (named.containsKey(shard.shard())) {
        shard.name(named.get(shard.shard()));
      }
    }
  }

  /** One after the other, so that the first in the order of the dataset keeps the key. */
  private static void clearDuplicates(List<SalvagedShard> shards, FirstLook survey)
      throws IOException {
    Set<Long> suspects = survey.keys().suspects();
    if (suspects.isEmpty()) {
      return;
    }
    Map<String, String> shardByKey = new HashMap<>();
    for (SalvagedShard shard : shards) {
      shard.clear(suspects, shardByKey);
    }
  }

  private Manifest manifest(Path out, List<ShardEntry> entries, DurableSteps steps)
      throws IOException {
    Optional<Manifest> old = damaged.manifest();
    boolean isSame = old.filter(manifest -> isSame(manifest, entries)).isPresent();
    boolean hasGroups = entries.stream().anyMatch(entry -> entry.variant() == ShardVariant.PCR);
    Groups groups =
        hasGroups ? old.map(Groups::of).or(survey::groups).orElse(Groups.ONE) : Groups.ONE;
    Map<String, String> options = old.map(Manifest::options).orElse(Map.of());
    List<ClassName> classes = classes(survey);
    // Other samples have another curve; it is measured again when it is wanted.
    boolean sameSamples =
        losses.stream().allMatch(loss -> loss.kind() == Loss.Kind.ORIGINAL)
            && old.filter(manifest -> manifest.shardCount() == entries.size()).isPresent();
    return Manifest.builder(isSame ? old.get().datasetUuid() : uuid(entries))
        .groups(groups.count(), groups.targets())
        .classNames(classes)
        .quality(sameSamples ? old.map(Manifest::quality).orElse(List.of()) : List.of())
        .options(options)
        .columns(columns())
        .add(entries)
        .inParts(new PartFiles(out, steps))
        .build();
  }

  /** Whether no shard of the manifest lost anything; a newer one that is lost had more. */
  private boolean isSame(Manifest old, List<ShardEntry> entries) {
    long same =
        entries.stream()
            .filter(entry -> damaged.entry(entry.name()).filter(entry::isSameShard).isPresent())
            .count();
    boolean isOlder = losses.stream().anyMatch(loss -> loss.kind() == Loss.Kind.LIST);
    return old.shardCount() == same && (isOlder || same == entries.size());
  }

  /** An older manifest may lack some. */
  private List<DatasetColumn> columns() {
    Map<String, DatasetColumn> columns = new LinkedHashMap<>();
    damaged
        .manifest()
        .ifPresent(old -> old.columns().forEach(column -> columns.put(column.name(), column)));
    survey.columns().forEach(columns::putIfAbsent);
    return List.copyOf(columns.values());
  }

  /** An older manifest names fewer classes than there are. */
  private List<ClassName> classes(FirstLook survey) {
    List<ClassName> classes =
        new ArrayList<>(damaged.manifest().map(Manifest::classNames).orElse(List.of()));
    boolean isAll = damaged.manifest().filter(this::listsAll).isPresent();
    Set<Long> labels = new HashSet<>();
    Set<String> names = new HashSet<>();
    classes.forEach(known -> labels.add(known.label()));
    classes.forEach(known -> names.add(known.name()));
    for (ClassName found : isAll ? List.<ClassName>of() : survey.classNames()) {
      if (!labels.contains(found.label()) && !names.contains(found.name())) {
        classes.add(found);
      }
    }
    classes.sort(Comparator.comparingLong(ClassName::label));
    return classes;
  }

  private boolean listsAll(Manifest manifest) {
    return manifest.shardCount() == damaged.shards().size();
  }

  /** Another dataset than the damaged one, and the same whenever it is repaired. */
  private static UUID uuid(List<ShardEntry> entries) {
    StringBuilder text = new StringBuilder("repair");
    entries.forEach(entry -> text.append('\n').append(entry.shardUuid()));
    return Sha256.of(StandardCharsets.UTF_8.encode(text.toString())).toUuid();
  }

  private Manifest publish(Path out, Manifest manifest, DurableSteps steps) throws IOException {
    if (!losses.isEmpty()) {
      StringBuilder lines = new StringBuilder();
      losses.forEach(loss -> lines.append(loss.toJson()).append('\n'));
      ByteBuffer text = StandardCharsets.UTF_8.encode(lines.toString());
      AtomicFile.write(out.resolve(SalvageReport.LOSSES_NAME), steps, text);
    }
    Path rejects = damaged.folder().resolve(Conversion.REJECTS_NAME);
    if (damaged.isDataset() && Files.isRegularFile(rejects)) {
      ShardCopy.copy(rejects, out.resolve(Conversion.REJECTS_NAME), steps);
    }
    return new DatasetPublication(out, limits, notice -> {}, steps)
        .publish(Optional.empty(), new FirstGeneration(out, manifest));
  }
}
