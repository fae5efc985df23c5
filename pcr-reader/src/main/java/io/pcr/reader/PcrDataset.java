package io.pcr.reader;

import io.pcr.format.Fidelity;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.KeyMatch;
import io.pcr.format.index.SampleIndex;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.index.ShardTable;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.format.source.ByteSource;
import io.pcr.format.target.GroupTargets;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.BorrowedSource;
import io.pcr.reader.internal.OpenDataset;
import io.pcr.reader.internal.ReaderContext;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.reader.location.DatasetLocation;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * A dataset: shards in order, read whole at any fidelity, or sample by sample.
 *
 * <p>Thread-safe. Whoever opens it closes it; closing twice is fine. It is the state that the
 * manifest described when it was opened: a dataset that grows meanwhile is opened again to see
 * more. Shards are opened when they are read, and the index when a sample is first looked for by
 * key or label.
 */
public final class PcrDataset implements Closeable {
  private final OpenDataset dataset;
  private final ReaderContext context;

  private PcrDataset(OpenDataset dataset, ReaderContext context) {
    this.dataset = dataset;
    this.context = context;
  }

  /** Opens a dataset's folder, or one shard by itself, with default options. */
  public static PcrDataset open(Path path) throws IOException {
    return open(path, ReaderOptions.DEFAULT);
  }

  /**
   * Opens a dataset's folder, or one shard by itself. A TFRecord file by itself is read once, and
   * its records are those that can be found: only a manifest knows how many there were.
   *
   * @throws java.nio.file.NoSuchFileException when there is no manifest, or no such shard
   * @throws PcrException when the manifest is damaged, or newer than this library
   */
  public static PcrDataset open(Path path, ReaderOptions options) throws IOException {
    return open(DatasetLocation.of(path), options);
  }

  /** As {@link #open(URI, ReaderOptions)}, with default options. */
  public static PcrDataset open(URI uri) throws IOException {
    return open(uri, ReaderOptions.DEFAULT);
  }

  /**
   * Opens a dataset on an HTTP server, given the URI of its folder, or one shard there, whose name
   * ends as those of shards do; also takes {@code file:} URIs, and those of a {@link
   * io.pcr.reader.location.FolderProvider}. A query, such as a signature, is sent with each
   * request.
   *
   * @throws io.pcr.reader.http.HttpReadException when the server does not give the manifest
   * @throws IllegalArgumentException when nothing serves the URI's scheme, or it has no host
   * @throws PcrException when the manifest is damaged, or newer than this library
   */
  public static PcrDataset open(URI uri, ReaderOptions options) throws IOException {
    return open(DatasetLocation.of(uri, options.http()), options);
  }

  /**
   * Opens a dataset in storage of the caller's. Its index is kept in {@link
   * ReaderOptions#indexDirectory}, or else built each time.
   *
   * @throws PcrException when the manifest is damaged, or newer than this library
   */
  public static PcrDataset open(DatasetFolder folder, ReaderOptions options) throws IOException {
    return open(DatasetLocation.of(folder), options);
  }

  /**
   * Opens one shard by itself that is in whatever the source reads. Its name, which is what the
   * source calls itself, ends as those of shards do when it is a TFRecord file.
   *
   * @param source is not closed with the dataset, and stays open as long as that
   * @throws PcrException when it is no shard
   */
  public static PcrDataset open(ByteSource source, ReaderOptions options) throws IOException {
    String name = source.toString().substring(source.toString().lastIndexOf('/') + 1);
    return open(DatasetLocation.of(file -> new BorrowedSource(source), name), options);
  }

  /**
   * Opens what a location names, a dataset or one shard by itself.
   *
   * @throws java.nio.file.NoSuchFileException when there is no manifest, or no such shard
   * @throws PcrException when the manifest or shard is damaged, or newer than this library
   */
  public static PcrDataset open(DatasetLocation location, ReaderOptions options)
      throws IOException {
    return open(DatasetFiles.open(location, options.limits(), options.notices()), options);
  }

