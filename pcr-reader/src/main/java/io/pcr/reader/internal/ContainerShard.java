package io.pcr.reader.internal;

import io.pcr.format.Fidelity;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.index.ShardKeys;
import io.pcr.format.internal.keys.KeyEntry;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ListedShard;
import io.pcr.format.internal.shard.RegionKind;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.Encoding;
import io.pcr.reader.OnDamage;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import io.pcr.reader.cache.CacheIdentity;
import io.pcr.reader.cache.PrefixCache;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A shard in the container of the format, with scan groups or with whole images. */
public final class ContainerShard extends DatasetShard {
  /** Runs with the shard's file open. */
  @FunctionalInterface
  interface Use<T> {
    T run(OpenShard shard) throws IOException;
  }

  private final String name;
  private final Optional<ListedShard> listed;
  private final Optional<ShardEntry> entry;
  private final SourceOpener opener;
  private final ReaderContext context;

  /**
   * A shard that is opened when it is read.
   *
   * @param listed what a manifest says of it, if there is one
   */
  public ContainerShard(
      String name, Optional<ListedShard> listed, SourceOpener opener, ReaderContext context) {
    this.name = name;
    this.listed = listed;
    this.entry = listed.map(ListedShard::entry);
    this.opener = opener;
    this.context = context;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public UUID uuid() throws IOException {
    return entry.isPresent() ? entry.get().shardUuid() : file().head().shardUuid();
  }

  @Override
  List<ColumnSpec> columns() throws IOException {
    return file().metadata().columns().stream().map(Column::spec).toList();
  }

  @Override
  void forEachSample(ShardKeys.SampleConsumer consumer) throws IOException {
    ShardMetadata metadata = file().metadata();
    for (int sample = 0; sample < metadata.sampleCount(); sample++) {
      byte[] key = new byte[metadata.keyBytes(sample).remaining()];
      metadata.keyBytes(sample).get(key);
      consumer.sample(key, metadata.label(sample));
    }
  }

  @Override
  public void forEachFacts(SampleFacts.Consumer consumer) throws IOException {
    ShardMetadata metadata = file().metadata();
    for (int sample = 0; sample < metadata.sampleCount(); sample++) {
      consumer.sample(sample, new ContainerFacts(this, metadata, sample));
    }
  }

  @Override
  public int sampleCount() throws IOException {
    return entry.isPresent() ? entry.get().sampleCount() : file().metadata().sampleCount();
  }

  @Override
  public int groupCount() throws IOException {
    return entry.isPresent() ? entry.get().groupCount() : file().metadata().groupCount();
  }

  @Override
  public long prefixLength(Fidelity fidelity) throws IOException {
    return entry.isPresent()
        ? entry.get().prefixLength(fidelity.groupIn(entry.get().groupCount()))
        : file().layout().prefixLength(fidelity.groupIn(file().metadata().groupCount()));
  }

  /** Head, regions and metadata. */
  public ShardFile file() throws IOException {
    return use(OpenShard::file);
  }

  @Override
  public ShardReader read(Fidelity fidelity, OnDamage onDamage) throws IOException {
    ReaderContext reading = context.with(onDamage);
    return anywhere(
        () -> {
          PrefixData data = load(open -> PrefixLoader.load(open, fidelity, reading));
          return ContainerReader.ofPrefix(this, fidelity, data, reading);
        });
  }

  /** The shard stays in use with what was loaded. */
  private PrefixData load(Use<PrefixData> use) throws IOException {
    OpenShard open = acquire();
    PrefixData data = null;
    try {
      data = use.run(open);
      return data;
    } finally {
      if (data == null) {
        context.open().release(open);
      }
    }
  }

  @Override
  public ShardReader read(int[] ordinals, Fidelity fidelity, OnDamage onDamage) throws IOException {
    ReaderContext reading = context.with(onDamage);
    return anywhere(
        () -> {
          PrefixData data = load(open -> SamplesLoader.load(open, ordinals, fidelity, reading));
          return ContainerReader.ofSamples(this, fidelity, data, ordinals, reading);
        });
  }

  @Override
  public Optional<CacheIdentity> cacheIdentity() {
    return entry.map(Sources::identity);
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
    return true;
  }

  @Override
  public List<Encoding> formats() throws IOException {
    return file().regions().regions().stream()
        .filter(region -> region.kind() == RegionKind.FORMAT)
        .map(region -> Encoding.ofId(region.number()).orElseThrow())
        .toList();
  }

  @Override
  public ShardReader readFormat(Encoding format, OnDamage onDamage) throws IOException {
    ReaderContext reading = context.with(onDamage);
    return anywhere(
        () -> {
          PrefixData data = load(open -> FormatLoader.load(open, format, reading));
          return ContainerReader.ofFormat(this, format, data, reading);
        });
  }

  @Override
  public Sample sample(int ordinal, Fidelity fidelity, OnDamage onDamage) throws IOException {
    ReaderContext reading = context.with(onDamage);
    return use(open -> SliceFetch.read(this, open, ordinal, fidelity, reading));
  }

  @Override
  Optional<Sample> withKey(String key, KeyEntry entry, Fidelity fidelity) throws IOException {
    return hasKey(key, entry)
        ? Optional.of(sample((int) entry.ordinal(), fidelity))
        : Optional.empty();
  }

  @Override
  boolean hasKey(String key, KeyEntry entry) throws IOException {
    return isSame(file().metadata().key((int) entry.ordinal()), key, entry);
  }

  /** The bytes of a value of an EARLY or LATE column, read now and checked. */
  ByteBuffer columnValue(int column, int ordinal) throws IOException {
    return use(open -> ColumnFetch.read(open, column, ordinal, context.options()));
  }

  /**
   * Whether there is an intact copy of a damaged file; the next reads are of the copy.
   *
   * @param damaged the file in which the damage was found
   */
  boolean isIntactElsewhere(IOException damage, OpenShard damaged) throws IOException {
    boolean isFound = opener.isIntactElsewhere(damage);
    if (isFound) {
      context.open().forget(this, damaged);
    }
    return isFound;
  }

  private OpenShard acquire() throws IOException {
    return context
        .open()
        .acquire(
            this,
            () ->
                new OpenShard(
                    opener.open(),
                    listed,
                    context.options().limits(),
                    damage -> context.damage().front(name, damage)));
  }

  private <T> T use(Use<T> use) throws IOException {
    return anywhere(
        () -> {
          OpenShard open = acquire();
          try {
            return use.run(open);
          } finally {
            context.open().release(open);
          }
        });
  }

  private <T> T anywhere(ReaderContext.Reading<T> reading) throws IOException {
    return context.anywhere(this, opener, reading);
  }

  @Override
  ReaderContext context() {
    return context;
  }
}
