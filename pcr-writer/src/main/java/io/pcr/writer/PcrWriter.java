package io.pcr.writer;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.writer.convert.ConversionSummary;
import io.pcr.writer.internal.convert.SampleWriter;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.internal.source.SourceValue;
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
 * Writes a dataset from samples that a program has in memory. The writer encodes on several threads
 * and stores the samples in the order in which they were added. The dataset has the same bytes for
 * any number of threads.
 *
 * <pre>{@code
 * try (PcrWriter writer = PcrWriter.create(folder, PcrWriterOptions.DEFAULT)) {
 *   writer.add(PcrSample.of("a.jpg", bytes).withLabel(3));
 *   writer.finish();
 * }
 * }</pre>
 *
 * <p>Not thread-safe: one thread calls its methods. Whoever creates a writer closes it. A writer
 * that is closed without {@link #finish} leaves no dataset and no files. It holds at most two
 * shards, and the samples that it is encoding, in memory.
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
      throw new IllegalArgumentException("two columns have the same name: " + columns);
    }
    writer = new SampleWriter(folder, options, steps);
  }

  /** Starts a dataset in a folder that is empty or does not exist yet. */
  public static PcrWriter create(Path folder, PcrWriterOptions options) throws IOException {
    return create(folder, options, DurableSteps.NONE);
  }

  /** Does the same as {@link #create(Path, PcrWriterOptions)}, and reports each durable step. */
  public static PcrWriter create(Path folder, PcrWriterOptions options, DurableSteps steps)
      throws IOException {
    return new PcrWriter(folder, options, steps);
  }

  /**
   * Adds a sample. Waits while too many samples are being encoded. An error of a sample may be
   * thrown by a later call.
   *
   * @throws IllegalArgumentException when the key or a column is not valid
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
    try {
      writer.add(
          new SourceSample(
              sample.key(),
              sample.label(),
              ByteBuffer.wrap(image),
              Collections.unmodifiableList(values)));
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static Object value(PcrSample sample, ColumnSpec column) {
    Object value = sample.columns().get(column.name());
    if (value instanceof ColumnValue list && list.spec().equals(column)) {
      byte[] row = new byte[list.bytes().remaining()];
      list.bytes().get(row);
      return row;
    }
    InvalidFieldException.require(
        value == null || (column.isScalar() && SourceValue.isScalarOf(column.type(), value)),
        ErrorCode.MALFORMED,
        "PcrSample.columns." + column.name(),
        value == null ? "none" : value.getClass().getSimpleName(),
        column.isScalar() && column.type() == ColumnType.STRING ? "a string" : column.kind());
    return value;
  }

  /**
   * Writes the remaining samples and publishes the dataset. Before this call returns, there is no
   * dataset.
   */
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
