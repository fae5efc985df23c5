package io.pcr.tfrecord.internal.example;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A {@code tf.train.Example}: named features. Immutable and thread-safe, as long as nobody changes
 * the bytes that it was made from.
 *
 * <p>Decoding takes what protobuf takes: numbers packed or not, a name given twice (the last one
 * holds), unknown fields (ignored). Encoding is one and the same for equal examples: features in
 * the order of their names' UTF-8 bytes, numbers packed.
 */
public final class Example {
  private final Map<String, Feature> features;

  private Example(Map<String, Feature> features) {
    this.features = features;
  }

  /** An example with these features; the map is copied, its order does not matter. */
  public static Example of(Map<String, Feature> features) {
    return new Example(Collections.unmodifiableMap(new LinkedHashMap<>(features)));
  }

  /**
   * Decodes the remaining bytes of a record's data. Byte strings are views of {@code data}, which
   * must stay as it is while they are in use; its position does not move.
   *
   * @param place the record, for errors
   * @param limits {@code metadataBytes} bounds what is allocated beside those views
   */
  public static Example decode(ByteBuffer data, RecordOrigin place, Limits limits)
      throws PcrException {
    return new Example(
        Collections.unmodifiableMap(new ExampleDecoder(data, place, limits).decode()));
  }

  /** All features by name. */
  public Map<String, Feature> features() {
    return features;
  }

  /** The feature of this name, or empty; also empty when it has no kind. */
  public Optional<Feature> feature(String name) {
    return Optional.ofNullable(features.get(name)).filter(f -> f.kind() != Feature.Kind.NONE);
  }

  /** A writer of this example's bytes, which knows their number. */
  public ExampleEncoder encoder() {
    return new ExampleEncoder(this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Example that && features.equals(that.features);
  }

  @Override
  public int hashCode() {
    return features.hashCode();
  }

  @Override
  public String toString() {
    return features.toString();
  }
}
