package io.pcr.format.internal.tables;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.flatbuf.ShardMetadata;
import io.pcr.format.quality.GroupTargets;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The table {@code ShardMetadata} as it stands, its meaning not yet checked. Components are the
 * fields of the schema; an absent vector is empty. Buffers are views, read-only when decoded.
 */
public record ShardMetadataTable(
    ByteBuffer keyBytes,
    ShortBuffer keyLengths,
    LongBuffer labels,
    ByteBuffer labelsPresent,
    IntBuffer widths,
    IntBuffer heights,
    ByteBuffer colorClasses,
    ByteBuffer encodings,
    IntBuffer sourceFlags,
    LongBuffer sourceLengths,
    IntBuffer sliceLengths,
    IntBuffer sliceCrc32c,
    Optional<GroupTargets> targets,
    List<ColumnTable> columns) {
  /** More are refused before any is read. */
  public static final int MAX_COLUMNS = 256;

  private static final String IDENTIFIER = "PCRM";

  /** What all but the vectors takes, roughly; the builder grows when it is more. */
  private static final int INITIAL_LENGTH = 1 << 12;

  /**
   * Reads a FlatBuffer that starts at the buffer's position 0, after verifying it.
   *
   * @param bytes stays in use by the result and is not to be changed
   */
  public static ShardMetadataTable decode(ByteBuffer bytes, Origin origin) throws PcrException {
    TableVerifier.verify(bytes, TableShapes.SHARD_METADATA, IDENTIFIER, origin);
    ShardMetadata table = ShardMetadata.getRootAsShardMetadata(bytes.duplicate());
    try {
      // Before they are read: a few bytes can refer to a column millions of times.
      InvalidFieldException.requireRange(
          "ShardMetadata.columns", table.columnsLength(), 0, MAX_COLUMNS);
      List<ColumnTable> columns = new ArrayList<>();
      for (int i = 0; i < table.columnsLength(); i++) {
        columns.add(ColumnTable.read(table.columns(i), "ShardMetadata.columns[" + i + "]"));
      }
      return new ShardMetadataTable(
          Vectors.bytes(table.keyBytesAsByteBuffer()),
          Vectors.shorts(table.keyLengthsAsByteBuffer()),
          Vectors.longs(table.labelsAsByteBuffer()),
          Vectors.bytes(table.labelsPresentAsByteBuffer()),
          Vectors.ints(table.widthsAsByteBuffer()),
          Vectors.ints(table.heightsAsByteBuffer()),
          Vectors.bytes(table.colorClassesAsByteBuffer()),
          Vectors.bytes(table.encodingsAsByteBuffer()),
          Vectors.ints(table.sourceFlagsAsByteBuffer()),
          Vectors.longs(table.sourceLengthsAsByteBuffer()),
          Vectors.ints(table.sliceLengthsAsByteBuffer()),
          Vectors.ints(table.sliceCrc32cAsByteBuffer()),
          GroupTargetsTable.read(table.targets(), "ShardMetadata.targets"),
          List.copyOf(columns));
    } catch (InvalidFieldException e) {
      throw e.in(origin);
    }
  }

  /** The FlatBuffer, from the buffer's position 0. The same table gives the same bytes. */
  public ByteBuffer encode() {
    FlatBufferBuilder builder = new FlatBufferBuilder(INITIAL_LENGTH);
    int[] columnOffsets = columns.stream().mapToInt(column -> column.write(builder)).toArray();
    int columnVector =
        columnOffsets.length == 0 ? 0 : ShardMetadata.createColumnsVector(builder, columnOffsets);
    int targetTable = GroupTargetsTable.write(builder, targets);
    // FlatBuffers are built from the end: keys come last in the file, what does not compress first.
    int keys = Vectors.write(builder, keyBytes);
    int encodingVector = Vectors.write(builder, encodings);
    int classes = Vectors.write(builder, colorClasses);
    int keyLengthVector = Vectors.write(builder, keyLengths);
    int flags = Vectors.write(builder, sourceFlags);
    int heightVector = Vectors.write(builder, heights);
    int widthVector = Vectors.write(builder, widths);
    int presence = Vectors.write(builder, labelsPresent);
    int labelVector = Vectors.write(builder, labels);
    int sourceLengthVector = Vectors.write(builder, sourceLengths);
    int lengths = Vectors.write(builder, sliceLengths);
    int crcs = Vectors.write(builder, sliceCrc32c);
    ShardMetadata.startShardMetadata(builder);
    ShardMetadata.addKeyBytes(builder, keys);
    ShardMetadata.addKeyLengths(builder, keyLengthVector);
    ShardMetadata.addLabels(builder, labelVector);
    ShardMetadata.addLabelsPresent(builder, presence);
    ShardMetadata.addWidths(builder, widthVector);
    ShardMetadata.addHeights(builder, heightVector);
    ShardMetadata.addColorClasses(builder, classes);
    ShardMetadata.addEncodings(builder, encodingVector);
    ShardMetadata.addSourceFlags(builder, flags);
    ShardMetadata.addSourceLengths(builder, sourceLengthVector);
    ShardMetadata.addSliceLengths(builder, lengths);
    ShardMetadata.addSliceCrc32c(builder, crcs);
    ShardMetadata.addTargets(builder, targetTable);
    ShardMetadata.addColumns(builder, columnVector);
    ShardMetadata.finishShardMetadataBuffer(builder, ShardMetadata.endShardMetadata(builder));
    return ByteBuffer.wrap(builder.sizedByteArray());
  }
}
