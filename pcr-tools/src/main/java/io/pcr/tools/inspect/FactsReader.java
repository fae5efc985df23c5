package io.pcr.tools.inspect;

import io.pcr.codecs.tfrecord.TfRecord;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.ShardMetadata;
import io.pcr.format.restore.RestoreKind;
import io.pcr.format.restore.RestoreRegion;
import io.pcr.format.shard.Region;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import io.pcr.format.tfrecord.ImageExample;
import io.pcr.tools.dataset.DatasetFiles;
import io.pcr.tools.dataset.Parallel;
import io.pcr.tools.dataset.RecordShard;
import io.pcr.tools.terminal.Printable;
import io.pcr.tools.terminal.Progress;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reads what the facts need: the metadata of each shard, nothing of the samples. TFRecord shards
 * have no metadata, so that their records are read, unless they would have to come over a network.
 */
final class FactsReader {
  private final DatasetFiles files;
  private final Limits limits;

  FactsReader(DatasetFiles files, Limits limits) {
    this.files = files;
    this.limits = limits;
  }

  /**
   * Reads all shards.
   *
   * @param progress counts shards
   */
  DatasetFacts read(Progress progress) throws IOException {
    Census census = new Census();
    Parallel.forEach(
        files.shards(),
        Parallel.processors(),
        (position, name) -> {
          add(census, position, name, progress);
          progress.add(1, 0, 0);
        });
    return census.facts(files.name(), files.manifest().map(FactsReader::identity), classNames());
  }

  private void add(Census census, int position, String name, Progress progress) throws IOException {
    Optional<ShardEntry> entry = files.entry(name);
    if (entry.isPresent() && !entry.get().variant().isContainer()) {
      addRecords(census, position, entry.get(), progress);
      return;
    }
    try (ByteSource source = files.open(name)) {
      ShardFile shard = ShardFile.open(source, limits);
      census.add(position, name, shard, restorable(source, shard));
    }
  }

  private void addRecords(Census census, int position, ShardEntry entry, Progress progress)
      throws IOException {
    census.addWhole(
        position,
        new DatasetFacts.ShardFacts(
            entry.name(),
            entry.variant().name().toLowerCase(Locale.ROOT),
            entry.sampleCount(),
            entry.totalLength()));
    if (files.folder().isEmpty()) {
      progress.message("pcr: " + entry.name() + ": what its samples are is not looked at");
      return;
    }
    try (ByteSource source = files.open(entry.name())) {
      new RecordShard(source, entry, limits).forEach(new RecordFacts(census, entry, progress));
    } catch (PcrException e) {
      progress.message("pcr: " + Printable.line(e.getMessage()));
    }
  }

  /** Adds samples up; what is damaged does not count. */
  private record RecordFacts(Census census, ShardEntry entry, Progress progress)
      implements RecordShard.Listener {
    @Override
    public boolean sample(int number, TfRecord record, ImageExample sample) {
      census.addWholeSample(RecordText.encoding(sample), sample);
      return true;
    }

    @Override
    public void damaged(int number, PcrException damage) {
      progress.message("pcr: " + Printable.line(damage.getMessage()));
    }
  }

  private long restorable(ByteSource source, ShardFile shard) throws IOException {
    Optional<Region> region = shard.regions().restore();
    if (region.isEmpty()) {
      return shard.head().variant() == ShardVariant.LIQUID ? unaltered(shard.metadata()) : 0;
    }
    int samples = shard.metadata().sampleCount();
    RestoreRegion restore = RestoreRegion.open(source, region.get(), samples, limits);
    long restorable = 0;
    for (int sample = 0; sample < samples; sample++) {
      restorable += restore.directory().kind(sample) == RestoreKind.NONE ? 0 : 1;
    }
    return restorable;
  }

  /**
   * Whole samples as long as their originals, which are these: another format has another length,
   * up to a chance that only reading them rules out.
   */
  private static long unaltered(ShardMetadata metadata) {
    return IntStream.range(0, metadata.sampleCount())
        .filter(i -> metadata.sliceLength(1, i) == metadata.sourceLength(i))
        .filter(i -> metadata.sourceSha256(i).isPresent())
        .count();
  }

  private static DatasetFacts.Identity identity(Manifest manifest) {
    List<DatasetFacts.QualityFacts> quality =
        manifest.quality().stream().map(FactsReader::quality).toList();
    return new DatasetFacts.Identity(
        manifest.datasetUuid(), manifest.generation(), manifest.options(), quality);
  }

  private static DatasetFacts.QualityFacts quality(QualityPoint point) {
    return new DatasetFacts.QualityFacts(
        point.meanBytes(),
        point.msSsimMean(),
        point.msSsimP10(),
        point.msSsimP1(),
        point.psnr(),
        point.decodeRelative());
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