  /** Opens a dataset whose manifest has been read, or one shard by itself. */
  public static PcrDataset open(DatasetFiles files, ReaderOptions options) throws IOException {
    ReaderContext context = new ReaderContext(options);
    boolean isOpen = false;
    try {
      PcrDataset dataset = new PcrDataset(new OpenDataset(files, context), context);
      isOpen = true;
      return dataset;
    } finally {
      if (!isOpen) {
        context.close();
      }
    }
  }

  /** The files that it is read from. */
  public DatasetFiles files() {
    return dataset.files();
  }

  /** How it is read. */
  public ReaderOptions options() {
    return context.options();
  }

  /** The manifest; empty for a shard by itself. */
  public Optional<Manifest> manifest() {
    return dataset.manifest();
  }

  /** The shards in order. */
  public List<Shard> shards() {
    return dataset.shards();
  }

  /**
   * The shards that were found under other names so far, each with the file that it was read from,
   * by its name in the manifest. Names are only looked behind when a file is missing, or is not the
   * shard; {@link ReaderOptions#notices} is told of each.
   */
  public Map<String, String> found() {
    return dataset.found();
  }

  /**
   * Makes sure that a TFRecord shard is read from a file that is it: its records are sound in
   * whatever file they are, and only all of its bytes tell it from another of the same length, or
   * that a copy elsewhere is intact where this one is damaged. Reads the file once, and where it is
   * not the shard, others of its length. Other shards are known by their first bytes, which are
   * compared whenever they are opened: of them, and of a shard by itself, nothing is read.
   *
   * @param shard position in {@link #shards}
   * @return false when no file is the shard; what stands at its name is read all the same
   */
  public boolean identify(int shard) throws IOException {
    return dataset.shard(shard).identify();
  }

  /**
   * The columns of the dataset, by name: of the manifest where it names them, and else of the first
   * shard, whose metadata is read then. A sample need not have a value in each.
   */
  public List<ColumnSpec> columns() throws IOException {
    return dataset.columns();
  }

  /** The names of labels, ascending by label; empty when the dataset has none. */
  public List<ClassName> classNames() {
    return manifest().map(Manifest::classNames).orElse(List.of());
  }

  /**
   * How many samples have each label, ascending by label; samples without one are not counted. Asks
   * the {@link #index}.
   */
  public NavigableMap<Long, Long> labels() throws IOException {
    NavigableMap<Long, Long> labels = new TreeMap<>();
    index().forEachLabel(labels::put);
    return labels;
  }

  /** Samples in all shards. */
  public long sampleCount() throws IOException {
    return dataset.table().sampleCount();
  }

  /** Scan groups, which are the fidelities to choose from. */
  public int groupCount() throws IOException {
    return manifest().isPresent() ? manifest().get().groupCount() : shards().get(0).groupCount();
  }

  /** What the groups were chosen to show; empty when the manifest, or there is none, is silent. */
  public Optional<GroupTargets> targets() {
    return manifest().flatMap(Manifest::targets);
  }

  /**
   * The smallest fidelity whose images have a quality: as the dataset states it of its groups,
   * where it states targets of that metric for images as they are stored; else on average, as it
   * was measured. Full fidelity when no smaller one has it.
   *
   * @throws PcrException.Unsupported when the dataset neither states that metric nor was measured
   */
  public Fidelity fidelityFor(Quality wanted) throws PcrException.Unsupported {
    Optional<GroupTargets> stated =
        targets()
            .filter(t -> t.size().equals(GroupTargets.FULL_SIZE))
            .filter(t -> wanted.metric() == Quality.Metric.MS_SSIM);
    if (stated.isPresent()) {
      OptionalInt group = stated.get().groupFor(wanted.atLeast());
      return group.isPresent() ? Fidelity.group(group.getAsInt()) : Fidelity.FULL;
    }
    List<QualityPoint> curve = manifest().map(Manifest::quality).orElse(List.of());
    if (curve.isEmpty()) {
      throw new PcrException.Unsupported(
          ErrorCode.UNSUPPORTED_FEATURE,
          new FieldLocation("Manifest.quality", 0, dataset.name() + "/" + Manifest.FILE_NAME),
          "choice of a fidelity by quality",
          "no measurements",
          "a dataset whose quality was measured");
    }
    for (int group = 1; group < curve.size(); group++) {
      QualityPoint point = curve.get(group - 1);
      double found =
          switch (wanted.metric()) {
            case MS_SSIM -> point.msSsimMean();
            case PSNR -> point.psnr();
          };
      if (found >= wanted.atLeast()) {
        return Fidelity.group(group);
      }
    }
    return Fidelity.FULL;
  }

