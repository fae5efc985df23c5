package io.pcr.format.internal.tables;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.flatbuf.ShardTable;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/**
 * The table {@code ShardTable} as it stands, its meaning not yet checked. Components are the fields
 * of the schema, views of the buffer that they were read from; an absent vector is empty.
 */
public record ShardTableTable(
    ByteBuffer nameBytes,
    ByteBuffer nameLengths,
    IntBuffer shardNumbers,
    ByteBuffer variants,
    ByteBuffer compressions,
    ByteBuffer shardUuids,
    LongBuffer totalLengths,
    IntBuffer sampleCounts,
    IntBuffer headCrc32c,
    LongBuffer prefixLengths,
    LongBuffer restoreLengths,
    IntBuffer restoreDirectoryLengths,
    LongBuffer sourceBytes,
    IntBuffer restorableSamples) {
  private static final String IDENTIFIER = "PCRT";
  private static final int INITIAL_LENGTH = 1 << 14;

  /** Reads the FlatBuffer of a part, from the buffer's position 0, after verifying it. */
  public static ShardTableTable decode(ByteBuffer bytes, Origin origin) throws PcrException {
    TableVerifier.verify(bytes, TableShapes.SHARD_TABLE, IDENTIFIER, origin);
    return of(ShardTable.getRootAsShardTable(bytes.duplicate()));
  }

  /** The table that stands in a root; null for none. */
  static ShardTableTable read(ShardTable table) {
    return table == null ? none() : of(table);
  }

  private static ShardTableTable of(ShardTable table) {
    return new ShardTableTable(
        Vectors.bytes(table.nameBytesAsByteBuffer()),
        Vectors.bytes(table.nameLengthsAsByteBuffer()),
        Vectors.ints(table.shardNumbersAsByteBuffer()),
        Vectors.bytes(table.variantsAsByteBuffer()),
        Vectors.bytes(table.compressionsAsByteBuffer()),
        Vectors.bytes(table.shardUuidsAsByteBuffer()),
        Vectors.longs(table.totalLengthsAsByteBuffer()),
        Vectors.ints(table.sampleCountsAsByteBuffer()),
        Vectors.ints(table.headCrc32cAsByteBuffer()),
        Vectors.longs(table.prefixLengthsAsByteBuffer()),
        Vectors.longs(table.restoreLengthsAsByteBuffer()),
        Vectors.ints(table.restoreDirectoryLengthsAsByteBuffer()),
        Vectors.longs(table.sourceBytesAsByteBuffer()),
        Vectors.ints(table.restorableSamplesAsByteBuffer()));
  }

  private static ShardTableTable none() {
    return new ShardTableTable(
        Vectors.bytes(null),
        Vectors.bytes(null),
        Vectors.ints(null),
        Vectors.bytes(null),
        Vectors.bytes(null),
        Vectors.bytes(null),
        Vectors.longs(null),
        Vectors.ints(null),
        Vectors.ints(null),
        Vectors.longs(null),
        Vectors.longs(null),
        Vectors.ints(null),
        Vectors.longs(null),
        Vectors.ints(null));
  }

  int write(FlatBufferBuilder builder) {
    int restorable = Vectors.write(builder, restorableSamples);
    int source = Vectors.write(builder, sourceBytes);
    int directories = Vectors.write(builder, restoreDirectoryLengths);
    int restores = Vectors.write(builder, restoreLengths);
    int prefixes = Vectors.write(builder, prefixLengths);
    int heads = Vectors.write(builder, headCrc32c);
    int samples = Vectors.write(builder, sampleCounts);
    int totals = Vectors.write(builder, totalLengths);
    int uuids = Vectors.write(builder, shardUuids);
    int compressionIds = Vectors.write(builder, compressions);
    int variantIds = Vectors.write(builder, variants);
    int numbers = Vectors.write(builder, shardNumbers);
    int lengths = Vectors.write(builder, nameLengths);
    int names = Vectors.write(builder, nameBytes);
    return ShardTable.createShardTable(
        builder,
        names,
        lengths,
        numbers,
        variantIds,
        compressionIds,
        uuids,
        totals,
        samples,
        heads,
        prefixes,
        restores,
        directories,
        source,
        restorable);
  }

  /**
   * The FlatBuffer of a part, from the buffer's position 0. The same table gives the same bytes.
   */
  public ByteBuffer encode() {
    FlatBufferBuilder builder = new FlatBufferBuilder(INITIAL_LENGTH);
    builder.finish(write(builder), IDENTIFIER);
    return ByteBuffer.wrap(builder.sizedByteArray());
  }
}
