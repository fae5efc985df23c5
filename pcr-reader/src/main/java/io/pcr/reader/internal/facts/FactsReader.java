package io.pcr.reader.internal.facts;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.RestoreExtent;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.text.Units;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.stored.CutShard;
import io.pcr.reader.internal.work.Parallel;
import io.pcr.reader.work.ProgressListener;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordWalk;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads what the facts need: the metadata of each shard, nothing of the samples. TFRecord shards
 * have no metadata, so that their records are read, unless they would have to come over a network.
 */
public final class FactsReader {
  private final DatasetFiles files;
  private final Limits limits;
  private final Consumer<String> notices;

  private FactsReader(DatasetFiles files, Limits limits, Consumer<String> notices) {
    this.files = files;
    this.limits = limits;
    this.notices = notices;
  }

  /**
   * Reads all shards.
   *
   * @param notices told, in a sentence each, of shards that are not looked into
   * @param progress told of each shard
   * @throws PcrException when a shard by itself is damaged; in a dataset that is one of the facts
   */
  public static DatasetFacts read(
      DatasetFiles files, Limits limits, Consumer<String> notices, ProgressListener progress)
      throws IOException {
    return new FactsReader(files, limits, notices).read(progress);
  }

  private DatasetFacts read(ProgressListener progress) throws IOException {
    ShardTotals census = new ShardTotals();
    Parallel.forEach(
        files.shards(),
        Parallel.processors(),
        (position, name) -> {
          add(census, position, name);
          progress.add(1, 0, 0);
        });
    int behind = files.shards().size();
    for (DatasetFacts.Fault lost : DatasetFacts.Fault.ofLostParts(files)) {
      census.addFault(behind++, lost);
    }
    return census.facts(files.name(), files.manifest().map(FactsReader::identity), classNames());
  }

  private void add(ShardTotals census, int position, String name) throws IOException {
    Optional<ShardEntry> entry = files.entry(name);
    boolean records = entry.isPresent() && !entry.get().variant().isContainer();
    if (records && files.folder().isEmpty()) {
      census.addWhole(position, whole(entry.get()), entry.get().sampleCount());
      notices.accept(name + ": its samples are not counted");
      return;
    }
    try (ByteSource source = files.open(name)) {
      if (records) {
        addRecords(census, position, entry.get(), source);
      } else {
        addContainer(census, position, name, source);
      }
    } catch (NoSuchFileException | PcrException.Corrupt | PcrException.NotPcr e) {
      if (files.manifest().isEmpty()) {
        throw e;
      }
      String why = e instanceof PcrException ? e.getMessage() : "the file is missing";
      long samples = entry.map(ShardEntry::sampleCount).orElse(0);
      String lost = "not counted: " + Units.count(samples, "sample");
      census.addFault(position, new DatasetFacts.Fault(name, why + "; " + lost));
    }
  }

  private void addContainer(ShardTotals census, int position, String name, ByteSource source)
      throws IOException {
    ShardFile shard = ShardEntries.open(files.entry(name), source, limits);
    CutShard cut = new CutShard(shard, source.length());
    long restorable = 0;
    shard
        .frontDamage()
        .ifPresent(
            e ->
                census.addFault(
                    position,
                    new DatasetFacts.Fault(name, e.getMessage() + "; " + ShardFile.FROM_COPY)));
    cut.problem().ifPresent(p -> census.addFault(position, new DatasetFacts.Fault(name, p)));
    if (files.entry(name).isPresent()
        && !ShardEntries.of(name, shard, RestoreExtent.NONE).isSameShard(files.entry(name).get())) {
      census.addFault(
          position, new DatasetFacts.Fault(name, "it is not the shard that the manifest lists"));
    }
    try {
      restorable = RestorableSamples.count(source, cut, limits);
    } catch (PcrException.Truncated e) {
      // Said above.
    } catch (PcrException.Corrupt e) {
      census.addFault(
          position, new DatasetFacts.Fault(name, e.getMessage() + "; no original can be restored"));
    }
    census.add(position, name, shard, restorable);
  }

  private static DatasetFacts.ShardFacts whole(ShardEntry entry) {
    return new DatasetFacts.ShardFacts(
        entry.name(),
        entry.variant().name().toLowerCase(Locale.ROOT),
        entry.sampleCount(),
        entry.totalLength());
  }

  private void addRecords(ShardTotals census, int position, ShardEntry entry, ByteSource source)
      throws IOException {
    RecordFacts facts = new RecordFacts(census, entry, position);
    try {
      new TfRecordWalk(source, entry, limits).forEach(facts);
      if (facts.sound + facts.damaged < entry.sampleCount()) {
        facts.fault("its last records are missing");
      }
    } catch (PcrException.Corrupt e) {
      facts.fault(e.getMessage());
    }
    census.addWhole(position, whole(entry), facts.sound);
  }

  /** Adds samples up; what is damaged does not count. For one thread. */
  private static final class RecordFacts implements TfRecordWalk.Listener {
    private final ShardTotals census;
    private final ShardEntry entry;
    private final int position;
    private long sound;
    private long damaged;

    RecordFacts(ShardTotals census, ShardEntry entry, int position) {
      this.census = census;
      this.entry = entry;
      this.position = position;
    }

    @Override
    public boolean sample(int number, TfRecord record, ImageExample sample) {
      census.addWholeSample(DatasetFacts.FormatFacts.encodingOf(sample.encoded()), sample);
      sound++;
      return true;
    }

    @Override
    public void damaged(int number, PcrException damage) {
      damaged++;
      fault(damage.getMessage());
    }

    void fault(String why) {
      String read = Units.count(sound) + " of " + Units.count(entry.sampleCount(), "sample");
      census.addFault(
          position, new DatasetFacts.Fault(entry.name(), why + "; " + read + " can be read"));
    }
  }

  private static DatasetFacts.Identity identity(Manifest manifest) {
    return new DatasetFacts.Identity(
        manifest.datasetUuid(), manifest.generation(), manifest.options(), manifest.quality());
  }

  private Map<Long, String> classNames() {
    Map<Long, String> names = new HashMap<>();
    files
        .manifest()
        .ifPresent(
            manifest -> {
              for (ClassName name : manifest.classNames()) {
                names.put(name.label(), name.name());
              }
            });
    return names;
  }
}
