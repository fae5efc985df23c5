package io.pcr.tools.bench;

import io.pcr.format.Fidelity;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.internal.source.Link;
import io.pcr.tools.bench.Bench.Settings;
import io.pcr.tools.bench.Figure.Unit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Epochs over a link of limited bytes per second, beside the same images as TFRecords over the same
 * link; and as one file each.
 */
final class LinkBench {
  private static final String NAME = "epoch over a link";
  private static final Duration LATENCY = Duration.ofMillis(1);

  private LinkBench() {}

  static void run(BenchFiles files, Settings settings, Consumer<Figure> figures)
      throws IOException {
    for (double bytesPerSecond : settings.links()) {
      String speed = Math.round(bytesPerSecond / 1e6) + " MB/s";
      double records = rate(bytesPerSecond, link -> records(files.records(), link));
      double single = rate(bytesPerSecond, link -> Epochs.files(files.images(), link));
      figures.accept(figure(speed + ", one file each", single, records));
      int groups;
      try (PcrDataset dataset = PcrDataset.open(files.dataset())) {
        groups = dataset.groupCount();
      }
      for (int group = 1; group <= groups; group++) {
        Fidelity fidelity = Fidelity.group(group);
        double rate = rate(bytesPerSecond, link -> samples(files.dataset(), fidelity, link));
        figures.accept(figure(speed + ", group " + group, rate, records));
      }
    }
  }

  private interface OverLink {
    double run(UnaryOperator<ByteSource> link) throws IOException;
  }

  private static double rate(double bytesPerSecond, OverLink work) throws IOException {
    Link link = new Link(bytesPerSecond, LATENCY);
    return new Rounds().add("work", () -> work.run(link::to)).once().rate("work");
  }

  private static double records(Path file, UnaryOperator<ByteSource> link) throws IOException {
    try (ByteSource source = link.apply(FileByteSource.open(file))) {
      return Epochs.records(source);
    }
  }

  private static double samples(Path folder, Fidelity fidelity, UnaryOperator<ByteSource> link)
      throws IOException {
    try (PcrDataset far = PcrDataset.open(Epochs.folder(folder, link), ReaderOptions.DEFAULT)) {
      return Epochs.samplesByTwo(far, fidelity);
    }
  }

  private static Figure figure(String name, double rate, double records) {
    return Figure.of(NAME, name, Unit.IMAGES_PER_SECOND, rate, "TFRecord", records);
  }
}
