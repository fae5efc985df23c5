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
   * The value of a column; empty when there is no feature, or an empty list.
   *
   * @throws IllegalArgumentException when the feature does not fit the column
   */
  public static Optional<ColumnValue> value(Map<String, Feature> features, ColumnSpec column) {
    Feature feature = features.get(column.name());
    if (feature == null || feature.count() == 0) {
      return Optional.empty();
    }
    if (feature.kind() != kindOf(column.type())) {
      throw new IllegalArgumentException(
          "feature " + column.name() + " holds " + feature.kind() + ", not " + column.kind());
    }
    return Optional.of(
        switch (column.type()) {
          case INT64 -> ColumnValue.ofInt64s(column, int64s(feature));
          case BOOL -> ColumnValue.ofBools(column, bools(column, feature));
          case FLOAT32 -> ColumnValue.ofFloat32s(column, floats(feature));
          case FLOAT64 -> ColumnValue.ofFloat64s(column, float64s(features, column, feature));
          case BYTES -> ColumnValue.ofByteStrings(column, byteStrings(feature));
          case STRING ->
              ColumnValue.ofStrings(
                  column,
                  byteStrings(feature).stream()
                      .map(text -> Utf8.decode(text, "Feature.bytes"))
                      .toList());
        });
  }

  private static Feature.Kind kindOf(ColumnType type) {
    return switch (type) {
      case INT64, BOOL -> Feature.Kind.INT64;
      case FLOAT32, FLOAT64 -> Feature.Kind.FLOAT;
      case BYTES, STRING -> Feature.Kind.BYTES;
    };
  }

  private static long[] int64s(Feature feature) {
    long[] values = new long[feature.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = feature.int64(i);
    }
    return values;
  }

  private static boolean[] bools(ColumnSpec column, Feature feature) {
    boolean[] values = new boolean[feature.count()];
    for (int i = 0; i < values.length; i++) {
      if (feature.int64(i) < 0 || feature.int64(i) > 1) {
        throw new IllegalArgumentException(
            "feature " + column.name() + " holds " + feature.int64(i) + ", not 0 or 1");
      }
      values[i] = feature.int64(i) == 1;
    }
    return values;
  }

  private static float[] floats(Feature feature) {
    float[] values = new float[feature.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = feature.floatAt(i);
    }
    return values;
  }

  private static double[] float64s(
      Map<String, Feature> features, ColumnSpec column, Feature nearest) {
    double[] values = new double[nearest.count()];
    Feature exact = features.get(column.name() + FLOAT64_SUFFIX);
    if (isExact(exact, nearest)) {
      exact.bytes(0).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(values);
    } else {
      for (int i = 0; i < values.length; i++) {
        values[i] = nearest.floatAt(i);
      }
    }
    return values;
  }

  /** Whether the numbers of a feature stand beside it in full. */
  public static boolean hasDoubles(Map<String, Feature> features, String name) {
    Feature nearest = features.get(name);
    return nearest.kind() == Feature.Kind.FLOAT
        && isExact(features.get(name + FLOAT64_SUFFIX), nearest);
  }

  /** Whether a feature can hold in full what another one holds nearly. */
  private static boolean isExact(Feature exact, Feature nearest) {
    return exact != null
        && exact.kind() == Feature.Kind.BYTES
        && exact.count() == 1
        && exact.bytes(0).remaining() == (long) nearest.count() * Double.BYTES;
  }

  private static List<ByteBuffer> byteStrings(Feature feature) {
    List<ByteBuffer> values = new ArrayList<>();
    for (int i = 0; i < feature.count(); i++) {
      values.add(feature.bytes(i));
    }
    return values;
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
   * The columns that features hold, in the order of their names: those that the dataset declares,
   * and others as lists of any length. Features tell neither text from bytes nor single values from
   * lists, and their numbers are INT64 or FLOAT32 (spec requirement R-TFRECORD-10).
   *
   * @param declared the dataset's columns, as far as they are known
   */
  public static List<ColumnSpec> columns(Map<String, Feature> features, List<ColumnSpec> declared) {
    List<ColumnSpec> columns = new ArrayList<>();
    for (Map.Entry<String, Feature> feature : new TreeMap<>(features).entrySet()) {
      String name = feature.getKey();
      Optional<ColumnSpec> known =
          declared.stream()
              .filter(column -> column.name().equals(name) && fits(features, column))
              .findFirst();
      int length = name.getBytes(StandardCharsets.UTF_8).length;
      boolean isName = length >= 1 && length <= ColumnSpec.MAX_NAME_LENGTH;
      if (known.isPresent()) {
        ColumnSpec column = known.get();
        columns.add(
            new ColumnSpec(
                name, column.type(), column.shape(), column.listLength(), Placement.INLINE));
      } else if (feature.getValue().count() > 0 && isName && !isRestOfColumn(name, columns)) {
        columns.add(ColumnSpec.varying(name, typeOf(feature.getValue()), Placement.INLINE));
      }
    }
    return columns;
  }

  private static ColumnType typeOf(Feature feature) {
    return switch (feature.kind()) {
      case INT64 -> ColumnType.INT64;
      case FLOAT -> ColumnType.FLOAT32;
      default -> ColumnType.BYTES;
    };
  }

  /** Whether a feature belongs to a FLOAT64 column, whose name comes before its own. */
  private static boolean isRestOfColumn(String name, List<ColumnSpec> columns) {
    return columns.stream()
        .anyMatch(
            column ->
                column.type() == ColumnType.FLOAT64 && name.equals(column.name() + FLOAT64_SUFFIX));
  }

  private static boolean fits(Map<String, Feature> features, ColumnSpec column) {
    try {
      return value(features, column).isPresent();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Whether a feature says in full what the float of another one says nearly. */
  public static boolean isRestOfDouble(Map<String, Feature> features, String name) {
    Feature exact = features.get(name);
    if (!name.endsWith(FLOAT64_SUFFIX) || exact.kind() != Feature.Kind.BYTES) {
      return false;
    }
    Feature nearest = features.get(name.substring(0, name.length() - FLOAT64_SUFFIX.length()));
    return nearest != null && nearest.kind() == Feature.Kind.FLOAT && isExact(exact, nearest);
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
