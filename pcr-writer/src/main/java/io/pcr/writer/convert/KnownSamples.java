package io.pcr.writer.convert;

import io.pcr.format.Limits;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.index.KeyMatch;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.index.SampleIndex;
import io.pcr.format.internal.shard.ListedShard;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordShard;
import io.pcr.tfrecord.internal.example.ImageExample;
import io.pcr.writer.internal.convert.BaseDataset;
import io.pcr.writer.internal.source.SourceSample;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The samples of the dataset that is added to: whether it has an input already, and has it as it
 * is. Thread-safe; whoever opens it closes it.
 */
final class KnownSamples implements Closeable {
  /** Metadata of shards that is kept: inputs come in any order, and a shard has many of them. */
  private static final int SHARDS_KEPT = 64;

  private final BaseDataset base;
  private final List<ColumnSpec> columns;
  private final SampleIndex index;
  private final Map<Integer, KnownShard> kept = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<Integer, KnownRecords> compressed = new HashMap<>();

  /** What the dataset has of an input. */
  enum Answer {
    /** No sample of this key. */
    NOTHING,
    /** A sample of this key, label and columns, made of the same bytes. */
    THE_SAME,
    /** The same, of which nothing says how its original is given back. */
    WITHOUT_ORIGINAL,
    /** The same, and what would say how its original is given back is damaged in all copies. */
    WITH_DAMAGED_ORIGINAL,
    /** A sample of this key, and another one as far as can be told without decoding it. */
    ANOTHER,
    /** A sample of this key, of which nothing can be read. */
    UNREADABLE
  }

  private KnownSamples(BaseDataset base, List<ColumnSpec> columns, SampleIndex index) {
    this.base = base;
    this.columns = columns;
    this.index = index;
  }

  /**
   * @param columns of the inputs
   */
  static KnownSamples of(BaseDataset base, List<ColumnSpec> columns) throws IOException {
    return new KnownSamples(base, List.copyOf(columns), base.openIndex());
  }

  /** Looks for an input, whose label is one of the dataset's. */
  Answer find(SourceSample input) throws IOException {
    Optional<KeyMatch> match = index.find(input.key());
    if (match.isEmpty()) {
      return Answer.NOTHING;
    }
    SampleLocation location = match.get().location();
    ShardEntry shard = base.shards().get(location.shard());
    try {
      return shard.variant().isContainer()
          ? ofSample(shard(location.shard(), shard), location.ordinal(), input)
          : ofRecord(isSameRecord(shard, location, input));
    } catch (IOException e) {
      // What is not known to be the same is listed.
      return Answer.UNREADABLE;
    }
  }

  private Answer ofSample(KnownShard shard, int ordinal, SourceSample input) {
    if (!shard.isSame(ordinal, input, columns)) {
      return Answer.ANOTHER;
    }
    if (shard.isDamaged()) {
      return Answer.WITH_DAMAGED_ORIGINAL;
    }
    return shard.hasOriginal(ordinal) ? Answer.THE_SAME : Answer.WITHOUT_ORIGINAL;
  }

  /** A record holds the original itself. */
  private static Answer ofRecord(boolean same) {
    return same ? Answer.THE_SAME : Answer.ANOTHER;
  }

  private KnownShard shard(int number, ShardEntry shard) throws IOException {
    synchronized (kept) {
      KnownShard found = kept.get(number);
      if (found != null) {
        return found;
      }
    }
    KnownShard read = read(shard);
    synchronized (kept) {
      kept.put(number, read);
      if (kept.size() > SHARDS_KEPT) {
        kept.remove(kept.keySet().iterator().next());
      }
    }
    return read;
  }

  /** Of the shard's file, of an intact copy where that is damaged, or else of what is left. */
  private KnownShard read(ShardEntry shard) throws IOException {
    try {
      return base.finder().read(shard, from -> KnownShard.read(listed(shard), from));
    } catch (PcrException.Corrupt e) {
      return base.finder().read(shard, from -> KnownShard.withoutOriginals(listed(shard), from));
    }
  }

  private ListedShard listed(ShardEntry shard) {
    return new ListedShard(base.manifest(), shard);
  }

  /** With columns it may be another: how a feature was made of a value is not asked here. */
  private boolean isSameRecord(ShardEntry shard, SampleLocation location, SourceSample input)
      throws IOException {
    if (!columns.isEmpty()) {
      return false;
    }
    Optional<ImageExample> stored =
        base.finder().read(shard, from -> stored(shard, location, from));
    if (stored.isEmpty()) {
      return compressed(location.shard(), shard).isSame(location.ordinal(), input);
    }
    return stored.get().key().equals(Optional.of(input.key()))
        && stored.get().label().equals(input.label())
        && stored.get().encoded().equals(input.bytes());
  }

  /** A record; empty where none can be read without those before it. */
  private Optional<ImageExample> stored(
      ShardEntry shard, SampleLocation location, ByteSource source) throws IOException {
    TfRecordFile file = TfRecordShard.open(source, shard, TfRecordReadOptions.DEFAULT);
    if (!file.compression().isSeekable()) {
      return Optional.empty();
    }
    RecordPosition position = index.position(location).orElseThrow(IOException::new);
    return Optional.of(
        TfRecordShard.sample(file.read(position, location.ordinal()), Limits.DEFAULT));
  }

  /** One thread reads a shard while the others wait for what it finds. */
  private KnownRecords compressed(int number, ShardEntry shard) throws IOException {
    synchronized (compressed) {
      KnownRecords known = compressed.get(number);
      if (known == null) {
        try {
          known = base.finder().read(shard, from -> KnownRecords.read(from, shard));
        } catch (PcrException e) {
          known = KnownRecords.UNKNOWN;
        }
        compressed.put(number, known);
      }
      return known;
    }
  }

  @Override
  public void close() throws IOException {
    index.close();
  }
}
