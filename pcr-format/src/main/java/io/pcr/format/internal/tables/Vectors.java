package io.pcr.format.internal.tables;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.text.Utf8;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Vectors of scalars between FlatBuffers and NIO buffers. An absent vector reads as an empty one,
 * and an empty one is written as absent, offset 0.
 */
final class Vectors {
  private static final int ABSENT = 0;

  private Vectors() {}

  static ByteBuffer bytes(ByteBuffer vector) {
    return (vector == null ? ByteBuffer.allocate(0) : vector.slice())
        .asReadOnlyBuffer()
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  static ShortBuffer shorts(ByteBuffer vector) {
    return bytes(vector).asShortBuffer();
  }

  static IntBuffer ints(ByteBuffer vector) {
    return bytes(vector).asIntBuffer();
  }

  static LongBuffer longs(ByteBuffer vector) {
    return bytes(vector).asLongBuffer();
  }

  /** A string's bytes as text; an absent string is empty. */
  static String string(ByteBuffer vector, String field) throws InvalidFieldException {
    return Utf8.decode(bytes(vector), field);
  }

  static int write(FlatBufferBuilder builder, ByteBuffer vector) {
    if (!vector.hasRemaining()) {
      return ABSENT;
    }
    space(builder, vector.remaining(), Byte.BYTES).put(vector.duplicate());
    return builder.endVector();
  }

  static int write(FlatBufferBuilder builder, ShortBuffer vector) {
    if (!vector.hasRemaining()) {
      return ABSENT;
    }
    space(builder, vector.remaining(), Short.BYTES).asShortBuffer().put(vector.duplicate());
    return builder.endVector();
  }

  static int write(FlatBufferBuilder builder, IntBuffer vector) {
    if (!vector.hasRemaining()) {
      return ABSENT;
    }
    space(builder, vector.remaining(), Integer.BYTES).asIntBuffer().put(vector.duplicate());
    return builder.endVector();
  }

  static int write(FlatBufferBuilder builder, LongBuffer vector) {
    if (!vector.hasRemaining()) {
      return ABSENT;
    }
    space(builder, vector.remaining(), Long.BYTES).asLongBuffer().put(vector.duplicate());
    return builder.endVector();
  }

  static int write(FlatBufferBuilder builder, String text, String field) {
    return builder.createString(ByteBuffer.wrap(Utf8.encode(text, field)));
  }

  private static ByteBuffer space(FlatBufferBuilder builder, int count, int elementLength) {
    return builder
        .createUnintializedVector(elementLength, count, elementLength)
        .order(ByteOrder.LITTLE_ENDIAN);
  }
}
