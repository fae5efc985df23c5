package io.pcr.writer.internal.source.tfrecord;

import io.pcr.format.column.ColumnType;
import io.pcr.tfrecord.internal.example.ColumnFeatures;
import io.pcr.tfrecord.internal.example.Feature;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;

/** A feature as the value of a column. Stateless. */
final class FeatureValue {
  private FeatureValue() {}

  /** Bytes of a number of this kind. */
  static int widthOf(Feature.Kind kind) {
    return kind == Feature.Kind.FLOAT ? Float.BYTES : Long.BYTES;
  }

  /**
   * The value, or null when there is none.
   *
   * @param others the features of a record
   */
  static Object of(Map<String, Feature> others, String name, ColumnType type) {
    Feature feature = others.get(name);
    if (feature == null || feature.kind() == Feature.Kind.NONE) {
      return null;
    }
    boolean isList = type == ColumnType.BYTES && feature.kind() != Feature.Kind.BYTES;
    if (isList) {
      return numbers(feature);
    }
    if (feature.count() == 0) {
      return null;
    }
    return switch (type) {
      case INT64 -> feature.int64(0);
      case FLOAT64 -> ColumnFeatures.float64(others, name).getAsDouble();
      case BYTES, STRING -> copy(feature.bytes(0));
      case FLOAT32, BOOL ->
          throw new IllegalArgumentException(name + " was not found to be " + type);
    };
  }

  private static byte[] numbers(Feature feature) {
    int width = widthOf(feature.kind());
    ByteBuffer bytes = ByteBuffer.allocate(feature.count() * width).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < feature.count(); i++) {
      if (feature.kind() == Feature.Kind.FLOAT) {
        bytes.putFloat(feature.floatAt(i));
      } else {
        bytes.putLong(feature.int64(i));
      }
    }
    return bytes.array();
  }

  private static byte[] copy(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    return copy;
  }
}
