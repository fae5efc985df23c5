package io.pcr.tools.tune;

import io.pcr.format.Fidelity;
import io.pcr.format.internal.text.Units;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Shard;
import io.pcr.tools.ExitCode;
import io.pcr.tools.ReadsDataset;
import io.pcr.tools.UsageException;
import io.pcr.tools.dataset.Datasets;
import io.pcr.tools.dataset.Notices;
import io.pcr.tools.terminal.Table;
import io.pcr.tools.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pcr tune}. */
@Command(
    name = "tune",
    description = {
      "Measure the machine, the storage and the images, and say which dataset to make and how to"
          + " read it."
    },
    footer = {
      "",
      "Examples:",
      "  pcr tune photos/ --consumer 800/s",
      "  pcr tune dataset/ --consumer 800/s",
      "  pcr tune photos/ --study presto --samples 1000 --budget 30m",
      "  pcr tune photos/ --study formats --pair jpeg,raw --write liquid/",
      "  pcr tune photos/ --study quality --fit-memory 16GB --fit-images 1000000",
    })
public final class TuneCommand implements Callable<Integer>, ReadsDataset {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "IMAGES|DATASET",
      description = "Images, as 'pcr convert' reads them, or a dataset's folder or http(s) URI.")
  private String source;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      defaultValue = "5m",
      converter = TimeSpan.class,
      description = "The time that it may take, such as 90s or 5m; default ${DEFAULT-VALUE}.")
  private Duration budget;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Seed of what is chosen at random; default ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description =
          "Folder for files that are measured and then removed; choose the disk that you want to"
              + " measure. Default: the system's temporary folder.")
  private Path work;

  @Option(
      names = "--study",
      paramLabel = "NAME",
      description =
          "Instead of advice, a comparison that goes further (docs/tune.md); default: none.")
  private String study;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  @Mixin private PrestoStudyArguments presto;

  @Mixin private FormatsStudyArguments formats;

  @Mixin private QualityStudyArguments quality;

  /** The studies; each is also mixed in, so that its options are the command's. */
  private List<TuneStudy> studies() {
    return List.of(presto, formats, quality);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Terminal terminal = Terminal.of(spec);
    if (study != null) {
      Path folder = work == null ? Path.of(System.getProperty("java.io.tmpdir")) : work;
      return chosen().run(new StudyRequest(source, folder, budget, seed, json, terminal));
    }
    Table table = new Table().right("fidelity").right("bytes an image");
    try (PcrDataset dataset =
        Datasets.open(Datasets.find(source), OnDamage.FAIL, new Notices(terminal))) {
      for (int group = 1; group <= dataset.groupCount(); group++) {
        long bytes = 0;
        for (Shard shard : dataset.shards()) {
          bytes += shard.prefixLength(Fidelity.atMost(group));
        }
        table.row(group, Units.bytes(bytes / Math.max(1, dataset.sampleCount())));
      }
    }
    table.lines("", terminal.outColumns()).forEach(terminal.out()::println);
    terminal.out().flush();
    return ExitCode.OK;
  }

  private TuneStudy chosen() {
    return studies().stream()
        .filter(each -> each.name().equals(study))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "--study "
                        + study
                        + " is none of: "
                        + studies().stream()
                            .map(TuneStudy::name)
                            .collect(Collectors.joining(", "))));
  }
}
