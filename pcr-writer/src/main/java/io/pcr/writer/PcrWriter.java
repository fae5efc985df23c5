package io.pcr.writer;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.writer.convert.ConversionSummary;
import io.pcr.writer.convert.SampleWriter;
import io.pcr.writer.source.SourceSample;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes a dataset of samples that a program has in hand: encoded on several threads, stored in the
 * order in which they were added, the same bytes for any number of threads.
 *
 * <pre>{@code
 * try (PcrWriter writer = PcrWriter.create(folder, PcrWriterOptions.DEFAULT)) {
 *   writer.add(PcrSample.of("a.jpg", bytes).withLabel(3));
 *   writer.finish();
 * }
 * }</pre>
 *
 * <p>For one thread. Whoever makes one closes it; closed without {@link #finish} it leaves nothing
 * behind. Memory is bounded by two shards and the samples under way.
 */
public final class PcrWriter implements Closeable {
  private static final int MAX_KEY_BYTES = 65_535;

  private final List<ColumnSpec> columns;
  private final Set<String> columnNames = new HashSet<>();
  private final SampleWriter writer;

  private PcrWriter(Path folder, PcrWriterOptions options, DurableSteps steps) throws IOException {
    columns = options.columns();
    columns.forEach(column -> columnNames.add(column.name()));
    if (columnNames.size() < columns.size()) {
      throw new IllegalArgumentException("two columns have one name: " + columns);
    }
    writer = new SampleWriter(folder, options, steps);
  }

  /** Begins a dataset in a folder that is empty or not there yet. */
  public static PcrWriter create(Path folder, PcrWriterOptions options) throws IOException {
    return create(folder, options, DurableSteps.NONE);
  }

  /** As {@link #create(Path, PcrWriterOptions)}, telling of every durable step. */
  public static PcrWriter create(Path folder, PcrWriterOptions options, DurableSteps steps)
      throws IOException {
    return new PcrWriter(folder, options, steps);
  }

  /**
   * Adds a sample, waiting while too many are under way. What is wrong with a sample may show only
   * at a later call.
   *
   * @throws IllegalArgumentException when the key or the columns are not what a dataset takes
   */
  public void add(PcrSample sample) throws IOException {
    int keyBytes = sample.key().getBytes(StandardCharsets.UTF_8).length;
    InvalidFieldException.requireRange("PcrSample.key", keyBytes, 1, MAX_KEY_BYTES);
    if (!columnNames.containsAll(sample.columns().keySet())) {
      throw new IllegalArgumentException(
          sample.key() + " has the columns " + sample.columns().keySet() + " of " + columnNames);
    }
    List<Object> values = new ArrayList<>(columns.size());
    for (ColumnSpec column : columns) {
      values.add(value(sample, column));
    }
    byte[] image = new byte[sample.image().remaining()];
    sample.image().duplicate().get(image);
    long label = sample.label().orElse(SourceSample.NO_LABEL);
    try {
      writer.add(
          new SourceSample(
              sample.key(), label, ByteBuffer.wrap(image), Collections.unmodifiableList(values)));
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static Object value(PcrSample sample, ColumnSpec column) {
    Object value = sample.columns().get(column.name());
    boolean fits =
        switch (column.type()) {
          case INT64 -> value instanceof Long;
          case FLOAT64 -> value instanceof Double;
          case BYTES, STRING -> value instanceof byte[];
        };
    InvalidFieldException.require(
        value == null || fits,
        ErrorCode.VALUE_OUT_OF_RANGE,
        "PcrSample.columns." + column.name(),
        value == null ? "none" : value.getClass().getSimpleName(),
        column.type() == ColumnType.STRING ? "a string" : column.type());
    return value;
  }

  /** Writes what is left and publishes the dataset: only now it is one. */
  public ConversionSummary finish() throws IOException {
    try {
      return writer.finish();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static InterruptedIOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    InterruptedIOException io = new InterruptedIOException("interrupted while encoding");
    io.initCause(e);
    return io;
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
