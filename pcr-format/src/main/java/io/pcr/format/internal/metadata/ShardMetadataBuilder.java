package io.pcr.format.internal.metadata;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;

import io.pcr.format.Fidelity;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.tables.ColumnTable;
import io.pcr.format.internal.tables.ShardMetadataTable;
import io.pcr.format.internal.text.Utf8;
import io.pcr.format.quality.GroupTargets;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Takes the samples of a shard in order and makes its metadata. For one thread. */
public final class ShardMetadataBuilder {
  private final int groupCount;
  private final List<SampleEntry> entries = new ArrayList<>();
  private final List<Column> columns = new ArrayList<>();
  private Optional<GroupTargets> targets = Optional.empty();

  ShardMetadataBuilder(int groupCount) {
    requireRange("ShardMetadata.group_count", groupCount, 1, Fidelity.MAX_GROUPS);
    this.groupCount = groupCount;
  }

  /** What the groups were chosen to show, if that is stated. */
  public ShardMetadataBuilder targets(Optional<GroupTargets> value) {
    targets = value;
    return this;
  }

  /** The next sample. */
  public ShardMetadataBuilder add(SampleEntry entry) {
    require(
        entry.slices().size() == groupCount,
        ErrorCode.MALFORMED,
        "ShardMetadata.slice_lengths",
        entry.slices().size(),
        groupCount);
    entries.add(entry);
    return this;
  }

  /** A column with one value for each sample; columns are numbered from 0 in this order. */
  public ShardMetadataBuilder addColumn(Column column) {
    columns.add(column);
    return this;
  }

  /** Samples so far. */
  public int sampleCount() {
    return entries.size();
  }

  /**
   * The metadata of the samples so far.
   *
   * @throws InvalidFieldException when they break a rule of the format, such as two equal keys
   */
  public ShardMetadata build() {
    for (Column column : columns) {
      require(
          column.sampleCount() == entries.size(),
          ErrorCode.MALFORMED,
          "ShardMetadata.columns",
          column.sampleCount() + " values of " + column.spec().name(),
          entries.size());
    }
    ByteArrayOutputStream keyBytes = new ByteArrayOutputStream();
    short[] keyLengths = new short[entries.size()];
    for (int i = 0; i < keyLengths.length; i++) {
      byte[] key = Utf8.encode(entries.get(i).key(), "ShardMetadata.key_bytes");
      requireRange(
          "ShardMetadata.key_lengths[" + i + "]", key.length, 1, ShardMetadata.MAX_KEY_LENGTH);
      keyLengths[i] = (short) key.length;
      keyBytes.writeBytes(key);
    }
    return ShardMetadata.of(
        new ShardMetadataTable(
            ByteBuffer.wrap(keyBytes.toByteArray()),
            ShortBuffer.wrap(keyLengths),
            labels(),
            labelsPresent(),
            ints(entry -> entry.image().width()),
            ints(entry -> entry.image().height()),
            bytes(entry -> entry.image().colorClass().id()),
            bytes(entry -> entry.image().encoding().id()),
            ints(entry -> entry.source().flags().bits()),
            longs(entry -> entry.source().length()),
            slices(SliceEntry::length),
            slices(SliceEntry::crc32c),
            targets,
            columnTables()),
        entries.size(),
        groupCount);
  }

  private List<ColumnTable> columnTables() {
    return columns.stream().map(Column::table).toList();
  }

  private LongBuffer labels() {
    return hasLabels() ? longs(entry -> entry.label().orElse(0)) : LongBuffer.allocate(0);
  }

  private boolean hasLabels() {
    return entries.stream().anyMatch(entry -> entry.label().isPresent());
  }

  private ByteBuffer labelsPresent() {
    BitSet present = new BitSet();
    for (int i = 0; i < entries.size(); i++) {
      present.set(i, entries.get(i).label().isPresent());
    }
    return hasLabels() ? Presence.encode(present, entries.size()) : ByteBuffer.allocate(0);
  }

  private IntBuffer ints(ToIntFunction<SampleEntry> field) {
    return IntBuffer.wrap(entries.stream().mapToInt(field).toArray());
  }

  private LongBuffer longs(ToLongFunction<SampleEntry> field) {
    return LongBuffer.wrap(entries.stream().mapToLong(field).toArray());
  }

  private ByteBuffer bytes(ToIntFunction<SampleEntry> field) {
    byte[] bytes = new byte[entries.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) field.applyAsInt(entries.get(i));
    }
    return ByteBuffer.wrap(bytes);
  }

  /** Of all groups, the first group first. */
  private IntBuffer slices(ToIntFunction<SliceEntry> field) {
    IntBuffer values = IntBuffer.allocate(Math.multiplyExact(groupCount, entries.size()));
    for (int group = 0; group < groupCount; group++) {
      for (SampleEntry entry : entries) {
        values.put(field.applyAsInt(entry.slices().get(group)));
      }
    }
    return values.flip();
  }
}
