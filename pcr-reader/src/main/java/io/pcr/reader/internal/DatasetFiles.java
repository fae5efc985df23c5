package io.pcr.reader.internal;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.index.IndexIdentity;
import io.pcr.format.index.IndexListener;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.index.SampleIndex;
import io.pcr.format.index.ShardKeys;
import io.pcr.format.index.ShardTable;
import io.pcr.format.index.lmdb.IndexDirectory;
import io.pcr.format.manifest.ColumnsOption;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.DatasetFolder;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Shard;
import io.pcr.reader.find.ShardFinder;
import io.pcr.reader.find.ShardFolder;
import io.pcr.reader.http.HttpByteSource;
import io.pcr.tfrecord.TfRecordReadOptions;
import io.pcr.tfrecord.TfRecordShard;
import io.pcr.tfrecord.compression.TfRecordCompression;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** A dataset's manifest and shards, or a shard by itself. Thread-safe. */
public final class DatasetFiles {
  private final String name;
  private final Optional<Manifest> manifest;
  private final List<Shard> shards;
  private final Optional<ShardFinder> finder;
  private final Optional<Path> indexFolder;
  private final ReaderOptions options;
  private ShardTable table;

  private DatasetFiles(
      String name,
      Optional<Manifest> manifest,
      List<Shard> shards,
      Optional<ShardFinder> finder,
      Optional<Path> indexFolder,
      ReaderOptions options) {
    this.name = name;
    this.manifest = manifest;
    this.shards = List.copyOf(shards);
    this.finder = finder;
    this.indexFolder = indexFolder;
    this.options = options;
  }

  /** A folder, or a shard's file. */
  public static DatasetFiles at(Path path, ReaderContext context) throws IOException {
    ReaderOptions options = context.options();
    if (Files.isRegularFile(path) || Files.notExists(path)) {
      SourceOpener opener = () -> Sources.local(path, options);
      return isRecords(path)
          ? records(path, opener, context)
          : alone(path.toString(), opener, context);
    }
    try (ByteSource source = FileByteSource.open(path.resolve(Manifest.FILE_NAME))) {
      return of(
          source,
          ShardFolder.local(path),
          (entry, file) -> Sources.local(Sources.resolve(path, file), options),
          Optional.of(options.indexDirectory().orElse(path)),
          context);
    }
  }

  /** A folder on an HTTP server, or a shard there. */
  public static DatasetFiles at(URI uri, ReaderContext context) throws IOException {
    ReaderOptions options = context.options();
    if (!HttpByteSource.takes(uri)) {
      throw new IllegalArgumentException("not an http, https or file URI: " + uri);
    }
    if (Stream.of(".pcr", ".pcrl").anyMatch(uri.getPath()::endsWith)) {
      return alone(uri.getPath(), () -> Sources.remote(uri, options), context);
    }
    URI manifest = Sources.resolve(uri, Manifest.FILE_NAME);
    try (ByteSource source = HttpByteSource.open(manifest, options.http())) {
      return of(
          source,
          ShardFolder.unlisted(
              file -> HttpByteSource.open(Sources.resolve(uri, file), options.http())),
          (entry, file) ->
              Sources.cached(
                  HttpByteSource.open(Sources.resolve(uri, file), options.http()), entry, options),
          options.indexDirectory(),
          context);
    }
  }

  /** A folder in storage of the caller's. */
  public static DatasetFiles at(DatasetFolder folder, ReaderContext context) throws IOException {
    ReaderOptions options = context.options();
    try (ByteSource source = folder.open(Manifest.FILE_NAME)) {
      return of(
          source,
          ShardFolder.unlisted(folder),
          (entry, file) -> Sources.cached(folder.open(file), entry, options),
          options.indexDirectory(),
          context);
    }
  }

  private static boolean isRecords(Path path) {
    String name = path.toString();
    return Arrays.stream(TfRecordCompression.values()).anyMatch(c -> name.endsWith(c.suffix()));
  }

