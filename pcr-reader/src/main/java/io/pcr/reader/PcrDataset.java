package io.pcr.reader;

import io.pcr.format.Fidelity;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.MeasuredCurve;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.source.ByteSource;
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
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A dataset: a list of shards. A program reads a shard at any fidelity in one read, or reads single
 * samples.
 *
 * <p>Thread-safe. Whoever opens a dataset closes it; closing it twice is allowed. An open dataset
 * shows the state that the manifest described when it was opened. To see samples that were added
 * later, open it again. The dataset opens a shard at the first read from it, and the index at the
 * first search by key or label.
 */
public final class PcrDataset implements Closeable {
  private final OpenDataset dataset;
  private final ReaderContext context;

  private PcrDataset(OpenDataset dataset, ReaderContext context) {
    this.dataset = dataset;
    this.context = context;
  }

  /** Opens a dataset's folder or a single shard, with default options. */
  public static PcrDataset open(Path path) throws IOException {
    return open(path, ReaderOptions.DEFAULT);
  }

  /**
   * Opens a dataset's folder or a single shard. A single TFRecord file is read once to find its
   * records. Only a manifest says how many records there must be, so records that are missing at
   * the end of such a file are not noticed.
   *
   * @throws java.nio.file.NoSuchFileException when the manifest or the shard does not exist
   * @throws PcrException when the manifest is damaged or newer than this library
   */
  public static PcrDataset open(Path path, ReaderOptions options) throws IOException {
    return open(DatasetLocation.of(path), options);
  }

  /** Does the same as {@link #open(URI, ReaderOptions)}, with default options. */
  public static PcrDataset open(URI uri) throws IOException {
    return open(uri, ReaderOptions.DEFAULT);
  }

  /**
   * Opens a dataset on an HTTP server by the URI of its folder, or a single shard by a URI that
   * ends in the suffix of a shard. The URI can also be a {@code file:} URI or one that a {@link
   * io.pcr.reader.location.FolderProvider} serves. Each request carries the URI's query, for
   * example a signature.
   *
   * @throws io.pcr.reader.http.HttpReadException when the server does not send the manifest
   * @throws IllegalArgumentException when nothing serves the URI's scheme, or the URI has no host
   * @throws PcrException when the manifest is damaged or newer than this library
   */
  public static PcrDataset open(URI uri, ReaderOptions options) throws IOException {
    return open(DatasetLocation.of(uri, options.http()), options);
  }

  /**
   * Opens a dataset in storage that the caller provides. The index is kept in {@link
   * ReaderOptions#indexDirectory}; without that option it is built at each opening that needs it.
   *
   * @throws PcrException when the manifest is damaged or newer than this library
   */
  public static PcrDataset open(DatasetFolder folder, ReaderOptions options) throws IOException {
    return open(DatasetLocation.of(folder), options);
  }

  /**
   * Opens the single shard that a source contains. If the shard is a TFRecord file, the source's
   * name must end in the suffix of one.
   *
   * @param source stays open as long as the dataset; the caller closes it, the dataset does not
   * @throws PcrException when the source does not contain a shard
   */
  public static PcrDataset open(ByteSource source, ReaderOptions options) throws IOException {
    String name = source.toString().substring(source.toString().lastIndexOf('/') + 1);
    return open(DatasetLocation.of(file -> new BorrowedSource(source), name), options);
  }

  /**
   * Opens the dataset or the single shard that a location names.
   *
   * @throws java.nio.file.NoSuchFileException when the manifest or the shard does not exist
   * @throws PcrException when the manifest or the shard is damaged or newer than this library
   */
  public static PcrDataset open(DatasetLocation location, ReaderOptions options)
      throws IOException {
    return open(DatasetFiles.open(location, options.limits(), options.notices()), options);
  }

  /**
   * Opens the newest generation of a dataset, also where {@code manifest.pcrm} is behind it because
   * its writer was ended. Costs one request more than {@link #open(DatasetLocation,
   * ReaderOptions)}.
   *
   * @throws java.nio.file.NoSuchFileException when there is no generation
   * @throws PcrException when its manifest is damaged or newer than this library
   */
  public static PcrDataset openNewest(DatasetLocation location, ReaderOptions options)
      throws IOException {
    return open(DatasetFiles.newest(location, options.limits(), options.notices()), options);
  }

