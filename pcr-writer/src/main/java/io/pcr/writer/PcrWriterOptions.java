package io.pcr.writer;

import static java.util.Objects.requireNonNull;

import io.pcr.format.column.ColumnSpec;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import java.util.List;

/**
 * How a {@link PcrWriter} works. Immutable; {@link #DEFAULT} and the withers make others.
 *
 * @param variant of the shards; progressive ones
 * @param encode how images become samples; all defaults
 * @param shards how large shards become; 128 MiB, 1,024 samples
 * @param columns the columns of the dataset; none
 * @param classNames the names of the labels 0, 1, …; none
 * @param threads that encode; one for each core. Changes no byte of the dataset.
 * @param stopAtReject whether a sample that does not get in is an error, or is listed in {@code
 *     rejects.jsonl}; true
 */
public record PcrWriterOptions(
    VariantOptions variant,
    EncodeSettings encode,
    ShardLimits shards,
    List<ColumnSpec> columns,
    List<String> classNames,
    int threads,
    boolean stopAtReject) {
  /** All defaults. */
  public static final PcrWriterOptions DEFAULT =
      new PcrWriterOptions(
          new PcrVariant(),
          EncodeSettings.DEFAULT,
          ShardLimits.DEFAULT,
          List.of(),
          List.of(),
          Runtime.getRuntime().availableProcessors(),
          true);

  public PcrWriterOptions {
    requireNonNull(variant, "variant");
    requireNonNull(encode, "encode");
    requireNonNull(shards, "shards");
    columns = List.copyOf(columns);
    classNames = List.copyOf(classNames);
    if (threads < 1) {
      throw new IllegalArgumentException("threads " + threads + " is less than one");
    }
  }

  /** These options with another {@code variant}. */
  public PcrWriterOptions withVariant(VariantOptions value) {
    return new PcrWriterOptions(value, encode, shards, columns, classNames, threads, stopAtReject);
  }

  /** These options with another {@code encode}. */
  public PcrWriterOptions withEncode(EncodeSettings value) {
    return new PcrWriterOptions(variant, value, shards, columns, classNames, threads, stopAtReject);
  }

  /** These options with other {@code shards}. */
  public PcrWriterOptions withShards(ShardLimits value) {
    return new PcrWriterOptions(variant, encode, value, columns, classNames, threads, stopAtReject);
  }

  /** These options with other {@code columns}. */
  public PcrWriterOptions withColumns(List<ColumnSpec> value) {
    return new PcrWriterOptions(variant, encode, shards, value, classNames, threads, stopAtReject);
  }

  /** These options with other {@code classNames}. */
  public PcrWriterOptions withClassNames(List<String> value) {
    return new PcrWriterOptions(variant, encode, shards, columns, value, threads, stopAtReject);
  }

  /** These options with other {@code threads}. */
  public PcrWriterOptions withThreads(int value) {
    return new PcrWriterOptions(variant, encode, shards, columns, classNames, value, stopAtReject);
  }

  /** These options with another {@code stopAtReject}. */
  public PcrWriterOptions withStopAtReject(boolean value) {
    return new PcrWriterOptions(variant, encode, shards, columns, classNames, threads, value);
  }
}
