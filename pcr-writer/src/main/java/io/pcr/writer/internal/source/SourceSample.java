package io.pcr.writer.internal.source;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * One input, read.
 *
 * @param key its name in the dataset
 * @param label its class, if it has one
 * @param bytes the image file, from position to limit; valid as long as whoever made it says
 * @param columnValues a value for each column of the source, null where it has none
 */
public record SourceSample(
    String key, OptionalLong label, ByteBuffer bytes, List<Object> columnValues) {
  public SourceSample {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(bytes, "bytes");
    Objects.requireNonNull(columnValues, "columnValues");
  }
}