  /**
   * Opens one generation of a dataset, as it was when it was published. Old generations can be read
   * as long as nobody has removed their files.
   *
   * @throws java.nio.file.NoSuchFileException when there is no such generation
   * @throws PcrException when its manifest is damaged or newer than this library
   */
  public static PcrDataset open(DatasetLocation location, long generation, ReaderOptions options)
      throws IOException {
    DatasetFiles files =
        DatasetFiles.open(location, generation, options.limits(), options.notices());
    return open(files, options);
  }

  /** Opens a dataset whose manifest has already been read, or a single shard. */
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

  /** The files of the dataset. */
  public DatasetFiles files() {
    return dataset.files();
  }

  /** The options with which the dataset was opened. */
  public ReaderOptions options() {
    return context.options();
  }

  /** The manifest; empty for a single shard. */
  public Optional<Manifest> manifest() {
    return dataset.manifest();
  }

  /**
   * The shards, in the order of the dataset. The list makes a shard when it is asked for it. Of a
   * large dataset it then reads the part of the manifest that lists the shard, and throws an {@link
   * java.io.UncheckedIOException} when it cannot; {@link #shard} throws the cause.
   */
  public List<Shard> shards() {
    return dataset.shards();
  }

  /**
   * A shard by its position in {@link #shards}.
   *
   * @throws IndexOutOfBoundsException when there is no such shard
   */
  public Shard shard(int position) throws IOException {
    return dataset.shard(position);
  }

  /**
   * The shards that have been found under other names so far: maps the name in the manifest to the
   * file that contains the shard. The dataset searches other files only when a file is missing or
   * is not the shard that the manifest names. {@link ReaderOptions#notices} receives a sentence
   * about each shard found.
   */
  public Map<String, String> found() {
    return dataset.found();
  }

  /**
   * Makes sure that the dataset reads a TFRecord shard from the right file. The records of a wrong
   * file are intact too, so only the SHA-256 of the complete file distinguishes two files of the
   * same length, or finds an intact copy of a damaged file. This method reads the file once; if it
   * is not the shard, it also reads other files of that length. It reads nothing for shards of
   * other variants, which are identified by their first bytes whenever they are opened, and nothing
   * for a single shard.
   *
   * @param shard position of the shard in {@link #shards}
   * @return false when no file is the shard; the dataset then still reads the file of that name
   */
  public boolean checkContent(int shard) throws IOException {
    return dataset.shard(shard).checkContent();
  }

  /**
   * The columns of the dataset, by name. They come from the manifest; of a single shard, from its
   * metadata. A sample need not have a value in every column.
   */
  public List<DatasetColumn> columns() throws IOException {
    return dataset.columns();
  }

  /** The names of the labels, ascending by label; empty when the dataset has none. */
  public List<ClassName> classNames() {
    return manifest().map(Manifest::classNames).orElse(List.of());
  }

  /**
   * Counts the samples of each label, ascending by label, with the {@link #prepareIndex}. It does
   * not count samples without a label.
   */
  public NavigableMap<Long, Long> labels() throws IOException {
    NavigableMap<Long, Long> labels = new TreeMap<>();
    dataset.index().forEachLabel(labels::put);
    return labels;
  }

  /** The number of samples in all shards. */
  public long sampleCount() throws IOException {
    return dataset.sampleCount();
  }

  /** The number of scan groups, which is the highest fidelity. */
  public int groupCount() throws IOException {
    return manifest().isPresent() ? manifest().get().groupCount() : dataset.shard(0).groupCount();
  }

  /** What the groups were chosen to show; empty when the manifest, or there is none, is silent. */
  public Optional<GroupTargets> targets() {
    return manifest().flatMap(Manifest::targets);
  }

  /** What the fidelities show and cost, as the manifest has it; empty when it was not measured. */
  public List<MeasuredCurve> quality() {
    return manifest().map(Manifest::quality).orElse(List.of());
  }

  /**
   * The lowest fidelity whose images have a quality. If the dataset has targets of the same metric,
   * size and reconstruction, they decide; otherwise the mean decides that was measured in this way.
   * Full fidelity if no lower one has the quality.
   *
   * @throws PcrException.Unsupported when the dataset neither states that quality nor was measured
   *     in that way
   */
  public Fidelity fidelityFor(Quality wanted) throws PcrException.Unsupported {
    QualityMeasure measure = wanted.measure();
    Optional<GroupTargets> stated =
        targets()
            .filter(t -> t.measure().equals(measure))
            .filter(t -> wanted.mean() == Quality.Mean.MS_SSIM);
    if (stated.isPresent()) {
      OptionalInt group = stated.get().groupFor(wanted.atLeast());
      return group.isPresent() ? Fidelity.group(group.getAsInt()) : Fidelity.FULL;
    }
    List<QualityPoint> curve =
        manifest()
            .flatMap(m -> m.curve(measure))
            .map(MeasuredCurve::points)
            .orElseThrow(() -> notMeasured(measure));
    for (int group = 1; group < curve.size(); group++) {
      QualityPoint point = curve.get(group - 1);
      double found =
          switch (wanted.mean()) {
            case MS_SSIM -> point.msSsimMean();
            case PSNR -> point.psnr();
          };
      if (found >= wanted.atLeast()) {
        return Fidelity.group(group);
      }
    }
    return Fidelity.FULL;
  }

