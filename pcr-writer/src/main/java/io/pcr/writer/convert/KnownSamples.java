package io.pcr.writer.convert;

import io.pcr.format.Limits;
import io.pcr.format.checksum.Crc32C;
import io.pcr.format.checksum.Sha256;
import io.pcr.format.column.Column;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.Placement;
import io.pcr.format.index.KeyMatch;
import io.pcr.format.index.RecordPosition;
import io.pcr.format.index.SampleIndex;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.ShardMetadata;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.TfRecordFile;
import io.pcr.tfrecord.TfRecordReadOptions;
import io.pcr.tfrecord.TfRecordShard;
import io.pcr.tfrecord.example.ImageExample;
import io.pcr.writer.source.SourceSample;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The samples of the dataset that is added to: whether it has an input already, and has it as it
 * is. Thread-safe; whoever opens it closes it.
 */
final class KnownSamples implements Closeable {
  /** Metadata of shards that is kept: inputs come in any order, and a shard has many of them. */
  private static final int SHARDS_KEPT = 64;

  private final Base base;
  private final List<ColumnSpec> columns;
  private final SampleIndex index;
  private final Map<Integer, ShardMetadata> kept = new LinkedHashMap<>(16, 0.75f, true);

  /** What the dataset has of an input. */
  enum Answer {
    /** No sample of this key. */
    NOTHING,
    /** A sample of this key, label and columns, made of the same bytes. */
    THE_SAME,
    /** A sample of this key, and another one as far as can be told without decoding it. */
    ANOTHER
  }

  private KnownSamples(Base base, List<ColumnSpec> columns, SampleIndex index) {
    this.base = base;
    this.columns = columns;
    this.index = index;
  }

  /**
   * @param columns of the inputs
   */
  static KnownSamples of(Base base, List<ColumnSpec> columns) throws IOException {
    return new KnownSamples(base, List.copyOf(columns), base.openIndex());
  }

  /** Looks for an input, whose label is one of the dataset's. */
  Answer find(SourceSample input) throws IOException {
    Optional<KeyMatch> match = index.find(input.key());
    if (match.isEmpty()) {
      return Answer.NOTHING;
    }
    SampleLocation location = match.get().location();
    ShardEntry shard = base.manifest().shards().get(location.shard());
    try {
      boolean same =
          shard.variant().isContainer()
              ? isSame(metadata(location.shard(), shard), location.ordinal(), input)
              : isSame(record(shard, location), input);
      return same ? Answer.THE_SAME : Answer.ANOTHER;
    } catch (IOException e) {
      // A shard that is damaged, or compressed so that no single record can be read: nobody knows,
      // and what is not known to be the same is listed.
      return Answer.ANOTHER;
    }
  }

  private ShardMetadata metadata(int number, ShardEntry shard) throws IOException {
    synchronized (kept) {
      ShardMetadata found = kept.get(number);
      if (found != null) {
        return found;
      }
    }
    ShardMetadata read;
    try (ByteSource source = base.finder().open(shard)) {
      ShardFile file = ShardFile.open(source, Limits.DEFAULT);
      base.manifest().requireMember(shard, file);
      read = file.metadata();
    }
    synchronized (kept) {
      kept.put(number, read);
      if (kept.size() > SHARDS_KEPT) {
        kept.remove(kept.keySet().iterator().next());
      }
    }
    return read;
  }

  private boolean isSame(ShardMetadata shard, int ordinal, SourceSample input) {
    if (!shard.key(ordinal).equals(input.key())
        || !shard.label(ordinal).equals(label(input))
        || shard.sourceLength(ordinal) != input.bytes().remaining()) {
      return false;
    }
    for (int i = 0; i < columns.size(); i++) {
      Optional<Column> column = shard.column(columns.get(i).name());
      if (column.isEmpty() || !isSame(column.get(), ordinal, input.columnValues().get(i))) {
        return false;
      }
    }
    // The hash last: it costs most.
    Optional<Sha256> stored = shard.sourceSha256(ordinal);
    return stored.isPresent() && stored.get().equals(Sha256.of(input.bytes()));
  }

  private static OptionalLong label(SourceSample input) {
    return input.label() == SourceSample.NO_LABEL
        ? OptionalLong.empty()
        : OptionalLong.of(input.label());
  }

  private static boolean isSame(Column column, int ordinal, Object value) {
    if (value == null || !column.isPresent(ordinal)) {
      return value == null && !column.isPresent(ordinal);
    }
    return switch (column.spec().type()) {
      case INT64 -> value.equals(column.int64(ordinal));
      case FLOAT64 -> value.equals(column.float64(ordinal));
      case BYTES, STRING -> isSameBytes(column, ordinal, ByteBuffer.wrap((byte[]) value));
    };
  }

  private static boolean isSameBytes(Column column, int ordinal, ByteBuffer value) {
    if (column.spec().placement() == Placement.INLINE) {
      return column.bytes(ordinal).equals(value);
    }
    return column.valueLength(ordinal) == value.remaining()
        && column.valueCrc32c(ordinal) == Crc32C.of(value);
  }

  private ImageExample record(ShardEntry shard, SampleLocation location) throws IOException {
    RecordPosition position = index.position(location).orElseThrow(IOException::new);
    try (ByteSource source = base.finder().open(shard)) {
      TfRecordFile file = TfRecordShard.open(source, shard, TfRecordReadOptions.DEFAULT);
      return TfRecordShard.sample(file.read(position, location.ordinal()), Limits.DEFAULT);
    }
  }

  /** With columns it may be another: how a feature was made of a value is not asked here. */
  private boolean isSame(ImageExample stored, SourceSample input) {
    return columns.isEmpty()
        && stored.key().equals(Optional.of(input.key()))
        && stored.label().equals(label(input))
        && stored.encoded().equals(input.bytes());
  }

  @Override
  public void close() throws IOException {
    index.close();
  }
}
