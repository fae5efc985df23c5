package io.pcr.reader.check;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ListedShard;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.format.manifest.ShardPart;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.reader.internal.stored.KeySpace;
import io.pcr.reader.internal.work.Parallel;
import io.pcr.reader.work.ProgressListener;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordWalk;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** One check of all shards of a dataset, of them against the manifest, and of each other. */
final class CheckRun {
  private final DatasetFiles files;
  private final Limits limits;
  private final boolean deep;
  private final Consumer<Damage> found;
  private final KeySpace keys = new KeySpace();
  private final Optional<KeyIndexCheck> keyIndex;
  private final LongAdder samples = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder damages = new LongAdder();
  private final Queue<Unchecked> unchecked = new ConcurrentLinkedQueue<>();

  /**
   * @param found is told of each damage, by one thread at a time
   */
  CheckRun(DatasetFiles files, Limits limits, boolean deep, Consumer<Damage> found) {
    this.files = files;
    this.limits = limits;
    this.deep = deep;
    this.found = found;
    this.keyIndex = files.list().map(list -> new KeyIndexCheck(files, list));
  }

  /** Checks everything. */
  CheckResult check(ProgressListener progress) throws IOException {
    boolean areGenerationsWhole = checkGenerations();
    boolean isListWhole = checkLists() && areGenerationsWhole;
    List<String> shards = files.shards();
    int processors = Parallel.processors();
    int inner = Math.max(1, processors / Math.max(1, shards.size()));
    Parallel.forEach(shards, processors, (position, name) -> check(name, inner, progress, true));
    checkKeys();
    checkKeyIndex();
    List<String> strangers = files.unlisted();
    List<CheckResult.LeftOver> leftOver = List.of();
    // Where a list is lost, nobody knows that a shard was in none.
    if (isListWhole && FolderWaste.isNewestKnown(files)) {
      leftOver = FolderWaste.of(files, strangers);
    } else {
      strangers.forEach(file -> report(isListWhole ? unlisted(file) : perhapsListed(file)));
    }
    List<Unchecked> left =
        unchecked.stream().sorted(Comparator.comparing(Unchecked::file)).toList();
    Map<String, String> misnamed = files.found();
    return new CheckResult(
        shards.size(),
        samples.sum(),
        bytes.sum(),
        damages.sum(),
        misnamed,
        left,
        leftOver,
        Optional.empty());
  }

  private boolean checkGenerations() throws IOException {
    if (files.manifest().isEmpty()) {
      return true;
    }
    GenerationCheck generations =
        new GenerationCheck(files, files.manifest().get(), limits, this::report, unchecked::add);
    boolean isIntact = generations.check();
    bytes.add(generations.bytes());
    return isIntact;
  }

  /** Whether all parts of the list of shards are there, and nothing is listed twice. */
  private boolean checkLists() {
    files.lostParts().forEach(this::checkPart);
    Map<String, String> names = new HashMap<>();
    Map<UUID, String> uuids = new HashMap<>();
    List<ShardEntry> shards = files.list().map(ShardList::asList).orElse(List.of());
    for (ShardEntry shard : shards) {
      String other = names.putIfAbsent(shard.name().toLowerCase(Locale.ROOT), shard.name());
      String same = uuids.putIfAbsent(shard.shardUuid(), shard.name());
      if (other != null || same != null) {
        report(twice(shard.name(), other != null ? other : same));
      }
    }
    return files.lostParts().isEmpty();
  }

  private void checkPart(ShardPart part, IOException e) {
    String readable =
        "its "
            + Units.count(part.shardCount(), "shard")
            + " with "
            + Units.count(part.sampleCount(), "sample")
            + " are not checked; the others can be read, and 'pcr repair' saves those of this part"
            + " as far as they tell themselves what they are";
    if (e instanceof PcrException damage) {
      report(Damage.ofFile(part.name(), damage, readable));
    } else if (ShardFinder.isMissing(e)) {
      report(Damage.missing(part.name(), "Manifest.parts", readable));
    } else {
      unchecked.add(Unchecked.refused(part.name(), e));
    }
  }

