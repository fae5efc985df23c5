package io.pcr.benchmarks.reader;

import io.pcr.format.Fidelity;
import io.pcr.format.metadata.Encoding;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.convert.ConversionSummary;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Prints what each format of a Liquid shard takes to make, to store and to decode, each on all
 * images of a folder, beside progressive shards: files hot, one thread.
 *
 * <pre>
 * LiquidFigures ORIGINALS WORK
 * </pre>
 */
public final class LiquidFigures {
  private static final int WARM_UPS = 2;
  private static final int ROUNDS = 7;
  private static final int MAX_PIXEL_BYTES = 64 << 20;

  private static final String PROGRESSIVE = "progressive";

  private LiquidFigures() {}

  /**
   * Runs all of them.
   *
   * @param args as above; WORK is a new folder
   */
  public static void main(String[] args) throws Exception {
    Path originals = Path.of(args[0]);
    Path work = Path.of(args[1]);
    Map<String, PcrDataset> datasets = new LinkedHashMap<>();
    Map<String, Double> seconds = new LinkedHashMap<>();
    Rounds rounds = new Rounds(true);
    ByteBuffer pixels = ByteBuffer.allocateDirect(MAX_PIXEL_BYTES);
    convert(originals, work.resolve("warm-up"), new PcrVariant());
    for (Encoding format : Encoding.values()) {
      if (format.isLiquid()) {
        String name = format.name().toLowerCase(Locale.ROOT);
        VariantOptions variant = new LiquidVariant(FormatMix.of(Map.of(format, 1)), 0);
        seconds.put(name, convert(originals, work.resolve(name), variant));
        PcrDataset dataset = PcrDataset.open(work.resolve(name));
        datasets.put(name, dataset);
        rounds.add(name, () -> decodeFormat(dataset, format, pixels));
      }
    }
    seconds.put(PROGRESSIVE, convert(originals, work.resolve(PROGRESSIVE), new PcrVariant()));
    PcrDataset progressive = PcrDataset.open(work.resolve(PROGRESSIVE));
    datasets.put(PROGRESSIVE, progressive);
    rounds.add(PROGRESSIVE, () -> decodeAll(progressive, pixels));
    rounds.run(WARM_UPS, ROUNDS);
    System.out.println("format        convert s    bytes   decode images/s (CPU)");
    for (Map.Entry<String, PcrDataset> entry : datasets.entrySet()) {
      try (PcrDataset dataset = entry.getValue()) {
        System.out.printf(
            Locale.ROOT,
            "%-12s %10.1f %8.1f MB %10.0f%n",
            entry.getKey(),
            seconds.get(entry.getKey()),
            bytes(dataset) / 1e6,
            rounds.median(entry.getKey()));
      }
    }
  }

  private static double convert(Path originals, Path out, VariantOptions variant)
      throws IOException, InterruptedException {
    ConversionSummary summary =
        Conversion.convert(
            ConversionOptions.builder(FolderSourceOptions.of(originals), out)
                .variant(variant)
                .encode(EncodeSettings.builder().restore(RestorePolicy.NONE).build())
                .shards(ShardLimits.LIQUID)
                .threads(1)
                .build(),
            ConversionListener.SILENT);
    return summary.elapsed().toNanos() * 1e-9;
  }

  private static long bytes(PcrDataset dataset) throws IOException {
    long bytes = 0;
    for (Shard shard : dataset.shards()) {
      bytes += shard.prefixLength(Fidelity.FULL);
    }
    return bytes;
  }

  private static double decodeFormat(PcrDataset dataset, Encoding format, ByteBuffer pixels)
      throws IOException {
    int images = 0;
    for (Shard shard : dataset.shards()) {
      try (ShardReader reader = shard.readFormat(format)) {
        images += decode(reader, pixels);
      }
    }
    return images;
  }

  private static double decodeAll(PcrDataset dataset, ByteBuffer pixels) throws IOException {
    int images = 0;
    for (Shard shard : dataset.shards()) {
      try (ShardReader reader = shard.read(Fidelity.FULL)) {
        images += decode(reader, pixels);
      }
    }
    return images;
  }

  private static int decode(ShardReader reader, ByteBuffer pixels) throws IOException {
    int images = 0;
    for (Sample sample : reader) {
      sample.decodeRgb(pixels.clear());
      images++;
    }
    return images;
  }
}
