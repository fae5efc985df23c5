package io.pcr.writer.internal.convert;

import io.pcr.format.Limits;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.index.IndexListener;
import io.pcr.format.internal.index.SampleIndex;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.encode.FixedScans;
import io.pcr.writer.encode.ScanChoice;
import io.pcr.writer.encode.TargetedScans;
import io.pcr.writer.internal.journal.RunFolder;
import io.pcr.writer.internal.shard.ShardWriter;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The dataset that shards are added to, as it was when the run began: kept in the run's folder, so
 * that a run that is resumed after it published its manifest still adds to the same.
 */
public record BaseDataset(Path folder, Manifest manifest, ShardFinder finder) {
  /**
   * A generation of a dataset.
   *
   * @param notices told which shards are found under other names
   */
  public BaseDataset(Path folder, Manifest manifest, Consumer<String> notices) {
    this(folder, manifest, ShardFinder.local(folder, manifest, notices));
  }

  /**
   * The dataset as it is now, or as it was when the run began that goes on.
   *
   * @param notices told which shards are found under other names
   */
  public static BaseDataset of(
      ConversionOptions options, RunFolder run, Consumer<String> notices, DurableSteps steps)
      throws IOException {
    Path out = options.out();
    if (!Files.exists(run.baseManifest())) {
      Manifest newest =
          ManifestPublication.base(out, steps)
              .orElseThrow(
                  () -> new NoSuchFileException(out.resolve(Manifest.FILE_NAME).toString()));
      keep(out.resolve(Conversion.REJECTS_NAME), run.baseRejects(), steps);
      AtomicFile.write(run.baseManifest(), steps, newest.encode());
    }
    BaseDataset base = new BaseDataset(out, read(run.baseManifest()), notices);
    base.finder.list().load();
    base.tellMissing(notices);
    if (options.variant().variant() == ShardVariant.PCR) {
      base.requireSameScans(options.encode().scans());
    }
    return base;
  }

  /** What is lost already keeps nothing new out, but the user should hear of it. */
  private void tellMissing(Consumer<String> notices) throws IOException {
    List<String> missing = finder.missing();
    if (!missing.isEmpty()) {
      String others = missing.size() == 1 ? "" : " (and " + (missing.size() - 1) + " more)";
      notices.accept(
          "shard " + missing.get(0) + others + " is missing; 'pcr verify' says what is damaged");
    }
  }

  private static Manifest read(Path file) throws IOException {
    try (ByteSource source = FileByteSource.open(file)) {
      return Manifest.read(source, Limits.DEFAULT);
    }
  }

  private static void keep(Path file, Path copy, DurableSteps steps) throws IOException {
    if (Files.exists(file)) {
      AtomicFile.write(copy, steps, ByteBuffer.wrap(Files.readAllBytes(file)));
    }
  }

  /** Whether a shard here has groups, so that new ones must have the same. */
  boolean hasGroups() {
    return shards().stream().anyMatch(shard -> shard.variant() == ShardVariant.PCR);
  }

  /** The shards of the dataset, whose list has been read. */
  public List<ShardEntry> shards() {
    return finder.list().asList();
  }

  /** Whether the manifest says how scans are spread over groups. */
  boolean saysScans() {
    return manifest.targets().isPresent() || FixedScans.recorded(manifest.options()).isPresent();
  }

  /** What new images get must be what those here have, which only the user can know. */
  private void requireNamedScript(ScanChoice wanted) throws IOException {
    String silent =
        folder
            + " does not say which fixed scans its images have; a manifest that was built again"
            + " from shards does not know them; ";
    if (!(wanted instanceof FixedScans named)) {
      throw new RunRejectedException(
          silent + "name their script with --script, and images here are compared with it");
    }
    if (!NamedScript.fits(folder, named.scripts())) {
      throw new RunRejectedException(silent + "they do not have those of " + wanted.label());
    }
  }

  /** Proves that a fidelity means the same for the images here and for those to come. */
  void requireSameScans(ScanChoice wanted) throws IOException {
    if (!hasGroups()) {
      return;
    }
    if (!saysScans()) {
      requireNamedScript(wanted);
      return;
    }
    Optional<FixedScans> fixed = FixedScans.recorded(manifest.options());
    boolean same =
        manifest.targets().equals(wanted.targets())
            && (manifest.targets().isPresent() || fixed.get().equals(wanted));
    if (!same) {
      String before =
          manifest.targets().map(TargetedScans::label).orElseGet(() -> fixed.get().label());
      throw new RunRejectedException(
          folder
              + " was made with "
              + before
              + " and a fidelity must mean the same for all images of a dataset; images cannot"
              + " be added with "
              + wanted.label()
              + (before.equals(wanted.label()) ? ", which differs from that" : ""));
    }
  }

  /** Proves that the shards here have the columns of those to come. */
  public void requireSameColumns(List<ColumnSpec> wanted) throws RunRejectedException {
    List<DatasetColumn> found = manifest.columns();
    List<DatasetColumn> added = wanted.stream().map(DatasetColumn::of).toList();
    if (!found.equals(added)) {
      throw new RunRejectedException(
          folder
              + " has "
              + (found.isEmpty() ? "no columns" : "the columns " + names(found))
              + ", the new images have "
              + (added.isEmpty() ? "none" : names(added)));
    }
  }

  private static String names(List<DatasetColumn> columns) {
    return columns.stream().map(DatasetColumn::toString).collect(Collectors.joining(", "));
  }

  /** The number of the first new shard: above all that are there. */
  public int nextShard() {
    return shards().stream()
        .mapToInt(shard -> ShardWriter.number(shard.name()).orElse(-1) + 1)
        .max()
        .orElse(0);
  }

  /**
   * From the labels of a source to those here. New classes are numbered above all labels that
   * samples have, named or not: a number means one class.
   *
   * @param source the names of the source's labels 0, 1, …
   */
  public LabelMap labels(List<String> source) throws IOException {
    long highest = manifest.classNames().stream().mapToLong(ClassName::label).max().orElse(-1);
    if (!source.isEmpty()) {
      highest = Math.max(highest, highestUsed());
    }
    if (highest > Long.MAX_VALUE - source.size()) {
      throw new RunRejectedException(
          folder + " has samples of label " + highest + "; no numbers are left for new classes");
    }
    return LabelMap.of(manifest.classNames(), source, highest + 1);
  }

  private long highestUsed() throws IOException {
    AtomicLong highest = new AtomicLong(-1);
    try (SampleIndex index = openIndex()) {
      index.forEachLabel((label, samples) -> highest.accumulateAndGet(label, Math::max));
    }
    return highest.get();
  }

  /** The keys that are there; the caller closes it. */
  public SampleIndex openIndex() throws IOException {
    return IndexDirectory.open(
        folder,
        finder.indexSource(Limits.DEFAULT),
        IndexPolicy.REBUILD_OR_TEMPORARY,
        IndexListener.SILENT);
  }
}