  private static Damage twice(String name, String other) {
    PcrException e =
        new PcrException.Corrupt(
            ErrorCode.MALFORMED,
            new FieldLocation("ShardTable.name_bytes", 0, Manifest.FILE_NAME),
            "a shard that is listed before as " + other,
            "each shard once, with a name that is unlike all others");
    String readable = "its samples are counted and read twice";
    return Damage.ofFile(name, e, readable);
  }

  /**
   * @param isSought whether a file that is missing is looked for; once, as what is found may be
   *     gone again
   */
  private void check(String name, int threads, ProgressListener progress, boolean isSought)
      throws IOException {
    Optional<ShardEntry> entry = files.entry(name);
    try (ByteSource source = files.open(name)) {
      if (isRecords(entry)) {
        checkRecords(source, entry.get(), progress);
        return;
      }
      checkContainer(name, entry, source, threads, progress);
    } catch (IOException e) {
      if (ShardFinder.isMissing(e)) {
        if (isSought && isRecords(entry) && files.searchByContent(name)) {
          check(name, threads, progress, false);
        } else {
          report(missing(name));
        }
      } else if (files.folder().isEmpty()) {
        // A server that fails at one shard fails at the next.
        throw e;
      } else {
        unchecked.add(Unchecked.refused(name, e));
      }
    }
  }

  private void checkContainer(
      String name,
      Optional<ShardEntry> entry,
      ByteSource source,
      int threads,
      ProgressListener progress)
      throws IOException {
    ShardCheck.Result result = read(name, entry, source, threads, progress);
    boolean isDamaged = result.damages().stream().anyMatch(damage -> damage.code().isDamage());
    if (isDamaged && files.findIntact(name)) {
      String copy = wholeCopy(name);
      result.damages().forEach(damage -> report(damage.withReadable(copy)));
      try (ByteSource found = files.open(name)) {
        result = read(name, entry, found, threads, progress);
      }
    }
    result.shard().ifPresent(shard -> count(name, shard, progress));
    result.damages().forEach(this::report);
  }

  private ShardCheck.Result read(
      String name,
      Optional<ShardEntry> entry,
      ByteSource source,
      int threads,
      ProgressListener progress)
      throws IOException {
    ShardCheck check =
        new ShardCheck(
            name,
            source,
            limits,
            threads,
            read -> {
              bytes.add(read);
              progress.add(0, read, 0);
            });
    return check.check(ListedShard.of(files.manifest(), entry), deep);
  }

  private String wholeCopy(String name) {
    return "an intact copy is " + Printable.line(files.foundAs(name).orElse(name));
  }

  private static boolean isRecords(Optional<ShardEntry> entry) {
    return entry.isPresent() && !entry.get().variant().isContainer();
  }

  private void checkRecords(ByteSource source, ShardEntry entry, ProgressListener progress)
      throws IOException {
    TfRecordCheck check = read(source, entry, progress);
    if (!check.damages().isEmpty() && files.searchByContent(entry.name())) {
      // What stands there is another shard, or a damaged copy of this one.
      if (!check.isAnother()) {
        String copy = wholeCopy(entry.name());
        check.damages().forEach(damage -> report(damage.withReadable(copy)));
      }
      try (ByteSource found = files.open(entry.name())) {
        check = read(found, entry, progress);
      }
    }
    samples.add(check.seen());
    progress.add(check.seen(), 0, 0);
    long[] hashes = check.keyHashes();
    keys.add(entry.name(), hashes);
    if (check.damages().isEmpty()) {
      keyIndex.ifPresent(index -> index.note(entry.name(), hashes));
    }
    check.damages().forEach(this::report);
  }

