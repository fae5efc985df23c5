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
 * What to convert, into what, and how. Immutable; {@link #of} and the withers make others.
 *
 * @param source where inputs come from
 * @param out the folder of the dataset
 * @param variant of the shards; progressive ones
 * @param encode how images become samples; all defaults
 * @param shards how large shards become; 128 MiB, 1,024 samples
 * @param order of the samples; shuffled with seed 0
 * @param threads that encode; one for each core. Changes no byte of the dataset.
 * @param stopAtReject whether the first reject ends the conversion; false
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

  /** All defaults. */
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
   * What the manifest keeps: how the dataset was made, and nothing of the machine it was made on.
   */
  Map<String, String> creationOptions() {
    Map<String, String> options = CreationOptions.of(variant, encode, shards);
    options.put("order", order.toString());
    return options;
  }

  /** What a run must share with the one that it resumes. */
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
