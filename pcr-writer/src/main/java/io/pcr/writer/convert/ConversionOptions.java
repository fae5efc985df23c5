package io.pcr.writer.convert;

import static java.util.Objects.requireNonNull;

import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.journal.RunOptions;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.source.SourceListing;
import io.pcr.writer.source.SourceOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Options of a conversion: the source, the target and how to convert. Immutable and thread-safe.
 * Start with {@link #of} and change one option with each {@code with} method.
 *
 * @param source the source of the inputs
 * @param out the folder of the dataset
 * @param variant the variant of the shards; default: progressive shards
 * @param encode how images become samples; default {@link EncodeSettings#DEFAULT}
 * @param shards the size of the shards; default: at most 128 MiB and 1,024 samples
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
    return new ConversionOptions(
        source,
        out,
        new PcrVariant(),
        EncodeSettings.DEFAULT,
        ShardLimits.DEFAULT,
        SampleOrder.shuffled(0),
        Runtime.getRuntime().availableProcessors(),
        false);
  }

  /** These options with another {@code variant}. */
  public ConversionOptions withVariant(VariantOptions value) {
    return new ConversionOptions(source, out, value, encode, shards, order, threads, stopAtReject);
  }

  /** These options with another {@code encode}. */
  public ConversionOptions withEncode(EncodeSettings value) {
    return new ConversionOptions(source, out, variant, value, shards, order, threads, stopAtReject);
  }

  /** These options with other {@code shards}. */
  public ConversionOptions withShards(ShardLimits value) {
    return new ConversionOptions(source, out, variant, encode, value, order, threads, stopAtReject);
  }

  /** These options with another {@code order}. */
  public ConversionOptions withOrder(SampleOrder value) {
    return new ConversionOptions(
        source, out, variant, encode, shards, value, threads, stopAtReject);
  }

  /** These options with other {@code threads}. */
  public ConversionOptions withThreads(int value) {
    return new ConversionOptions(source, out, variant, encode, shards, order, value, stopAtReject);
  }

  /** These options with another {@code stopAtReject}. */
  public ConversionOptions withStopAtReject(boolean value) {
    return new ConversionOptions(source, out, variant, encode, shards, order, threads, value);
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
}
