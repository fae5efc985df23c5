package io.pcr.writer.internal.source;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/**
 * One input, read.
 *
 * @param key its name in the dataset
 * @param label its class, or {@link #NO_LABEL}
 * @param bytes the image file, from position to limit; valid as long as whoever made it says
 * @param columnValues a value for each column of the source, null where it has none
 */
public record SourceSample(String key, long label, ByteBuffer bytes, List<Object> columnValues) {
  /** Says that a sample has no label. */
  public static final long NO_LABEL = SourceFile.NO_LABEL;

  public SourceSample {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(bytes, "bytes");
    Objects.requireNonNull(columnValues, "columnValues");
  }
}
