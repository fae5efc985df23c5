package io.pcr.writer.convert;

import io.pcr.format.commit.DurableSteps;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A conversion in a process of its own, which dies at the durable step that it is told: without
 * closing, flushing or shutting down anything, as a killed process does. Prints how many steps it
 * came to when it does not die.
 */
final class KilledConversion {
  static final int DIED = 86;

  /** Names the variant of Liquid shards. */
  static final String LIQUID = "liquid";

  private KilledConversion() {}

  public static void main(String[] args) throws Exception {
    Path source = Path.of(args[1]);
    Path out = Path.of(args[2]);
    int dieAt = Integer.parseInt(args[3]);
    VariantOptions variant = variant(args[4]);
    AtomicInteger steps = new AtomicInteger();
    run(
        args[0],
        source,
        out,
        variant,
        (step, file) -> {
          if (steps.getAndIncrement() == dieAt) {
            Runtime.getRuntime().halt(DIED);
          }
        });
    System.out.println(steps.get());
  }

  /** {@code pcr}, {@code liquid}, or the compression of TFRecords. */
  static VariantOptions variant(String name) {
    return switch (name) {
      case "pcr" -> new PcrVariant();
      case LIQUID -> new LiquidVariant(FormatMix.parse("jpeg:3,png:1,raw:2"), 5);
      default -> new TfRecordVariant(name);
    };
  }

  static ConversionSummary run(String action, Path source, Path out, DurableSteps steps)
      throws Exception {
    return run(action, source, out, new PcrVariant(), steps);
  }

  static ConversionSummary run(
      String action, Path source, Path out, VariantOptions variant, DurableSteps steps)
      throws Exception {
    ConversionOptions options =
        ConversionOptions.builder(FolderSourceOptions.of(source), out)
            .threads(2)
            .variant(variant)
            .shards(new ShardLimits(1 << 20, 8))
            .build();
    return action.equals("append")
        ? Conversion.append(options, ConversionListener.SILENT, steps)
        : Conversion.convert(options, ConversionListener.SILENT, steps);
  }
}
