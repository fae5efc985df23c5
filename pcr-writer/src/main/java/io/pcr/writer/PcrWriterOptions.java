package io.pcr.writer;

import static java.util.Objects.requireNonNull;

import io.pcr.format.column.ColumnSpec;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.shard.DatasetOptionsBuilder;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import java.util.List;

/**
 * Options of a {@link PcrWriter}. Immutable and thread-safe. {@link #builder} makes them, and
 * {@link #toBuilder} changes them.
 *
 * @param variant the variant of the shards; default: progressive shards
 * @param encode how images become samples; default {@link EncodeSettings#DEFAULT}
 * @param shards the size of the shards; default: {@link VariantOptions#defaultShards}
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
  public static final PcrWriterOptions DEFAULT = builder().build();

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

  /** A builder with the default options. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder with these options. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.columns = columns;
    builder.classNames = classNames;
    return builder
        .variant(variant)
        .encode(encode)
        .shards(shards)
        .threads(threads)
        .stopAtReject(stopAtReject);
  }

  /**
   * Builds {@link PcrWriterOptions}. Not thread-safe; a built value does not change with its
   * builder.
   */
  public static final class Builder extends DatasetOptionsBuilder<Builder> {
    private List<ColumnSpec> columns = List.of();
    private List<String> classNames = List.of();

    private Builder() {
      super(true);
    }

    @Override
    protected Builder self() {
      return this;
    }

    /** Sets {@link PcrWriterOptions#columns}. */
    public Builder columns(List<ColumnSpec> value) {
      columns = value;
      return this;
    }

    /** Sets {@link PcrWriterOptions#classNames}. */
    public Builder classNames(List<String> value) {
      classNames = value;
      return this;
    }

    /** The options; an illegal value is an {@link IllegalArgumentException}. */
    public PcrWriterOptions build() {
      return new PcrWriterOptions(
          variant, encode, shards(), columns, classNames, threads, stopAtReject);
    }
  }
}
