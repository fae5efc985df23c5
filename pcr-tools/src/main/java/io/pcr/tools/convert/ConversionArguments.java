package io.pcr.tools.convert;

import io.pcr.format.quality.GroupTargets;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.ByteSize;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.convert.SampleOrder;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options that {@code convert} and {@code append} share. Those not given follow the dataset
 * that is added to.
 */
final class ConversionArguments {
  /** What to do at the first input that does not get in. */
  enum OnError {
    REJECT,
    FAIL
  }

  private enum Order {
    SHUFFLE,
    SOURCE
  }

  @Mixin private SourceArguments sources;

  @Mixin private VariantArguments variants;

  @Mixin private ImageArguments images;

  @Option(
      names = "--shard-size",
      paramLabel = "SIZE",
      description =
          "Bytes of sources that a shard is made of; default 128MiB (with --variant=liquid: 32MiB).",
      converter = ByteSize.class)
  private Long shardSize;

  @Option(
      names = "--shard-samples",
      paramLabel = "N",
      description =
          "The most sources that a shard is made of, rejected ones included; default 16384.")
  private Integer shardSamples;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      description = "Order of the samples: shuffle (the default) or source.")
  private Order order;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the shuffle; default 0.")
  private Long seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads that encode; default: one for each core.")
  private Integer threads;

  @Option(
      names = "--on-error",
      paramLabel = "POLICY",
      description =
          "What to do when an input is rejected. reject (the default): list it and continue;"
              + " fail: stop.",
      defaultValue = "REJECT")
  private OnError onError;

  /**
   * The options of a conversion.
   *
   * @param made the creation options of the dataset that is added to; empty for a new one
   * @param stated its targets, if it states any
   */
  ConversionOptions options(
      Path source, Path out, Map<String, String> made, Optional<GroupTargets> stated)
      throws IOException {
    VariantOptions variant = variants.options(made, seed == null ? 0 : seed);
    RecordedOptions recorded = new RecordedOptions(made);
    ConversionOptions.Builder options =
        ConversionOptions.builder(sources.options(source), out)
            .variant(variant)
            .encode(images.settings(variant.variant(), recorded, stated))
            .shards(shards(recorded, variant.defaultShards()))
            .order(order(recorded))
            .stopAtReject(onError == OnError.FAIL);
    if (threads != null) {
      options.threads(threads);
    }
    return options.build();
  }

  private ShardLimits shards(RecordedOptions made, ShardLimits defaults) {
    long bytes = shardSize != null ? shardSize : made.number("shard-size", defaults.bytes());
    int sources =
        shardSamples != null
            ? shardSamples
            : made.number("shard-samples").orElse(defaults.sources());
    return new ShardLimits(bytes, sources);
  }

  private SampleOrder order(RecordedOptions made) {
    boolean recordedSource = made.text("order").equals(Optional.of(SampleOrder.SOURCE.toString()));
    boolean source = order == null ? recordedSource && seed == null : order == Order.SOURCE;
    if (source && seed != null) {
      throw new UsageException("--seed cannot be used with --order=source");
    }
    return source ? SampleOrder.SOURCE : SampleOrder.shuffled(seed == null ? 0 : seed);
  }
}
