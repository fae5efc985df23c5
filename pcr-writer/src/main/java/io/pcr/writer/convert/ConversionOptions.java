package io.pcr.writer.convert;

import static java.util.Objects.requireNonNull;

import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.internal.convert.CreationOptions;
import io.pcr.writer.internal.journal.RunOptions;
import io.pcr.writer.internal.source.SourceListing;
import io.pcr.writer.shard.DatasetOptionsBuilder;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.source.SourceOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Options of a conversion: the source, the target and how to convert. Immutable and thread-safe.
 * {@link #builder} makes them, and {@link #toBuilder} changes them.
 *
 * @param source the source of the inputs
 * @param out the folder of the dataset
 * @param variant the variant of the shards; default: progressive shards
 * @param encode how images become samples; default {@link EncodeSettings#DEFAULT}
 * @param shards the size of the shards; default: {@link VariantOptions#defaultShards}
 * @param order the order of the samples; default: shuffled with seed 0
 * @param threads how many threads encode; default: one for each core; the number does not change
 *     any byte of the dataset
 * @param stopAtReject whether the first rejected input ends the conversion; default false
 */
public record ConversionOptions(
    SourceOptions source,
    Path out,
    VariantOptions variant,
    EncodeSettings encode,
    ShardLimits shards,
    SampleOrder order,
    int threads,
    boolean stopAtReject) {
  private static final int MAX_THREADS = 1024;

  public ConversionOptions {
    requireNonNull(source, "source");
    requireNonNull(out, "out");
    requireNonNull(variant, "variant");
    requireNonNull(encode, "encode");
    requireNonNull(shards, "shards");
    requireNonNull(order, "order");
    if (threads < 1 || threads > MAX_THREADS) {
      throw new IllegalArgumentException("threads " + threads + " is not in 1.." + MAX_THREADS);
    }
  }

  /** Options for a source and a target; all others are the defaults. */
  public static ConversionOptions of(SourceOptions source, Path out) {
    return builder(source, out).build();
  }

  /**
   * What the manifest stores: how the dataset was made, and nothing about the machine on which it
   * was made.
   */
  Map<String, String> creationOptions() {
    Map<String, String> options = CreationOptions.of(variant, encode, shards);
    options.put("order", order.toString());
    return options;
  }

  /** The options that a run must share with the run that it continues. */
  RunOptions runOptions(String action) {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("action", action);
    options.put("listing", "version " + SourceListing.VERSION);
    options.putAll(source.describe());
    options.putAll(creationOptions());
    options.put("limits", encode.limits().toString());
    return RunOptions.of(options);
  }

  /** A builder for a source and a target, with the defaults of all other options. */
  public static Builder builder(SourceOptions source, Path out) {
    Builder builder = new Builder();
    builder.source = source;
    builder.out = out;
    return builder;
  }

  /** A builder with these options. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.source = source;
    builder.out = out;
    builder.order = order;
    return builder
        .variant(variant)
        .encode(encode)
        .shards(shards)
        .threads(threads)
        .stopAtReject(stopAtReject);
  }

  /**
   * Builds {@link ConversionOptions}. Not thread-safe; a built value does not change with its
   * builder.
   */
  public static final class Builder extends DatasetOptionsBuilder<Builder> {
    private SourceOptions source;
    private Path out;
    private SampleOrder order = SampleOrder.shuffled(0);

    private Builder() {
      super(false);
    }

    @Override
    protected Builder self() {
      return this;
    }

    /** Sets {@link ConversionOptions#order}. */
    public Builder order(SampleOrder value) {
      order = value;
      return this;
    }

    /** The options; an illegal value is an {@link IllegalArgumentException}. */
    public ConversionOptions build() {
      return new ConversionOptions(
          source, out, variant, encode, shards(), order, threads, stopAtReject);
    }
  }
}