  /**
   * Reads one sample by its key: its slices and nothing else.
   *
   * @throws NoSuchElementException when no sample has the key
   * @throws PcrException.Corrupt when it is damaged, unless it can be degraded
   */
  public Sample sample(String key, Fidelity fidelity) throws IOException {
    return find(key, fidelity)
        .orElseThrow(
            () -> new NoSuchElementException("no sample " + key + " in " + dataset.name()));
  }

  /**
   * Reads one sample by its key, as {@link #sample(String, Fidelity)}; empty when no sample has it.
   */
  public Optional<Sample> find(String key, Fidelity fidelity) throws IOException {
    Optional<KeyMatch> match = index().find(key);
    if (match.isEmpty()) {
      return Optional.empty();
    }
    Sample sample = read(match.get().location(), fidelity);
    boolean same = sample.key().equals(key);
    if (!same && match.get().exact()) {
      throw anotherSample(match.get().location(), sample);
    }
    return same ? Optional.of(sample) : Optional.empty();
  }

  /** A TFRecord file may be as long as the shard, and be another. */
  private PcrException.Corrupt anotherSample(SampleLocation location, Sample found) {
    return new PcrException.Corrupt(
        ErrorCode.PRESENCE_MISMATCH,
        new FieldLocation("Index.keys", 0, dataset.name()),
        "another key in sample " + found.ordinal() + " of " + shards().get(location.shard()),
        "this one; the file is not the one that the index was built from");
  }

  /**
   * Reads one sample by its number, counted over all shards in order.
   *
   * @throws IndexOutOfBoundsException when there is no such number
   */
  public Sample sample(long number, Fidelity fidelity) throws IOException {
    return read(dataset.table().locate(number), fidelity);
  }

  /**
   * As {@link #sample(long, Fidelity)}, with another answer to damage than {@link ReaderOptions}
   * have.
   */
  public Sample sample(long number, Fidelity fidelity, OnDamage onDamage) throws IOException {
    SampleLocation location = dataset.table().locate(number);
    return shards().get(location.shard()).sample(location.ordinal(), fidelity, onDamage);
  }

  private Sample read(SampleLocation location, Fidelity fidelity) throws IOException {
    return shards().get(location.shard()).sample(location.ordinal(), fidelity);
  }

  /** The number of the sample with a key; empty when no sample has it. */
  public OptionalLong numberOf(String key) throws IOException {
    Optional<KeyMatch> match = index().find(key);
    if (match.isEmpty()) {
      return OptionalLong.empty();
    }
    SampleLocation location = match.get().location();
    if (!match.get().exact() && !read(location, Fidelity.FULL).key().equals(key)) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(dataset.table().number(location));
  }

  /**
   * The numbers of the samples with a label, ascending; read as the stream is used, which is before
   * the dataset is closed.
   */
  public LongStream samplesWithLabel(long label) throws IOException {
    return index().samples(label);
  }

  /** How shards and samples are numbered. */
  public ShardTable table() throws IOException {
    return dataset.table();
  }

  /**
   * The index of keys and labels, opened or built now if it has not been; closed with the dataset.
   * A remote dataset's is built from the metadata of all its shards, and kept in {@link
   * ReaderOptions#indexDirectory} where there is one.
   */
  public SampleIndex index() throws IOException {
    return dataset.index();
  }

  /** Damage met so far, by all readers. */
  public DamageCounts damage() {
    return context.damageCounts();
  }

  @Override
  public void close() throws IOException {
    try (context) {
      dataset.close();
    }
  }

  @Override
  public String toString() {
    return dataset.name();
  }
}