  /** A TFRecord file, which is read once to know what a manifest would say of it. */
  private static DatasetFiles records(Path path, SourceOpener opener, ReaderContext context)
      throws IOException {
    String name = path.getFileName().toString();
    ShardEntry entry;
    try (ByteSource source = opener.open()) {
      TfRecordReadOptions read = TfRecordReadOptions.DEFAULT.withLimits(context.options().limits());
      entry = TfRecordShard.alone(name, source, read);
    }
    Shard shard = RecordShard.alone(entry, opener, context);
    return new DatasetFiles(
        path.toString(),
        Optional.empty(),
        List.of(shard),
        Optional.empty(),
        Optional.empty(),
        context.options());
  }

  private static DatasetFiles alone(String name, SourceOpener opener, ReaderContext context)
      throws IOException {
    ContainerShard shard = new ContainerShard(name, Optional.empty(), opener, context);
    shard.file(); // Throws now when it is no shard.
    return new DatasetFiles(
        name,
        Optional.empty(),
        List.of(shard),
        Optional.empty(),
        Optional.empty(),
        context.options());
  }

  private static DatasetFiles of(
      ByteSource source,
      ShardFolder folder,
      ShardOfManifest.Opener opener,
      Optional<Path> indexFolder,
      ReaderContext context)
      throws IOException {
    Manifest manifest = Manifest.read(source, context.options().limits());
    ShardFinder finder = new ShardFinder(folder, manifest, context.options().notices());
    List<ColumnSpec> columns =
        ColumnsOption.parse(manifest.options().getOrDefault(ColumnsOption.NAME, ""));
    List<Shard> shards = new ArrayList<>(manifest.shards().size());
    for (ShardEntry entry : manifest.shards()) {
      ShardFormat format = ShardFormat.of(entry.variant());
      shards.add(format.open(entry, columns, new ShardOfManifest(entry, finder, opener), context));
    }
    return new DatasetFiles(
        source.toString(),
        Optional.of(manifest),
        shards,
        Optional.of(finder),
        indexFolder,
        context.options());
  }

  public String name() {
    return name;
  }

  public Optional<Manifest> manifest() {
    return manifest;
  }

  public List<Shard> shards() {
    return shards;
  }

  /** The files that shards were found in, by their names, where these are not their own. */
  public Map<String, String> found() {
    return finder.map(ShardFinder::found).orElse(Map.of());
  }

  /** How shards and samples are numbered. */
  public synchronized ShardTable table() throws IOException {
    if (table == null) {
      List<ShardTable.Entry> entries = new ArrayList<>(shards.size());
      for (int i = 0; i < shards.size(); i++) {
        Shard shard = shards.get(i);
        entries.add(new ShardTable.Entry(shard.name(), shardUuid(i), shard.sampleCount()));
      }
      table = new ShardTable(entries);
    }
    return table;
  }

  private UUID shardUuid(int shard) throws IOException {
    if (manifest.isPresent()) {
      return manifest.get().shards().get(shard).shardUuid();
    }
    return shards.get(shard) instanceof RecordShard records
        ? records.uuid()
        : ((ContainerShard) shards.get(shard)).file().head().shardUuid();
  }

  /** The index of keys and labels, which the caller closes. */
  public SampleIndex openIndex() throws IOException {
    List<ShardKeys> keys = new ArrayList<>(shards.size());
    for (int i = 0; i < shards.size(); i++) {
      keys.add(new ShardSamples(shards.get(i), table().entries().get(i), format(i)));
    }
    DatasetKeys source = new DatasetKeys(identity(), keys);
    return IndexDirectory.open(
        indexFolder.orElse(Path.of("")),
        source,
        indexFolder.isPresent() ? options.indexPolicy() : IndexPolicy.TEMPORARY,
        listener());
  }

  private ShardFormat format(int shard) {
    boolean isRecords = shards.get(shard) instanceof RecordShard;
    return isRecords ? new RecordFormat() : new ContainerFormat();
  }

  private IndexIdentity identity() throws IOException {
    if (manifest.isPresent()) {
      return new IndexIdentity(manifest.get().datasetUuid(), manifest.get().generation());
    }
    return new IndexIdentity(shardUuid(0), 1);
  }

  private IndexListener listener() {
    return (file, finding, permanent) ->
        options
            .notices()
            .accept(
                "building the index "
                    + (permanent ? file : "of " + name + " for this time")
                    + ", as "
                    + finding);
  }
}