  private PcrException.Unsupported notMeasured(QualityMeasure wanted) {
    String found =
        quality().stream()
            .map(curve -> curve.measure().toString())
            .collect(Collectors.joining(", "));
    return new PcrException.Unsupported(
        ErrorCode.UNSUPPORTED,
        new FieldLocation("Manifest.quality", 0, dataset.name() + "/" + Manifest.FILE_NAME),
        "choice of a fidelity by " + wanted,
        found.isEmpty() ? "no measurements" : "measurements of " + found,
        "a dataset whose quality was measured");
  }

  /**
   * Reads one sample by its key. Reads only the slices of that sample.
   *
   * @throws NoSuchElementException when no sample has the key
   * @throws PcrException.Corrupt when the sample is damaged, unless the options allow a lower
   *     fidelity
   */
  public Sample sample(String key, Fidelity fidelity) throws IOException {
    return find(key, fidelity)
        .orElseThrow(
            () -> new NoSuchElementException("no sample " + key + " in " + dataset.name()));
  }

  /**
   * Reads one sample by its key, as {@link #sample(String, Fidelity)} does; returns empty when no
   * sample has the key.
   */
  public Optional<Sample> find(String key, Fidelity fidelity) throws IOException {
    return dataset.byKey().find(key, fidelity);
  }

  /**
   * Reads one sample by its number. Numbers count the samples of all shards in order, from 0.
   *
   * @throws IndexOutOfBoundsException when no sample has the number
   */
  public Sample sample(long number, Fidelity fidelity) throws IOException {
    return read(locate(number), fidelity);
  }

  /**
   * Does the same as {@link #sample(long, Fidelity)}, but handles damage as {@code onDamage} says,
   * not as {@link ReaderOptions} say.
   */
  public Sample sample(long number, Fidelity fidelity, OnDamage onDamage) throws IOException {
    SampleLocation location = locate(number);
    return dataset.shard(location.shard()).sample(location.ordinal(), fidelity, onDamage);
  }

  private Sample read(SampleLocation location, Fidelity fidelity) throws IOException {
    return dataset.shard(location.shard()).sample(location.ordinal(), fidelity);
  }

  /** The number of the sample that has a key; empty when no sample has the key. */
  public OptionalLong numberOf(String key) throws IOException {
    Optional<SampleLocation> place = dataset.byKey().locate(key);
    return place.isPresent() ? OptionalLong.of(numberAt(place.get())) : OptionalLong.empty();
  }

  /**
   * The numbers of the samples that have a label, ascending. The stream reads them as it is used;
   * use it before you close the dataset.
   */
  public LongStream samplesWithLabel(long label) throws IOException {
    return dataset.index().samples(label);
  }

  /**
   * Where the sample with a number is. Numbers count the samples of all shards in order, from 0.
   *
   * @throws IndexOutOfBoundsException when no sample has the number
   */
  public SampleLocation locate(long number) throws IOException {
    return dataset.locate(number);
  }

  /** The number of the sample at a place; {@link #locate} gives the place of a number. */
  public long numberAt(SampleLocation place) throws IOException {
    return dataset.number(place);
  }

  /**
   * Opens or builds the index of keys and labels now; otherwise the first search for a key or label
   * does that. The index of a remote dataset is built from the metadata of all shards, and kept in
   * {@link ReaderOptions#indexDirectory} if that option is set.
   */
  public void prepareIndex() throws IOException {
    dataset.index();
  }

  /** The damage that all readers of this dataset have found so far. */
  public DamageCounts damage() {
    return context.damageCounts();
  }

  /**
   * How often the dataset has read from its shards' files since it was opened: requests, if they
   * are on a server, without those that were repeated. What a cache had is not counted.
   */
  public long storageReads() {
    return context.storageReads().reads();
  }

  /** How many bytes {@link #storageReads} have read. */
  public long storageBytes() {
    return context.storageReads().bytes();
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
