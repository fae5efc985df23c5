package io.pcr.format.internal.tables;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.flatbuf.Column;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/**
 * The table {@code Column} as it stands, its meaning not yet checked. Components are the fields of
 * the schema; an absent vector is empty. Buffers are views, read-only when decoded.
 *
 * @param listLength unsigned, so up to 2^32-1
 */
public record ColumnTable(
    String name,
    int type,
    int shape,
    long listLength,
    int placement,
    ByteBuffer present,
    IntBuffer valueLengths,
    ByteBuffer valueBytes,
    IntBuffer valueCrc32c) {

  static ColumnTable read(Column table, String path) {
    return new ColumnTable(
        Vectors.string(table.nameAsByteBuffer(), path + ".name"),
        table.type(),
        table.shape(),
        table.listLength(),
        table.placement(),
        Vectors.bytes(table.presentAsByteBuffer()),
        Vectors.ints(table.valueLengthsAsByteBuffer()),
        Vectors.bytes(table.valueBytesAsByteBuffer()),
        Vectors.ints(table.valueCrc32cAsByteBuffer()));
  }

  int write(FlatBufferBuilder builder) {
    int crcs = Vectors.write(builder, valueCrc32c);
    int bytes = Vectors.write(builder, valueBytes);
    int lengths = Vectors.write(builder, valueLengths);
    int presence = Vectors.write(builder, present);
    int nameOffset = Vectors.write(builder, name, "Column.name");
    return Column.createColumn(
        builder, nameOffset, type, shape, listLength, placement, presence, lengths, bytes, crcs);
  }
}
