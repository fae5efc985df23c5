package io.pcr.writer;

import static java.util.Objects.requireNonNull;

import io.pcr.format.column.ColumnValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A sample for a {@link PcrWriter}. Immutable, except for the bytes of the image; the writer copies
 * them when the sample is added.
 *
 * @param key the sample's name, unique in the dataset; 1 to 65,535 bytes of UTF-8
 * @param image the image file, from position to limit
 * @param label the sample's class; empty for none
 * @param columns values by the name of their column: {@code Long}, {@code Double}, {@code Float},
 *     {@code Boolean} or {@code byte[]} (strings as UTF-8), or a {@link ColumnValue}, as lists are
 */
public record PcrSample(
    String key, ByteBuffer image, OptionalLong label, Map<String, Object> columns) {
  public PcrSample {
    requireNonNull(key, "key");
    requireNonNull(image, "image");
    requireNonNull(label, "label");
    columns = Map.copyOf(columns);
  }

  /** A sample without label and columns. */
  public static PcrSample of(String key, ByteBuffer image) {
    return new PcrSample(key, image, OptionalLong.empty(), Map.of());
  }

  /** A sample without label and columns. */
  public static PcrSample of(String key, byte[] image) {
    return of(key, ByteBuffer.wrap(image));
  }

  /** This sample with a label. */
  public PcrSample withLabel(long value) {
    return new PcrSample(key, image, OptionalLong.of(value), columns);
  }

  /** This sample with a value for a column of integers. */
  public PcrSample with(String column, long value) {
    return withValue(column, value);
  }

  /** This sample with a value for a column of FLOAT32. */
  public PcrSample with(String column, float value) {
    return withValue(column, value);
  }

  /** This sample with a value for a column of FLOAT64. */
  public PcrSample with(String column, double value) {
    return withValue(column, value);
  }

  /** This sample with a value for a column of strings. */
  public PcrSample with(String column, String value) {
    return withValue(column, value.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * This sample with a value for a column of bytes. The caller must not change the bytes after this
   * call.
   */
  public PcrSample with(String column, byte[] value) {
    return withValue(column, value);
  }

  /** This sample with a value for a column of truth values. */
  public PcrSample with(String column, boolean value) {
    return withValue(column, value);
  }

  /** This sample with a value for a column of any type and shape. */
  public PcrSample with(ColumnValue value) {
    return withValue(value.spec().name(), value);
  }

  private PcrSample withValue(String column, Object value) {
    Map<String, Object> all = new LinkedHashMap<>(columns);
    all.put(column, value);
    return new PcrSample(key, image, label, all);
  }
}
