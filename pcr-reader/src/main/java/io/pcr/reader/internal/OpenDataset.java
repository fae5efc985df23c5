package io.pcr.reader.internal;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.Placement;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.index.IndexIdentity;
import io.pcr.format.internal.index.IndexListener;
import io.pcr.format.internal.index.IndexSource;
import io.pcr.format.internal.index.SampleIndex;
import io.pcr.format.internal.index.ShardKeys;
import io.pcr.format.internal.index.ShardTable;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.shard.ListedShard;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Shard;
import io.pcr.reader.find.DatasetFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The shards of a dataset, or one by itself, how they are numbered, and their index, which is
 * opened when it is first needed. Thread-safe; closing it closes the index, and nothing else.
 */
public final class OpenDataset implements Closeable {
  private final DatasetFiles files;
  private final ReaderOptions options;
  private final ShardViews shards;
  private ShardTable table;
  private final SamplesByKey byKey;
  private SampleIndex index;
  private boolean isIndexSought;
  private boolean closed;

  /** The dataset that the files are; its shards are read with the context, which others close. */
  public OpenDataset(DatasetFiles files, ReaderContext context) throws IOException {
    this.files = files;
    this.options = context.options();
    Sources sources = new Sources(files.location().folder(), options, context.storageReads());
    if (files.list().isPresent()) {
      shards = listed(files.list().get(), sources, context);
    } else {
      DatasetShard alone = alone(files.shards().get(0), sources, context);
      shards = new ShardViews(1, position -> alone);
    }
    byKey = new SamplesByKey(this, options.notices());
  }

  private ShardViews listed(ShardList list, Sources sources, ReaderContext context) {
    List<ColumnSpec> columns =
        list.manifest().columns().stream().map(column -> column.placed(Placement.INLINE)).toList();
    ShardOfManifest.Opener opener = (entry, file) -> sources.open(file, Optional.of(entry));
    return new ShardViews(
        list.size(),
        position -> {
          ShardEntry entry = list.get(position);
          return DatasetShard.of(
              new ListedShard(list.manifest(), entry),
              columns,
              new ShardOfManifest(entry, files, opener),
              ordinal -> index().position(new SampleLocation(position, ordinal)),
              context);
        });
  }

  private DatasetShard alone(String file, Sources sources, ReaderContext context)
      throws IOException {
    SourceOpener opener = () -> sources.open(file, Optional.empty());
    Optional<ShardEntry> records = files.entry(file);
    if (records.isPresent()) {
      return TfRecordDatasetShard.alone(
          records.get(),
          opener,
          ordinal -> index().position(new SampleLocation(0, ordinal)),
          context);
    }
    ContainerShard shard = new ContainerShard(name(), Optional.empty(), opener, context);
    shard.file(); // Throws now when it is no shard.
    return shard;
  }

  /** The files that it is read from. */
  public DatasetFiles files() {
    return files;
  }

  /** What the dataset is called. */
  public String name() {
    return files.toString();
  }

  /** The manifest; empty for a shard by itself. */
  public Optional<Manifest> manifest() {
    return files.manifest();
  }

  /** The shards in order. */
  public List<Shard> shards() {
    return Collections.unmodifiableList(shards);
  }

  /** A shard by its position. */
  public DatasetShard shard(int position) throws IOException {
    return shards.shard(position);
  }

  /** The files that shards were found in, by their names, where these are not their own. */
  public Map<String, String> found() {
    return files.found();
  }

  /** The columns that samples may have values in. */
  public List<DatasetColumn> columns() throws IOException {
    return manifest().isPresent()
        ? manifest().get().columns()
        : shard(0).columns().stream().map(DatasetColumn::of).toList();
  }

  /** How many samples there are. */
  public long sampleCount() throws IOException {
    return files.list().isPresent() ? files.list().get().sampleCount() : shard(0).sampleCount();
  }

  /** The place of a sample by its number. */
  public SampleLocation locate(long number) throws IOException {
    return files.list().isPresent() ? files.list().get().locate(number) : table().locate(number);
  }

  /** The number of the sample at a place. */
  public long number(SampleLocation place) throws IOException {
    return files.list().isPresent() ? files.list().get().number(place) : table().number(place);
  }

  /** The shards as the index has them. */
  private synchronized ShardTable table() throws IOException {
    if (table == null) {
      List<ShardTable.Entry> entries = new ArrayList<>(shards.size());
      for (int i = 0; i < shards.size(); i++) {
        DatasetShard shard = shard(i);
        entries.add(new ShardTable.Entry(shard.name(), shard.uuid(), shard.sampleCount()));
      }
      table = new ShardTable(entries);
    }
    return table;
  }

  /** The samples by their keys. */
  public SamplesByKey byKey() {
    return byKey;
  }

  /**
   * The index of keys and labels, when it is open, or on disk and fits; nothing is built. The disk
   * is looked at once.
   */
  synchronized Optional<SampleIndex> readyIndex() throws IOException {
    if (closed) {
      throw new AlreadyClosedException(name());
    }
    Optional<Path> folder = indexFolder();
    if (index == null
        && !isIndexSought
        && folder.isPresent()
        && options.indexPolicy() != IndexPolicy.TEMPORARY) {
      index =
          IndexDirectory.openFitting(folder.get(), source(), options.indexDirectory().isPresent())
              .orElse(null);
      isIndexSought = true;
    }
    return Optional.ofNullable(index);
  }

  /** The index of keys and labels, opened or built now if it has not been. */
  public synchronized SampleIndex index() throws IOException {
    if (closed) {
      throw new AlreadyClosedException(name());
    }
    if (index == null) {
      index = openIndex();
    }
    return index;
  }

  private Source source() throws IOException {
    List<ShardKeys> keys = new ArrayList<>(shards.size());
    for (int i = 0; i < shards.size(); i++) {
      keys.add(new Keys(table().entries().get(i), shards, i));
    }
    return new Source(identity(), keys);
  }

  private SampleIndex openIndex() throws IOException {
    Optional<Path> folder = manifest().flatMap(m -> indexFolder());
    IndexPolicy policy = folder.isPresent() ? options.indexPolicy() : IndexPolicy.TEMPORARY;
    Path directory = folder.orElse(Path.of(""));
    return options.indexDirectory().isPresent()
        ? IndexDirectory.openAsked(directory, source(), policy, listener())
        : IndexDirectory.open(directory, source(), policy, listener());
  }

  private Optional<Path> indexFolder() {
    return options.indexDirectory().or(() -> files.location().folder().local());
  }

  private IndexIdentity identity() throws IOException {
    if (manifest().isPresent()) {
      return new IndexIdentity(manifest().get().datasetUuid(), manifest().get().generation());
    }
    return new IndexIdentity(shard(0).uuid(), 1);
  }

  private IndexListener listener() {
    return (file, finding, permanent) ->
        options
            .notices()
            .accept(
                "building the index "
                    + (permanent ? file : "of " + name() + " for this time")
                    + ", as "
                    + finding);
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    try (byKey) {
      if (index != null) {
        index.close();
      }
    }
  }

  /** The dataset as its index is built from it. */
  private record Source(IndexIdentity identity, List<ShardKeys> shards) implements IndexSource {}

  /** The samples of a shard as the index is built from them. */
  private record Keys(ShardTable.Entry entry, ShardViews shards, int position)
      implements ShardKeys {
    @Override
    public void forEachSample(SampleConsumer consumer) throws IOException {
      shards.shard(position).forEachSample(consumer);
    }
  }
}
