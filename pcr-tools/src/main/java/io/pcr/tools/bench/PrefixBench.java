package io.pcr.tools.bench;

import io.pcr.format.Fidelity;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.tools.bench.Bench.Settings;
import io.pcr.tools.bench.Figure.Unit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Reading every prefix of a dataset with checksums, beside plain reads of the same bytes; from the
 * page cache, and from the disk past it.
 */
final class PrefixBench {
  private static final String NAME = "prefix read";

  private PrefixBench() {}

  static void run(BenchFiles files, Settings settings, Consumer<Figure> figures)
      throws IOException {
    try (PcrDataset dataset = PcrDataset.open(files.dataset());
        PcrDataset direct =
            PcrDataset.open(files.dataset(), ReaderOptions.builder().direct(true).build());
        PcrDataset unchecked =
            PcrDataset.open(files.dataset(), ReaderOptions.builder().verify(false).build())) {
      ByteBuffer buffer = Epochs.plainBuffer(dataset, false);
      ByteBuffer aligned = Epochs.plainBuffer(dataset, true);
      for (int group = 1; group <= dataset.groupCount(); group++) {
        Fidelity fidelity = Fidelity.group(group);
        double bytes = Epochs.prefixBytes(dataset, fidelity);
        Rounds turns =
            new Rounds()
                .add("plain", () -> Epochs.plain(dataset, files.dataset(), fidelity, buffer))
                .add("aligned", () -> Epochs.plain(dataset, files.dataset(), fidelity, aligned))
                .add("reader", () -> bytes(dataset, fidelity, bytes))
                .add("unchecked", () -> bytes(unchecked, fidelity, bytes))
                .run(settings.seconds());
        figures.accept(besidePlain(group, "hot", "reader", turns));
        figures.accept(besidePlain(group, "hot, checksums not compared", "unchecked", turns));
        figures.accept(figure(group, "plain read into aligned memory", turns.rate("aligned")));
        Rounds past = new Rounds().add("direct", () -> bytes(direct, fidelity, bytes)).once();
        figures.accept(figure(group, "past the page cache", past.rate("direct")));
      }
    }
  }

  private static double bytes(PcrDataset dataset, Fidelity fidelity, double bytes)
      throws IOException {
    Epochs.samples(dataset, fidelity);
    return bytes;
  }

  private static Figure besidePlain(int group, String how, String turn, Rounds turns) {
    double plain = turns.rate("plain");
    return Figure.of(
        NAME, name(group, how), Unit.BYTES_PER_SECOND, turns.rate(turn), "plain read", plain);
  }

  private static Figure figure(int group, String how, double rate) {
    return Figure.of(NAME, name(group, how), Unit.BYTES_PER_SECOND, rate);
  }

  private static String name(int group, String how) {
    return "group " + group + ", " + how;
  }
}
