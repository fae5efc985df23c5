package io.pcr.reader.internal;

import io.pcr.format.column.ColumnValue;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** What a shard says of a sample beside its image. Valid while the shards are walked. */
public interface SampleFacts {
  String key();

  OptionalLong label();

  /** In pixels; 0 when unknown. */
  int width();

  /** In pixels; 0 when unknown. */
  int height();

  /** The value in a column; empty when the sample has none, or its shard lacks the column. */
  Optional<ColumnValue> value(String column) throws IOException;

  /** Takes the facts of one sample after the other. */
  @FunctionalInterface
  interface Consumer {
    /**
     * Takes the facts of a sample.
     *
     * @param ordinal of the sample in its shard
     */
    void sample(int ordinal, SampleFacts facts) throws IOException;
  }
}
