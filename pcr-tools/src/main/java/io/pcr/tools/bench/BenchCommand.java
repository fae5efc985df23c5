package io.pcr.tools.bench;

import io.pcr.tools.ExitCode;
import io.pcr.tools.UsageException;
import io.pcr.tools.bench.Bench.Settings;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pcr bench}. */
@Command(
    name = "bench",
    description = {
      "Measure what images cost on this machine as a dataset, each figure beside its limit:",
      "converting, prefix reads, epochs over slow links beside TFRecords and single files,",
      "decoding, samples by key."
    },
    footer = {
      "",
      "Examples:",
      "  pcr bench photos/train/class-1 --copies 10",
      "  pcr bench photos/ --only prefix,random --json > today.json",
      "  pcr bench photos/ --only prefix,random --compare today.json"
    })
public final class BenchCommand implements Callable<Integer> {
  private static final double BYTES_IN_MB = 1e6;
  private static final int MAX_COPIES = 100_000;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "IMAGES", description = "A folder of images; it is only read.")
  private Path images;

  @Option(
      names = "--copies",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often to take each image, when there are few; default ${DEFAULT-VALUE}.")
  private int copies;

  @Option(
      names = "--only",
      paramLabel = "BENCH",
      split = ",",
      description = "Of ${COMPLETION-CANDIDATES}; default all.")
  private List<Bench> only = List.of(Bench.values());

  @Option(
      names = "--links",
      paramLabel = "MB/s",
      split = ",",
      defaultValue = "20,100,400",
      description = "The links' speeds; default ${DEFAULT-VALUE}.")
  private List<Double> links;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "1",
      description = "How long to repeat what is quick; default ${DEFAULT-VALUE}.")
  private double seconds;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description =
          "Where to put the files that are measured, and then removed; default: a new"
              + " folder among the system's temporary files. Take the disk that is meant.")
  private Path work;

  @Option(
      names = "--compare",
      paramLabel = "JSON",
      description = "What an earlier run with --json printed, to stand beside this one.")
  private Path compare;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    check();
    Terminal terminal = Terminal.of(spec);
    Map<String, Double> before = compare == null ? Map.of() : EarlierRun.read(compare);
    Path folder =
        work == null
            ? Files.createTempDirectory("pcr-bench")
            : Files.createTempDirectory(Files.createDirectories(work), "pcr-bench");
    List<Figure> figures = new ArrayList<>();
    BenchReport report;
    Thread cleaner = new Thread(() -> remove(folder, terminal), "pcr-bench-cleaner");
    Runtime.getRuntime().addShutdownHook(cleaner);
    try (Progress progress = new Progress(terminal, "bench", "figure", -1, -1)) {
      BenchFiles files = BenchFiles.make(images, copies, folder);
      for (Bench bench : only) {
        bench.run(
            files,
            settings(),
            figure -> {
              figures.add(figure);
              progress.add(1, 0, 0);
            });
      }
      report =
          new BenchReport(files.images().size(), files.imageBytes(), List.copyOf(figures), before);
    } finally {
      remove(folder, terminal);
    }
    Runtime.getRuntime().removeShutdownHook(cleaner);
    if (json) {
      terminal.out().println(report.json(Instant.now()));
    } else {
      report.lines(terminal.outColumns()).forEach(terminal.out()::println);
    }
    terminal.out().flush();
    return ExitCode.OK;
  }

  private void check() {
    if (!Files.isDirectory(images)) {
      throw new UsageException(images + ": not a folder of images");
    }
    if (copies < 1 || copies > MAX_COPIES) {
      throw new UsageException("--copies " + copies + " is not in 1.." + MAX_COPIES);
    }
    if (!(seconds > 0)) {
      throw new UsageException("--seconds " + seconds + " is not a time");
    }
    Optional<Double> wrong = links.stream().filter(link -> !(link > 0)).findFirst();
    if (wrong.isPresent()) {
      throw new UsageException("--links " + wrong.get() + " is no speed");
    }
  }

  private Settings settings() {
    return new Settings(seconds, links.stream().map(link -> link * BYTES_IN_MB).toList());
  }

  /** Removes what was measured; that it could not be is told, and no failure of the bench. */
  private static void remove(Path folder, Terminal terminal) {
    try {
      BenchFiles.remove(folder);
    } catch (IOException e) {
      terminal.err().println("pcr: " + folder + " is left: " + e.getMessage());
      terminal.err().flush();
    }
  }
}
