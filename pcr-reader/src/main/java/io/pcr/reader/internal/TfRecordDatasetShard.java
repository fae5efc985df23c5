package io.pcr.reader.internal;

import io.pcr.format.Fidelity;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.index.ShardKeys;
import io.pcr.format.internal.keys.KeyEntry;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.OnDamage;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import io.pcr.reader.cache.CacheIdentity;
import io.pcr.reader.cache.PrefixCache;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordShard;
import io.pcr.tfrecord.internal.TfRecordShardKeys;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** A TFRecord file of a dataset. Its samples are whole images; where they are, the index knows. */
final class TfRecordDatasetShard extends DatasetShard {
  /** A request costs a round trip, so that fewer and larger ones are made of what is not a file. */
  private static final int REMOTE_CHUNK = 8 << 20;

  private final ShardEntry entry;
  private final List<ColumnSpec> columns;
  private final SourceOpener opener;
  private final ReaderContext context;
  private final boolean isAlone;
  private final Locator locator;

  /** A shard that a manifest lists. */
  TfRecordDatasetShard(
      ShardEntry entry,
      List<ColumnSpec> columns,
      SourceOpener opener,
      Locator locator,
      ReaderContext context) {
    this(entry, columns, opener, locator, context, false);
  }

  private TfRecordDatasetShard(
      ShardEntry entry,
      List<ColumnSpec> columns,
      SourceOpener opener,
      Locator locator,
      ReaderContext context,
      boolean isAlone) {
    this.isAlone = isAlone;
    this.entry = entry;
    this.columns = List.copyOf(columns);
    this.opener = opener;
    this.locator = locator;
    this.context = context;
  }

  /**
   * A file by itself.
   *
   * @param entry what was found in it
   */
  static TfRecordDatasetShard alone(
      ShardEntry entry, SourceOpener opener, Locator locator, ReaderContext context) {
    return new TfRecordDatasetShard(entry, List.of(), opener, locator, context, true);
  }

  /** Whether no manifest says how many samples there were. */
  boolean isAlone() {
    return isAlone;
  }

  @Override
  public String name() {
    return entry.name();
  }

  @Override
  public boolean checkContent() throws IOException {
    boolean isFound = opener.checkContent();
    context.open().forget(this);
    return isFound;
  }

  @Override
  public UUID uuid() {
    return entry.shardUuid();
  }

  @Override
  List<ColumnSpec> columns() {
    return columns;
  }

  @Override
  ReaderContext context() {
    return context;
  }

  @Override
  public int sampleCount() {
    return entry.sampleCount();
  }

  @Override
  public int groupCount() {
    return 1;
  }

  @Override
  public long prefixLength(Fidelity fidelity) {
    requireFull(fidelity);
    return entry.totalLength();
  }

  private void requireFull(Fidelity fidelity) {
    if (!fidelity.isFull() && !fidelity.isAtMost()) {
      throw new IllegalArgumentException(
          "fidelity "
              + fidelity
              + " asked of "
              + name()
              + ", a TFRecord shard, which has only full fidelity");
    }
  }

  @Override
  public ShardReader read(Fidelity fidelity, OnDamage onDamage) throws IOException {
    requireFull(fidelity);
    ReaderContext reading = context.with(onDamage);
    LoadedRecords records =
        use(
            open -> {
              requireLength(open.source());
              return new TfRecordLoader(open, entry, reading).load(options(open.source()));
            });
    return new TfRecordShardReader(this, records, reading);
  }

  /** How the shard's file is read. */
  private TfRecordReadOptions options(ByteSource source) {
    TfRecordReadOptions options =
        TfRecordReadOptions.DEFAULT.withLimits(context.options().limits());
    return source.isLocal() ? options : options.withChunkBytes(REMOTE_CHUNK);
  }

  @Override
  public ShardReader read(int[] ordinals, Fidelity fidelity, OnDamage onDamage) throws IOException {
    return SelectedSamples.of(read(fidelity, onDamage), ordinals);
  }

  @Override
  public Optional<CacheIdentity> cacheIdentity() {
    return isAlone ? Optional.empty() : Optional.of(Sources.identity(entry));
  }

  @Override
  public PrefixCache.Kept keepPrefix(Fidelity fidelity) throws IOException {
    long length = prefixLength(fidelity);
    return use(open -> PrefixCache.keep(open.source(), length));
  }

  @Override
  public boolean holdsPrefix(Fidelity fidelity) throws IOException {
    long length = prefixLength(fidelity);
    return use(open -> PrefixCache.holds(open.source(), length));
  }

  @Override
  public boolean isDivisible() {
    return false; // Compressed files have no places to begin, and the others have no metadata.
  }

