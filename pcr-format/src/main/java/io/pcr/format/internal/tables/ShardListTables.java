package io.pcr.format.internal.tables;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.column.ColumnShape;
import io.pcr.format.column.ColumnType;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.manifest.ShardPart;

/** The tables {@code ColumnSpec}, {@code ShardPart} and {@code KeySegment}, each with its rules. */
final class ShardListTables {
  private ShardListTables() {}

  static DatasetColumn read(io.pcr.format.flatbuf.ColumnSpec table) {
    return new DatasetColumn(
        Vectors.string(table.nameAsByteBuffer(), "ColumnSpec.name"),
        ColumnType.ofId(table.type()).orElseThrow(() -> unknown("ColumnSpec.type", table.type())),
        ColumnShape.ofId(table.shape())
            .orElseThrow(() -> unknown("ColumnSpec.shape", table.shape())),
        number("ColumnSpec.list_length", table.listLength()));
  }

  static int write(FlatBufferBuilder builder, DatasetColumn column) {
    int name = Vectors.write(builder, column.name(), "ColumnSpec.name");
    return io.pcr.format.flatbuf.ColumnSpec.createColumnSpec(
        builder, name, column.type().id(), column.shape().id(), column.listLength());
  }

  static ShardPart read(io.pcr.format.flatbuf.ShardPart table) {
    return new ShardPart(
        Vectors.string(table.nameAsByteBuffer(), "ShardPart.name"),
        table.length(),
        (int) table.partCrc32c(),
        number("ShardPart.shard_count", table.shardCount()),
        number("ShardPart.first_shard_number", table.firstShardNumber()),
        table.sampleCount());
  }

  static int write(FlatBufferBuilder builder, ShardPart part) {
    int name = Vectors.write(builder, part.name(), "ShardPart.name");
    return io.pcr.format.flatbuf.ShardPart.createShardPart(
        builder,
        name,
        part.length(),
        Integer.toUnsignedLong(part.partCrc32c()),
        part.shardCount(),
        part.firstShardNumber(),
        part.sampleCount());
  }

  static KeySegment read(io.pcr.format.flatbuf.KeySegment table) {
    return new KeySegment(
        Vectors.string(table.nameAsByteBuffer(), "KeySegment.name"),
        table.pageCount(),
        table.entryLength(),
        table.entryCount(),
        (int) table.segmentCrc32c());
  }

  static int write(FlatBufferBuilder builder, KeySegment segment) {
    int name = Vectors.write(builder, segment.name(), "KeySegment.name");
    return io.pcr.format.flatbuf.KeySegment.createKeySegment(
        builder,
        name,
        segment.pageCount(),
        segment.entryLength(),
        segment.entryCount(),
        Integer.toUnsignedLong(segment.segmentCrc32c()));
  }

  private static InvalidFieldException unknown(String field, int id) {
    return new InvalidFieldException(ErrorCode.MALFORMED, field, id, "an id that the schema lists");
  }

  /** A number that the format keeps below 2^31. */
  static int number(String field, long unsigned) {
    InvalidFieldException.requireRange(field, unsigned, 0, Integer.MAX_VALUE);
    return (int) unsigned;
  }
}
