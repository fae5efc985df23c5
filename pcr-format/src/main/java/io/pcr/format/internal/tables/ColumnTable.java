package io.pcr.format.internal.tables;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.flatbuf.Column;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/**
 * The table {@code Column} as it stands, its meaning not yet checked. Components are the fields of
 * the schema; an absent vector is empty. Buffers are views, read-only when decoded.
 */
public record ColumnTable(
    String name,
    int type,
    int placement,
    ByteBuffer present,
    LongBuffer int64s,
    DoubleBuffer float64s,
    IntBuffer valueLengths,
    ByteBuffer valueBytes,
    IntBuffer valueCrc32c) {

  static ColumnTable read(Column table, String path) {
    return new ColumnTable(
        Vectors.string(table.nameAsByteBuffer(), path + ".name"),
        table.type(),
        table.placement(),
        Vectors.bytes(table.presentAsByteBuffer()),
        Vectors.longs(table.int64sAsByteBuffer()),
        Vectors.doubles(table.float64sAsByteBuffer()),
        Vectors.ints(table.valueLengthsAsByteBuffer()),
        Vectors.bytes(table.valueBytesAsByteBuffer()),
        Vectors.ints(table.valueCrc32cAsByteBuffer()));
  }

  int write(FlatBufferBuilder builder) {
    int crcs = Vectors.write(builder, valueCrc32c);
    int bytes = Vectors.write(builder, valueBytes);
    int lengths = Vectors.write(builder, valueLengths);
    int doubles = Vectors.write(builder, float64s);
    int longs = Vectors.write(builder, int64s);
    int presence = Vectors.write(builder, present);
    int nameOffset = Vectors.write(builder, name, "Column.name");
    return Column.createColumn(
        builder, nameOffset, type, placement, presence, longs, doubles, lengths, bytes, crcs);
  }
}