  @Override
  public Sample sample(int ordinal, Fidelity fidelity, OnDamage onDamage) throws IOException {
    requireFull(fidelity);
    Objects.checkIndex(ordinal, sampleCount());
    return use(open -> open.proved(from -> sample(from, ordinal)));
  }

  private Sample sample(ByteSource source, int ordinal) throws IOException {
    TfRecordFile file = file(source);
    TfRecord record =
        file.compression().isSeekable()
            ? file.read(position(source, ordinal), ordinal)
            : passed(source, ordinal);
    return sample(record, ordinal);
  }

  private Sample sample(TfRecord record, int ordinal) throws IOException {
    return new TfRecordSample(
        this, ordinal, TfRecordShard.sample(record, context.options().limits()), context);
  }

  private TfRecordFile file(ByteSource source) throws PcrException {
    TfRecordReadOptions options = options(source);
    TfRecordCompression compression =
        options.compressions().of(entry.compression(), source.toString());
    return TfRecordFile.known(source, compression, options);
  }

  /** A record behind all those before it. */
  private TfRecord passed(ByteSource source, int ordinal) throws IOException {
    return TfRecordSeek.find(TfRecordShard.open(source, entry, options(source)), ordinal);
  }

  @Override
  Optional<Sample> withKey(String key, KeyEntry found, Fidelity fidelity) throws IOException {
    requireFull(fidelity);
    Sample sample = use(open -> open.proved(from -> sample(from, found)));
    return isSame(sample.key(), key, found) ? Optional.of(sample) : Optional.empty();
  }

  @Override
  boolean hasKey(String key, KeyEntry found) throws IOException {
    return withKey(key, found, Fidelity.FULL).isPresent();
  }

  /** With one read, where the entry says which; else by passing all records before it. */
  private Sample sample(ByteSource source, KeyEntry found) throws IOException {
    int ordinal = (int) found.ordinal();
    if (found.place().isKnown()) {
      try {
        return sample(file(source).read(found.place(), ordinal), ordinal);
      } catch (PcrException.Corrupt e) {
        // The record is damaged, or the place is wrong: the file tells.
      }
    }
    return sample(passed(source, ordinal), ordinal);
  }

  private RecordPosition position(ByteSource source, int ordinal) throws IOException {
    return locator
        .position(ordinal)
        .orElseThrow(
            () ->
                new PcrException.Corrupt(
                    ErrorCode.MALFORMED,
                    new FieldLocation("Index.positions", 0, source.toString()),
                    "nothing",
                    "the position of sample " + ordinal));
  }

  @Override
  void forEachSample(ShardKeys.SampleConsumer consumer) throws IOException {
    use(
        open -> {
          requireLength(open.source());
          if (isAlone && open.source().healing().isEmpty()) {
            keys(open.source()).forEachSample(consumer);
          } else {
            // What came from a cache, or stands in the place of the shard that the manifest means,
            // may have to be read again elsewhere, and then from the beginning.
            open.proved(this::gather).giveTo(consumer);
          }
          return null;
        });
  }

  @Override
  public void forEachFacts(SampleFacts.Consumer consumer) throws IOException {
    try (ShardReader records = read(Fidelity.FULL, OnDamage.FAIL)) {
      for (int ordinal = 0; ordinal < records.sampleCount(); ordinal++) {
        consumer.sample(ordinal, (TfRecordSample) records.sample(ordinal).orElseThrow());
      }
    }
  }

  private TfRecordShardKeys keys(ByteSource source) {
    BorrowedSource shared = new BorrowedSource(source);
    return new TfRecordShardKeys(entry, () -> shared, options(source));
  }

  private GatheredKeys gather(ByteSource source) throws IOException {
    GatheredKeys gathered = new GatheredKeys(name(), context.options().limits());
    keys(source).forEachSample(gathered);
    return gathered;
  }

  private <T> T use(ContainerShard.Use<T> use) throws IOException {
    return context.anywhere(
        this,
        opener,
        () -> {
          OpenShard open = acquire();
          try {
            return use.run(open);
          } finally {
            context.open().release(open);
          }
        });
  }

  /** A file of another length may be another shard, and this one stand elsewhere. */
  private void requireLength(ByteSource source) throws IOException {
    long found = source.length();
    if (found != entry.totalLength()) {
      PcrException.Corrupt other =
          new PcrException.Corrupt(
              ErrorCode.MALFORMED,
              new FieldLocation("ShardEntry.total_length", 0, source.toString()),
              entry.totalLength(),
              found);
      if (opener.isElsewhere(other)) {
        throw other;
      }
    }
  }

  private OpenShard acquire() throws IOException {
    return context
        .open()
        .acquire(
            this,
            () ->
                new OpenShard(
                    opener.open(),
                    Optional.empty(),
                    context.options().limits(),
                    damage -> {
                      throw new IllegalStateException("a TFRecord has no front", damage);
                    }));
  }
}
