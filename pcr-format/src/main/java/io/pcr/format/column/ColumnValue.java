package io.pcr.format.column;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.text.Utf8;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The value of one sample in a column: its elements, of which a scalar has one, and the row of
 * bytes that shards store (spec section "Columns"). Immutable and thread-safe; returned buffers are
 * read-only views, arrays and lists are the caller's own.
 */
public final class ColumnValue {
  private final ColumnSpec spec;
  private final ByteBuffer bytes;

  private ColumnValue(ColumnSpec spec, ByteBuffer bytes) {
    this.spec = spec;
    this.bytes = bytes;
  }

  /**
   * Takes the stored bytes of a value.
   *
   * @param bytes from position to limit; stay in use
   * @throws InvalidFieldException when a value of this column cannot have them
   */
  public static ColumnValue of(ColumnSpec spec, ByteBuffer bytes) {
    ColumnValue value = new ColumnValue(spec, bytes.slice().asReadOnlyBuffer());
    value.requireLength();
    requireElements(spec, value.bytes);
    return value;
  }

  /** Integers of an INT64 column. */
  public static ColumnValue ofInt64s(ColumnSpec spec, long... elements) {
    ByteBuffer row = row(spec, ColumnType.INT64, elements.length);
    row.asLongBuffer().put(elements);
    return of(spec, row);
  }

  /** Numbers of a FLOAT64 column, kept bit for bit. */
  public static ColumnValue ofFloat64s(ColumnSpec spec, double... elements) {
    ByteBuffer row = row(spec, ColumnType.FLOAT64, elements.length);
    row.asDoubleBuffer().put(elements);
    return of(spec, row);
  }

  /** Numbers of a FLOAT32 column, kept bit for bit. */
  public static ColumnValue ofFloat32s(ColumnSpec spec, float... elements) {
    ByteBuffer row = row(spec, ColumnType.FLOAT32, elements.length);
    row.asFloatBuffer().put(elements);
    return of(spec, row);
  }

  /** Truth values of a BOOL column. */
  public static ColumnValue ofBools(ColumnSpec spec, boolean... elements) {
    ByteBuffer row = row(spec, ColumnType.BOOL, elements.length);
    for (int i = 0; i < elements.length; i++) {
      row.put(i, (byte) (elements[i] ? 1 : 0));
    }
    return of(spec, row);
  }

  /** Text of a STRING column. */
  public static ColumnValue ofStrings(ColumnSpec spec, List<String> elements) {
    requireType(spec, ColumnType.STRING);
    return ofRows(
        spec, elements.stream().map(e -> ByteBuffer.wrap(Utf8.encode(e, "Column.value"))).toList());
  }

  /** Byte strings of a BYTES column; they are copied when they are a list. */
  public static ColumnValue ofByteStrings(ColumnSpec spec, List<ByteBuffer> elements) {
    requireType(spec, ColumnType.BYTES);
    return ofRows(spec, elements);
  }

  private static ColumnValue ofRows(ColumnSpec spec, List<ByteBuffer> elements) {
    if (spec.isScalar() && elements.size() == 1) {
      return of(spec, elements.get(0));
    }
    if (spec.isScalar()) {
      throw new IllegalArgumentException(elements.size() + " values for the column " + spec);
    }
    long length = 0;
    for (ByteBuffer element : elements) {
      length += Integer.BYTES + (long) element.remaining();
    }
    InvalidFieldException.requireRange("Column.value_lengths", length, 0, Integer.MAX_VALUE);
    ByteBuffer row = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
    for (ByteBuffer element : elements) {
      row.putInt(element.remaining()).put(element.duplicate());
    }
    return of(spec, row.flip());
  }

