package io.pcr.format.damage;

import io.pcr.format.Limits;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.error.Origin;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.RestorePatch;
import io.pcr.format.internal.restore.RestoreRecipe;
import io.pcr.format.internal.restore.RestoreRecord;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Reads every byte of a shard and asks every question of it, and so finds any damage. */
public final class Everything {
  private static final String NAME = "damaged.pcr";

  private Everything() {}

  static ByteSource source(byte[] file) {
    return new MemoryByteSource(NAME, ByteBuffer.wrap(file));
  }

  public static void read(byte[] file) throws IOException {
    ByteSource source = source(file);
    ShardFile shard = ShardFile.open(source, Limits.DEFAULT);
    shard.requireComplete(source);
    ask(shard.metadata());
    for (int group = 1; group <= shard.metadata().groupCount(); group++) {
      for (int sample = 0; sample < shard.metadata().sampleCount(); sample++) {
        long position = shard.layout().slicePosition(group, sample);
        ByteBuffer slice = read(source, position, shard.metadata().sliceLength(group, sample));
        shard.metadata().checkSlice(group, sample, slice, new Origin(NAME, position));
      }
    }
    readColumns(source, shard);
    Optional<Region> restore = shard.regions().restore();
    if (restore.isPresent()) {
      readRestore(source, restore.get(), shard.metadata().sampleCount());
    }
  }

  private static ByteBuffer read(ByteSource source, long position, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    source.readFully(position, bytes);
    return bytes.flip();
  }

  private static void readColumns(ByteSource source, ShardFile shard) throws IOException {
    for (int i = 0; i < shard.metadata().columns().size(); i++) {
      Column column = shard.metadata().columns().get(i);
      for (int sample = 0; sample < column.sampleCount(); sample++) {
        if (column.spec().placement() != Placement.INLINE) {
          long position = shard.layout().columnValuePosition(i, sample);
          ByteBuffer value = read(source, position, column.valueLength(sample));
          column.checkValue(sample, value, new Origin(NAME, position));
        }
      }
    }
  }

  private static void readRestore(ByteSource source, Region region, int samples)
      throws IOException {
    RestoreRegion restore = RestoreRegion.open(source, region, samples, Limits.DEFAULT);
    for (int sample = 0; sample < samples; sample++) {
      RestoreRecord record = restore.record(sample);
      Origin origin = restore.origin(sample);
      switch (record.kind()) {
        case RECIPE -> RestoreRecipe.decode(record.bytes(), Limits.DEFAULT, origin);
        case PATCH -> RestorePatch.decode(record.bytes(), Limits.DEFAULT, origin);
        case NONE, SAME, ORIGINAL -> {}
      }
    }
  }

  /** Every accessor of a metadata that has passed its checks has to answer. */
  public static void ask(ShardMetadata metadata) {
    for (int sample = 0; sample < metadata.sampleCount(); sample++) {
      metadata.entry(sample);
    }
    for (Column column : metadata.columns()) {
      for (int sample = 0; sample < column.sampleCount(); sample++) {
        column.isPresent(sample);
        ask(column, sample);
      }
    }
  }

  private static void ask(Column column, int sample) {
    if (column.spec().placement() != Placement.INLINE) {
      column.valueCrc32c(sample);
      column.valueLength(sample);
    } else if (column.isPresent(sample)) {
      ask(column.value(sample));
    }
  }

  private static void ask(ColumnValue value) {
    switch (value.spec().type()) {
      case INT64 -> value.int64s();
      case FLOAT64 -> value.float64s();
      case FLOAT32 -> value.float32s();
      case BOOL -> value.bools();
      case STRING -> value.strings();
      case BYTES -> value.byteStrings();
    }
  }
}
