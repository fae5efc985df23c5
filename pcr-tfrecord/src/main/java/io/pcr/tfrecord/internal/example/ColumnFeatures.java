package io.pcr.tfrecord.internal.example;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.text.Utf8;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Values of columns as features (spec section "TFRecord shards"). An example's floats have 32 bits:
 * a number that does not fit into them stands beside its nearest float as the eight bytes that it
 * has, in a feature of its own. Stateless.
 */
public final class ColumnFeatures {
  /** Behind a column's name, the feature that has the number in full. */
  public static final String FLOAT64_SUFFIX = "/float64";

  private ColumnFeatures() {}

  /** Puts an integer. */
  public static void putInt64(Map<String, Feature> features, String column, long value) {
    features.put(column, Feature.ofInt64s(value));
  }

  /** Puts a number. */
  public static void putFloat64(Map<String, Feature> features, String column, double value) {
    float nearest = (float) value;
    features.put(column, Feature.ofFloats(nearest));
    if (Double.doubleToRawLongBits(nearest) != Double.doubleToRawLongBits(value)) {
      ByteBuffer exact = ByteBuffer.allocate(Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      features.put(column + FLOAT64_SUFFIX, Feature.ofBytes(exact.putDouble(0, value)));
    }
  }

  /**
   * Puts a value of any type and shape: its elements in their order (spec requirement
   * R-TFRECORD-10). An empty list is no feature.
   */
  public static void put(Map<String, Feature> features, ColumnValue value) {
    String column = value.spec().name();
    Feature feature =
        switch (value.spec().type()) {
          case INT64 -> Feature.ofInt64s(value.int64s());
          case BOOL -> Feature.ofInt64s(integers(value.bools()));
          case FLOAT32 -> Feature.ofFloats(value.float32s());
          case FLOAT64 -> Feature.ofFloats(nearest(features, column, value.float64s()));
          case BYTES -> Feature.ofBytes(value.byteStrings());
          case STRING ->
              Feature.ofBytes(
                  value.strings().stream().map(StandardCharsets.UTF_8::encode).toList());
        };
    if (feature.count() > 0) {
      features.put(column, feature);
    }
  }

  private static long[] integers(boolean[] values) {
    long[] integers = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      integers[i] = values[i] ? 1 : 0;
    }
    return integers;
  }

