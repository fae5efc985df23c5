package io.pcr.writer;

import static java.util.Objects.requireNonNull;

import io.pcr.format.column.ColumnSpec;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import java.util.List;

/**
 * Options of a {@link PcrWriter}. Immutable and thread-safe. Start with {@link #DEFAULT} and change
 * one option with each {@code with} method.
 *
 * @param variant the variant of the shards; default: progressive shards
 * @param encode how images become samples; default {@link EncodeSettings#DEFAULT}
 * @param shards the size of the shards; default: at most 128 MiB and 1,024 samples
 * @param columns the columns of the dataset; default: none
 * @param classNames the names of the labels 0, 1, …; default: none
 * @param threads how many threads encode; default: one for each core; the number does not change
 *     any byte of the dataset
 * @param stopAtReject whether a rejected sample is an error; if false, the writer lists it in
 *     {@code rejects.jsonl}; default true
 */
public record PcrWriterOptions(
    VariantOptions variant,
    EncodeSettings encode,
    ShardLimits shards,
    List<ColumnSpec> columns,
    List<String> classNames,
    int threads,
    boolean stopAtReject) {
  /** The default options, which the parameters of this record list. */
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
