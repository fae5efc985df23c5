package io.pcr.format.internal.tables;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.flatbuf.ShardEntry;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;

/**
 * The table {@code ShardEntry} as it stands, its meaning not yet checked. Components are the fields
 * of the schema; an absent vector is empty.
 *
 * @param sampleCount unsigned, so up to 2^32-1
 * @param metadataLength unsigned, so up to 2^32-1
 */
public record ShardEntryTable(
    String name,
    int variant,
    int compression,
    ByteBuffer shardUuid,
    long totalLength,
    long sampleCount,
    long metadataLength,
    int headCrc32c,
    LongBuffer prefixLengths,
    long restoreLength) {

  static ShardEntryTable read(ShardEntry table, String path) {
    return new ShardEntryTable(
        Vectors.string(table.nameAsByteBuffer(), path + ".name"),
        table.variant(),
        table.compression(),
        Vectors.bytes(table.shardUuidAsByteBuffer()),
        table.totalLength(),
        table.sampleCount(),
        table.metadataLength(),
        (int) table.headCrc32c(),
        Vectors.longs(table.prefixLengthsAsByteBuffer()),
        table.restoreLength());
  }

  int write(FlatBufferBuilder builder) {
    int prefixes = Vectors.write(builder, prefixLengths);
    int uuid = Vectors.write(builder, shardUuid);
    int nameOffset = Vectors.write(builder, name, "ShardEntry.name");
    return ShardEntry.createShardEntry(
        builder,
        nameOffset,
        variant,
        compression,
        uuid,
        totalLength,
        sampleCount,
        metadataLength,
        Integer.toUnsignedLong(headCrc32c),
        prefixes,
        restoreLength);
  }
}
