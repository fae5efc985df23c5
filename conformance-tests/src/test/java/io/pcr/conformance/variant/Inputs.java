package io.pcr.conformance.variant;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.testkit.Pictures;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Small images with labels and columns, and datasets of them. */
final class Inputs {
  static final List<ColumnSpec> COLUMNS =
      List.of(
          new ColumnSpec("views", ColumnType.INT64, Placement.INLINE),
          new ColumnSpec("score", ColumnType.FLOAT64, Placement.INLINE),
          new ColumnSpec("caption", ColumnType.STRING, Placement.INLINE),
          new ColumnSpec("mask", ColumnType.BYTES, Placement.LATE));

  private static final int SIDE = 40;

  /** Half of them fit into 32 bits. */
  private static final double[] SCORES = {0.5, 0.1, -0.0, Math.PI, 1e300, Double.MIN_VALUE};

  private Inputs() {}

  /** A sample: keys of many kinds, every third without label, every fourth a PNG. */
  static PcrSample sample(int number) {
    String key = "class " + number % 3 + "/s\u00e4mple." + number + (isPng(number) ? "" : ".jpg");
    PcrSample sample = PcrSample.of(key, image(number));
    if (number % 3 != 2) {
      sample = sample.withLabel(number % 2 == 0 ? number : -number);
    }
    if (number % 5 != 0) {
      sample = sample.with("views", (long) number << 40);
      sample = sample.with("caption", "caption \u2603 " + number);
    }
    if (number % 2 == 0) {
      sample = sample.with("score", SCORES[number / 2 % SCORES.length]);
      sample = sample.with("mask", new byte[number % 4]);
    }
    return sample;
  }

  private static boolean isPng(int number) {
    return number % 4 == 3;
  }

  static byte[] image(int number) {
    int width = SIDE + number % 7;
    return isPng(number)
        ? Pictures.png(number, width, SIDE)
        : Pictures.jpeg(number, width, SIDE, 80);
  }

  /** The samples from 0 on. */
  static List<PcrSample> samples(int count) {
    List<PcrSample> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      samples.add(sample(i));
    }
    return samples;
  }

  /** Writes a dataset with a few samples in each shard. */
  static void write(Path folder, VariantOptions variant, List<PcrSample> samples, int inAShard)
      throws IOException {
    PcrWriterOptions options =
        PcrWriterOptions.builder()
            .variant(variant)
            .columns(COLUMNS)
            .threads(2)
            .shards(new ShardLimits(1 << 30, inAShard))
            .build();
    try (PcrWriter writer = PcrWriter.create(folder, options)) {
      for (PcrSample sample : samples) {
        writer.add(sample);
      }
      writer.finish();
    }
  }
}
