package io.pcr.tools.bench;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** One of the benches. */
enum Bench {
  CONVERT,
  PREFIX,
  LINK,
  DECODE,
  RANDOM;

  /**
   * How long each thing is measured, and over what.
   *
   * @param seconds how long to repeat what is quick
   * @param links bytes per second of the links
   */
  record Settings(double seconds, List<Double> links) {
    Settings {
      links = List.copyOf(links);
    }
  }

  /** Measures, and gives each figure as soon as it is known. */
  void run(BenchFiles files, Settings settings, Consumer<Figure> figures)
      throws IOException, InterruptedException {
    switch (this) {
      case CONVERT -> ConvertBench.run(files, figures);
      case PREFIX -> PrefixBench.run(files, settings, figures);
      case LINK -> LinkBench.run(files, settings, figures);
      case DECODE -> DecodeBench.run(files, settings, figures);
      case RANDOM -> RandomBench.run(files, settings, figures);
    }
  }
}