  /** The nearest floats; where they are not the numbers, these are put beside them. */
  private static float[] nearest(Map<String, Feature> features, String column, double[] values) {
    float[] nearest = new float[values.length];
    ByteBuffer exact =
        ByteBuffer.allocate(values.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    boolean isExact = true;
    for (int i = 0; i < values.length; i++) {
      nearest[i] = (float) values[i];
      exact.putDouble(values[i]);
      isExact &= Double.doubleToRawLongBits(nearest[i]) == Double.doubleToRawLongBits(values[i]);
    }
    if (!isExact) {
      features.put(column + FLOAT64_SUFFIX, Feature.ofBytes(exact.flip()));
    }
    return nearest;
  }

  /**
   * The value of a column of scalars, as {@link #int64}.
   *
   * @param column one that {@link #columns} lists
   */
  public static Optional<ColumnValue> value(Map<String, Feature> features, ColumnSpec column) {
    String name = column.name();
    return switch (column.type()) {
      case INT64 -> {
        OptionalLong value = int64(features, name);
        yield value.isPresent()
            ? Optional.of(ColumnValue.ofInt64s(column, value.getAsLong()))
            : Optional.empty();
      }
      case FLOAT64 -> {
        OptionalDouble value = float64(features, name);
        yield value.isPresent()
            ? Optional.of(ColumnValue.ofFloat64s(column, value.getAsDouble()))
            : Optional.empty();
      }
      case BYTES, STRING -> bytes(features, name).map(value -> ColumnValue.of(column, value));
      case FLOAT32, BOOL -> throw new IllegalArgumentException(column + " is of no feature");
    };
  }

  /** Puts bytes, or the UTF-8 of a text. */
  public static void putBytes(Map<String, Feature> features, String column, ByteBuffer value) {
    features.put(column, Feature.ofBytes(value));
  }

  /**
   * An integer; empty when there is none.
   *
   * @throws IllegalArgumentException when the feature holds something else
   */
  public static OptionalLong int64(Map<String, Feature> features, String column) {
    Optional<Feature> feature = single(features, column, Feature.Kind.INT64);
    return feature.isPresent() ? OptionalLong.of(feature.get().int64(0)) : OptionalLong.empty();
  }

  /** A number, as {@link #int64}. */
  public static OptionalDouble float64(Map<String, Feature> features, String column) {
    Optional<Feature> nearest = single(features, column, Feature.Kind.FLOAT);
    if (nearest.isEmpty()) {
      return OptionalDouble.empty();
    }
    Feature exact = features.get(column + FLOAT64_SUFFIX);
    boolean isExact =
        exact != null
            && exact.kind() == Feature.Kind.BYTES
            && exact.count() == 1
            && exact.bytes(0).remaining() == Double.BYTES;
    return OptionalDouble.of(
        isExact
            ? exact.bytes(0).order(ByteOrder.LITTLE_ENDIAN).getDouble()
            : nearest.get().floatAt(0));
  }

  /** Bytes, as {@link #int64}; a read-only view. */
  public static Optional<ByteBuffer> bytes(Map<String, Feature> features, String column) {
    return single(features, column, Feature.Kind.BYTES).map(feature -> feature.bytes(0));
  }

  /**
   * The columns that features of one value each hold, in the order of their names. Features do not
   * tell text from bytes: it is STRING where the column was declared so, else BYTES.
   *
   * @param declared the dataset's columns, as far as they are known
   */
  public static List<ColumnSpec> columns(Map<String, Feature> features, List<ColumnSpec> declared) {
    List<ColumnSpec> columns = new ArrayList<>();
    for (Map.Entry<String, Feature> feature : new TreeMap<>(features).entrySet()) {
      String name = feature.getKey();
      int length = name.getBytes(StandardCharsets.UTF_8).length;
      boolean isName = length >= 1 && length <= ColumnSpec.MAX_NAME_LENGTH;
      if (feature.getValue().count() == 1 && isName && !isRestOfDouble(features, name)) {
        ColumnType type =
            switch (feature.getValue().kind()) {
              case INT64 -> ColumnType.INT64;
              case FLOAT -> ColumnType.FLOAT64;
              default ->
                  isText(name, feature.getValue(), declared) ? ColumnType.STRING : ColumnType.BYTES;
            };
        columns.add(new ColumnSpec(name, type, Placement.INLINE));
      }
    }
    return columns;
  }

  private static boolean isText(String name, Feature feature, List<ColumnSpec> declared) {
    boolean isDeclared =
        declared.stream().anyMatch(c -> c.type() == ColumnType.STRING && c.name().equals(name));
    return isDeclared && Utf8.isWellFormed(feature.bytes(0));
  }

  /** Whether a feature says in full what the float of another one says nearly. */
  public static boolean isRestOfDouble(Map<String, Feature> features, String name) {
    Feature exact = features.get(name);
    if (!name.endsWith(FLOAT64_SUFFIX) || exact.kind() != Feature.Kind.BYTES) {
      return false;
    }
    Feature nearest = features.get(name.substring(0, name.length() - FLOAT64_SUFFIX.length()));
    return nearest != null
        && nearest.kind() == Feature.Kind.FLOAT
        && nearest.count() == 1
        && exact.count() == 1
        && exact.bytes(0).remaining() == Double.BYTES;
  }

  private static Optional<Feature> single(
      Map<String, Feature> features, String column, Feature.Kind kind) {
    Feature feature = features.get(column);
    if (feature == null || feature.count() == 0) {
      return Optional.empty();
    }
    if (feature.kind() != kind || feature.count() != 1) {
      throw new IllegalArgumentException(
          "feature " + column + " holds " + feature.count() + " values of " + feature.kind());
    }
    return Optional.of(feature);
  }
}
