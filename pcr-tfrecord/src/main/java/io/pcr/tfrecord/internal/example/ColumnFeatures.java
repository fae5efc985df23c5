package io.pcr.tfrecord.internal.example;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
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
