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
      "Measure what a dataset of these images costs on this machine, and compare each figure"
          + " with its limit:",
      "converting, prefix reads, epochs over slow links compared with TFRecords and single"
          + " files,",
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

  @Parameters(paramLabel = "IMAGES", description = "A folder of images; the command only reads it.")
  private Path images;

  @Option(
      names = "--copies",
      paramLabel = "N",
      defaultValue = "1",
      description = "How often each image is used, if there are few; default ${DEFAULT-VALUE}.")
  private int copies;

  @Option(
      names = "--only",
      paramLabel = "BENCH",
      split = ",",
      description = "What to measure, of ${COMPLETION-CANDIDATES}; default: all.")
  private List<Bench> only = List.of(Bench.values());

  @Option(
      names = "--links",
      paramLabel = "MB/s",
      split = ",",
      defaultValue = "20,100,400",
      description = "Speeds of the links; default ${DEFAULT-VALUE}.")
  private List<Double> links;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "1",
      description = "For how many seconds quick work is repeated; default ${DEFAULT-VALUE}.")
  private double seconds;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description =
          "Folder for the files that are measured and then removed; choose the disk that you"
              + " want to measure. Default: a new folder in the system's temporary folder.")
  private Path work;

  @Option(
      names = "--compare",
      paramLabel = "JSON",
      description =
          "File with what an earlier run with --json printed; the report compares the two runs.")
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
      throw new UsageException("--seconds " + seconds + " is not above 0");
    }
    Optional<Double> wrong = links.stream().filter(link -> !(link > 0)).findFirst();
    if (wrong.isPresent()) {
      throw new UsageException("--links " + wrong.get() + " is not above 0");
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
