package io.pcr.writer.internal.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.ColumnValue;
import io.pcr.writer.internal.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** From values of JSON to values of columns. Stateless. */
public final class JsonValue {
  /** Doubles hold integers up to here without a gap. */
  private static final long MAX_EXACT = 1L << 53;

  private JsonValue() {}

  /**
   * The value that a column holds, as {@link SourceValue} has it; empty where the column has no
   * such values, or would hold another one. A column of FLOAT32 holds the nearest.
   *
   * @param json as {@link JsonObject#members} has it
   */
  public static Optional<Object> of(ColumnSpec column, Object json) {
    if (column.isScalar()) {
      return scalar(column.type(), json);
    }
    if (!(json instanceof List<?> list)) {
      return Optional.empty();
    }
    List<Object> elements = new ArrayList<>();
    for (Object element : list) {
      scalar(column.type(), element).ifPresent(elements::add);
    }
    boolean isRight = column.hasLengths() || column.listLength() == list.size();
    return isRight && elements.size() == list.size()
        ? Optional.of(bytes(column, elements))
        : Optional.empty();
  }

  private static Optional<Object> scalar(ColumnType type, Object json) {
    return switch (type) {
      case INT64 -> Optional.of(json).filter(Long.class::isInstance);
      case FLOAT64 -> Optional.ofNullable(number(json));
      case FLOAT32 -> Optional.ofNullable(float32(json));
      case BOOL -> Optional.ofNullable(bool(json));
      case STRING ->
          json instanceof String text && isUnicode(text)
              ? Optional.of(text.getBytes(UTF_8))
              : Optional.empty();
      case BYTES -> Optional.empty();
    };
  }

  private static Double number(Object json) {
    if (json instanceof Long integer) {
      return isExact(integer) ? Double.valueOf(integer) : null;
    }
    return json instanceof Double number ? number : null;
  }

  private static Float float32(Object json) {
    Double number = number(json);
    return number != null && Float.isFinite(number.floatValue()) ? number.floatValue() : null;
  }

  /** Many write 0 and 1. */
  private static Boolean bool(Object json) {
    if (json instanceof Long integer) {
      return (integer == 0 || integer == 1) ? Boolean.valueOf(integer == 1) : null;
    }
    return json instanceof Boolean bool ? bool : null;
  }

  static boolean isExact(long integer) {
    return integer >= -MAX_EXACT && integer <= MAX_EXACT;
  }

  /** Half a surrogate pair is valid JSON, but no text. */
  public static boolean isUnicode(String text) {
    return UTF_8.newEncoder().canEncode(text);
  }

  /** The bytes that a shard stores of a list. */
  private static byte[] bytes(ColumnSpec column, List<Object> elements) {
    ColumnValue value =
        switch (column.type()) {
          case INT64 ->
              ColumnValue.ofInt64s(column, elements.stream().mapToLong(Long.class::cast).toArray());
          case FLOAT64 ->
              ColumnValue.ofFloat64s(
                  column, elements.stream().mapToDouble(Double.class::cast).toArray());
          case FLOAT32 -> ColumnValue.ofFloat32s(column, floats(elements));
          case BOOL -> ColumnValue.ofBools(column, bools(elements));
          case STRING, BYTES -> texts(column, elements);
        };
    byte[] bytes = new byte[value.bytes().remaining()];
    value.bytes().get(bytes);
    return bytes;
  }

  private static float[] floats(List<Object> elements) {
    float[] floats = new float[elements.size()];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (Float) elements.get(i);
    }
    return floats;
  }

  private static boolean[] bools(List<Object> elements) {
    boolean[] bools = new boolean[elements.size()];
    for (int i = 0; i < bools.length; i++) {
      bools[i] = (Boolean) elements.get(i);
    }
    return bools;
  }

  private static ColumnValue texts(ColumnSpec column, List<Object> elements) {
    return ColumnValue.ofStrings(
        column, elements.stream().map(text -> new String((byte[]) text, UTF_8)).toList());
  }
}