  private TfRecordCheck read(ByteSource source, ShardEntry entry, ProgressListener progress)
      throws IOException {
    TfRecordCheck check =
        new TfRecordCheck(
            source,
            entry,
            limits,
            read -> {
              bytes.add(read);
              progress.add(0, read, 0);
            });
    check.check();
    return check;
  }

  private void count(String name, ShardFile shard, ProgressListener progress) {
    samples.add(shard.metadata().sampleCount());
    progress.add(shard.metadata().sampleCount(), 0, 0);
    long[] hashes = KeySpace.hashes(shard.metadata());
    keys.add(name, hashes);
    keyIndex.ifPresent(index -> index.note(name, hashes));
  }

  private void checkKeyIndex() throws IOException {
    if (keyIndex.isPresent()) {
      keyIndex.get().check(this::report, unchecked::add);
    }
  }

  private synchronized void report(Damage damage) {
    if (!damage.code().isDamage()) {
      unchecked.add(Unchecked.of(damage));
      return;
    }
    damages.increment();
    found.accept(damage);
  }

  private static Damage missing(String name) {
    return Damage.missing(name, "Manifest.shards", "the other shards can be read");
  }

  private static Damage unlisted(String name) {
    return new Damage(
        name,
        Damage.NONE,
        "",
        Damage.NONE,
        0,
        ErrorCode.MALFORMED,
        "Manifest.shards",
        "a shard that the manifest does not list",
        "it is not part of the dataset: either the manifest is an older one, or the shard"
            + " belongs to another dataset",
        Optional.empty());
  }

  private static Damage perhapsListed(String name) {
    Damage damage = unlisted(name);
    return damage
        .withProblem("a shard that no intact list names")
        .withReadable(
            "a list that is damaged or missing may name it; 'pcr repair' saves it as far as it"
                + " tells itself what it is");
  }

  private void checkKeys() throws IOException {
    Set<Long> suspects = keys.suspects();
    if (suspects.isEmpty()) {
      return;
    }
    Map<String, String> shardByKey = new HashMap<>();
    for (String name : keys.shardsWith(suspects)) {
      forEachKey(
          name,
          (sample, key) -> {
            boolean suspect = suspects.contains(KeySpace.hash(StandardCharsets.UTF_8.encode(key)));
            String other = suspect ? shardByKey.putIfAbsent(key, name) : null;
            if (other != null) {
              report(duplicate(name, sample, key, other));
            }
          });
    }
  }

  private interface KeyListener {
    void key(int sample, String key);
  }

  private void forEachKey(String name, KeyListener listener) throws IOException {
    Optional<ShardEntry> entry = files.entry(name);
    try (ByteSource source = files.open(name)) {
      if (isRecords(entry)) {
        new TfRecordWalk(source, entry.get(), limits).forEach(new RecordKeys(listener));
        return;
      }
      ShardMetadata metadata = ShardEntries.open(entry, source, limits).metadata();
      for (int sample = 0; sample < metadata.sampleCount(); sample++) {
        listener.key(sample, metadata.key(sample));
      }
    } catch (PcrException e) {
      // Reported when the shard was checked: the keys before the damage are what there is.
    }
  }

  /** The keys of the records that are sound. */
  private record RecordKeys(KeyListener listener) implements TfRecordWalk.Listener {
    @Override
    public boolean sample(int number, TfRecord record, ImageExample sample) {
      listener.key(number, sample.key().orElseThrow());
      return true;
    }

    @Override
    public void damaged(int number, PcrException damage) {
      // It has been reported.
    }
  }

  private static Damage duplicate(String name, int sample, String key, String other) {
    PcrException e =
        new PcrException.Corrupt(
            ErrorCode.MALFORMED,
            new FieldLocation("ShardMetadata.key_bytes", 0, name),
            "a key that " + other + " also has",
            "a key that no other sample has");
    String readable = "only one of the two samples can be read by its key";
    return Damage.ofSample(name, sample, key, Damage.NONE, e, readable);
  }
}