  private static ByteBuffer row(ColumnSpec spec, ColumnType type, int elements) {
    requireType(spec, type);
    long length = (long) elements * type.elementLength();
    InvalidFieldException.requireRange("Column.value_lengths", length, 0, Integer.MAX_VALUE);
    return ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void requireType(ColumnSpec spec, ColumnType type) {
    if (spec.type() != type) {
      throw new IllegalArgumentException("a value of " + type + " for the column " + spec);
    }
  }

  private void requireLength() {
    int length = bytes.remaining();
    boolean fits =
        spec.hasLengths()
            ? spec.type().isVariable() || length % spec.type().elementLength() == 0
            : length == spec.valueLength();
    InvalidFieldException.require(
        fits,
        ErrorCode.MALFORMED,
        "Column.value",
        length + " bytes",
        spec.hasLengths() ? "elements of " + spec.kind() : spec.valueLength() + " bytes");
  }

  /**
   * Proves the elements of a value whose length is right: that text is text, truth values are 0 or
   * 1, and lists are filled.
   *
   * @param row from position to limit; its position stays as it is
   * @throws InvalidFieldException when they are not
   */
  public static void requireElements(ColumnSpec spec, ByteBuffer row) {
    requireNonNull(row, "row");
    if (spec.type() == ColumnType.BOOL) {
      for (int i = row.position(); i < row.limit(); i++) {
        InvalidFieldException.requireRange("Column.value", row.get(i) & 0xFF, 0, 1);
      }
    } else if (spec.type().isVariable() && !spec.isScalar()) {
      eachElement(row, element -> requireText(spec, element));
    } else if (spec.type() == ColumnType.STRING) {
      requireText(spec, row);
    }
  }

  private static void requireText(ColumnSpec spec, ByteBuffer element) {
    if (spec.type() == ColumnType.STRING) {
      Utf8.decode(element, "Column.value");
    }
  }

  private interface Element {
    void accept(ByteBuffer bytes);
  }

  private static void eachElement(ByteBuffer row, Element each) {
    ByteBuffer in = row.slice().order(ByteOrder.LITTLE_ENDIAN);
    while (in.hasRemaining()) {
      InvalidFieldException.require(
          in.remaining() >= Integer.BYTES,
          ErrorCode.MALFORMED,
          "Column.value",
          in.remaining() + " bytes",
          "the length of an element");
      long length = in.getInt() & 0xFFFFFFFFL;
      InvalidFieldException.require(
          length <= in.remaining(),
          ErrorCode.MALFORMED,
          "Column.value",
          "an element of " + length + " bytes",
          "at most " + in.remaining());
      each.accept(in.slice(in.position(), (int) length));
      in.position(in.position() + (int) length);
    }
  }

  public ColumnSpec spec() {
    return spec;
  }

  /** The stored bytes: of scalar BYTES and STRING, the bytes themselves. */
  public ByteBuffer bytes() {
    return bytes.duplicate();
  }

  /** The elements of an INT64 column; a scalar has one. */
  public long[] int64s() {
    requireType(spec, ColumnType.INT64);
    long[] elements = new long[bytes.remaining() / Long.BYTES];
    numbers().asLongBuffer().get(elements);
    return elements;
  }

  /** The elements of a FLOAT64 column; a scalar has one. */
  public double[] float64s() {
    requireType(spec, ColumnType.FLOAT64);
    double[] elements = new double[bytes.remaining() / Double.BYTES];
    numbers().asDoubleBuffer().get(elements);
    return elements;
  }

  /** The elements of a FLOAT32 column; a scalar has one. */
  public float[] float32s() {
    requireType(spec, ColumnType.FLOAT32);
    float[] elements = new float[bytes.remaining() / Float.BYTES];
    numbers().asFloatBuffer().get(elements);
    return elements;
  }

  /** The elements of a BOOL column; a scalar has one. */
  public boolean[] bools() {
    requireType(spec, ColumnType.BOOL);
    boolean[] elements = new boolean[bytes.remaining()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = bytes.get(i) != 0;
    }
    return elements;
  }

  /** The elements of a STRING column; a scalar has one. */
  public List<String> strings() {
    requireType(spec, ColumnType.STRING);
    return elements().stream().map(e -> StandardCharsets.UTF_8.decode(e).toString()).toList();
  }

  /** The elements of a BYTES column; a scalar has one. */
  public List<ByteBuffer> byteStrings() {
    requireType(spec, ColumnType.BYTES);
    return elements();
  }

  private List<ByteBuffer> elements() {
    if (spec.isScalar()) {
      return List.of(bytes());
    }
    List<ByteBuffer> elements = new ArrayList<>();
    eachElement(bytes, elements::add);
    return elements;
  }

  private ByteBuffer numbers() {
    return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Whether two values are of the same column and stored as the same bytes. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ColumnValue value
        && spec.equals(value.spec)
        && bytes.equals(value.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * spec.hashCode() + bytes.hashCode();
  }

  @Override
  public String toString() {
    return spec.name() + " " + spec.kind() + ", " + bytes.remaining() + " bytes";
  }
}
