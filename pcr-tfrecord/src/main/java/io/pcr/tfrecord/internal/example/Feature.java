package io.pcr.tfrecord.internal.example;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * One feature of an {@link Example}: a list of byte strings, of floats or of integers, or nothing.
 * Immutable and thread-safe, as long as nobody changes the bytes that it was made from.
 */
public final class Feature {
  /** What a feature's values are. */
  public enum Kind {
    /** No list at all, not even an empty one. */
    NONE,
    BYTES,
    FLOAT,
    INT64
  }

  private static final float[] NO_FLOATS = {};
  private static final long[] NO_INT64S = {};
  private static final Feature ABSENT = new Feature(Kind.NONE, List.of(), NO_FLOATS, NO_INT64S);

  private final Kind kind;
  private final List<ByteBuffer> bytes;
  private final float[] floats;
  private final long[] int64s;

  private Feature(Kind kind, List<ByteBuffer> bytes, float[] floats, long[] int64s) {
    this.kind = kind;
    this.bytes = bytes;
    this.floats = floats;
    this.int64s = int64s;
  }

  /** A feature of no kind, as a message without any list is read. */
  public static Feature none() {
    return ABSENT;
  }

  /** The buffers' remaining bytes are the values; they are not copied. */
  public static Feature ofBytes(List<ByteBuffer> values) {
    List<ByteBuffer> views =
        values.stream().map(value -> value.slice().asReadOnlyBuffer()).toList();
    return new Feature(Kind.BYTES, views, NO_FLOATS, NO_INT64S);
  }

  /** One byte string; the buffer's remaining bytes, not copied. */
  public static Feature ofBytes(ByteBuffer value) {
    return new Feature(Kind.BYTES, List.of(value.slice().asReadOnlyBuffer()), NO_FLOATS, NO_INT64S);
  }

  /** One byte string, the text's UTF-8. */
  public static Feature ofText(String value) {
    return ofBytes(ByteBuffer.wrap(value.getBytes(UTF_8)));
  }

  public static Feature ofFloats(float... values) {
    return new Feature(Kind.FLOAT, List.of(), values.clone(), NO_INT64S);
  }

  public static Feature ofInt64s(long... values) {
    return new Feature(Kind.INT64, List.of(), NO_FLOATS, values.clone());
  }

  public Kind kind() {
    return kind;
  }

  /** How many values there are. */
  public int count() {
    return switch (kind) {
      case NONE -> 0;
      case BYTES -> bytes.size();
      case FLOAT -> floats.length;
      case INT64 -> int64s.length;
    };
  }

  /**
   * A read-only view of the i-th byte string, with a position of its own. It lives as long as the
   * bytes that the feature was made from.
   *
   * @throws IndexOutOfBoundsException when there is none, the kind being another included
   */
  public ByteBuffer bytes(int i) {
    return bytes.get(i).duplicate();
  }

  /**
   * The i-th float.
   *
   * @throws IndexOutOfBoundsException when there is none, the kind being another included
   */
  public float floatAt(int i) {
    return floats[i];
  }

  /**
   * The i-th integer.
   *
   * @throws IndexOutOfBoundsException when there is none, the kind being another included
   */
  public long int64(int i) {
    return int64s[i];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Feature that
        && kind == that.kind
        && bytes.equals(that.bytes)
        && Arrays.equals(floats, that.floats)
        && Arrays.equals(int64s, that.int64s);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, bytes, Arrays.hashCode(floats), Arrays.hashCode(int64s));
  }

  @Override
  public String toString() {
    return switch (kind) {
      case NONE -> "none";
      case BYTES -> "bytes" + bytes.stream().map(ByteBuffer::remaining).toList();
      case FLOAT -> "float" + Arrays.toString(floats);
      case INT64 -> "int64" + Arrays.toString(int64s);
    };
  }
}
