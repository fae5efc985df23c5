package io.pcr.tools.bench;

import io.pcr.format.Fidelity;
import io.pcr.reader.PcrDataset;
import io.pcr.tools.bench.Bench.Settings;
import io.pcr.tools.bench.Figure.Unit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Single samples by key, in random order, beside as many plain positional reads of as many bytes
 * into a new buffer each.
 */
final class RandomBench {
  private static final String NAME = "sample by key, hot";
  private static final int KEYS = 2000;
  private static final double MICROS = 1e6;

  private RandomBench() {}

  static void run(BenchFiles files, Settings settings, Consumer<Figure> figures)
      throws IOException {
    try (PcrDataset dataset = PcrDataset.open(files.dataset())) {
      Random random = new Random(1);
      List<String> keys = new ArrayList<>();
      for (int i = 0; i < KEYS; i++) {
        long number = (long) (random.nextDouble() * dataset.sampleCount());
        keys.add(dataset.sample(number, Fidelity.group(1)).key());
      }
      int groups = dataset.groupCount();
      for (int group : new TreeSet<>(List.of(1, (groups + 1) / 2, groups))) {
        Fidelity fidelity = Fidelity.group(group);
        int mean = (int) (bytes(dataset, keys, fidelity) / keys.size());
        Rounds turns =
            new Rounds()
                .add("plain", () -> plain(files.dataset(), dataset, mean, group, random))
                .add("samples", () -> bytes(dataset, keys, fidelity) > 0 ? keys.size() : 0)
                .run(settings.seconds());
        figures.accept(
            Figure.of(
                NAME,
                "group " + group,
                Unit.MICROSECONDS,
                MICROS / turns.rate("samples"),
                group == 1 ? "one plain read" : group + " plain reads",
                MICROS / turns.rate("plain")));
      }
    }
  }

  private static long bytes(PcrDataset dataset, List<String> keys, Fidelity fidelity)
      throws IOException {
    long bytes = 0;
    for (String key : keys) {
      bytes += dataset.sample(key, fidelity).length();
    }
    return bytes;
  }

  private static double plain(Path folder, PcrDataset dataset, int bytes, int reads, Random random)
      throws IOException {
    int piece = bytes / reads;
    Path shard = folder.resolve(dataset.shards().get(0).name());
    try (FileChannel channel = FileChannel.open(shard, StandardOpenOption.READ)) {
      long room = channel.size() - piece;
      for (int i = 0; i < KEYS; i++) {
        ByteBuffer sample = ByteBuffer.allocate(piece * reads);
        for (int read = 0; read < reads; read++) {
          sample.limit((read + 1) * piece);
          channel.read(sample, (long) (random.nextDouble() * room));
        }
      }
    }
    return KEYS;
  }
}
