package io.pcr.tools.tune;

import io.pcr.advisor.Advice;
import io.pcr.advisor.KnownFigures;
import io.pcr.advisor.TuneOptions;
import io.pcr.advisor.TuneSource;
import io.pcr.advisor.Tuner;
import io.pcr.advisor.measure.TimeLimit;
import io.pcr.advisor.sample.SampleDatasets;
import io.pcr.advisor.sample.TooFewImagesException;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.location.DatasetLocation;
import io.pcr.tools.ExitCode;
import io.pcr.tools.ReadsDataset;
import io.pcr.tools.UsageException;
import io.pcr.tools.dataset.Datasets;
import io.pcr.tools.dataset.Notices;
import io.pcr.tools.terminal.OnInterrupt;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.source.kind.SourceKind;
import io.pcr.writer.source.kind.UnclearSourceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
      "Measure the machine, the storage and the images, and say which dataset to make of them and"
          + " how to read it.",
      "The best ways are run, and what they give stands beside what was predicted."
    },
    footer = {
      "",
      "Examples:",
      "  pcr tune photos/ --consumer 800/s",
      "  pcr tune dataset/ --consumer 800/s --html advice.html",
      "  pcr tune https://host/dataset/ --budget 60s --state figures.json",
      "  pcr tune photos/ --study presto --samples 1000 --budget 30m",
      "  pcr tune photos/ --study formats --pair jpeg,raw --write liquid/",
      "  pcr tune photos/ --study quality --fit-memory 16GB --fit-images 1000000"
    })
public final class TuneCommand implements Callable<Integer>, ReadsDataset {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "IMAGES|DATASET",
      description =
          "Images as 'pcr convert' reads them, of which a sample is converted and measured; or a"
              + " dataset's folder, a shard, or the http(s) URI of one of them.")
  private String source;

  @Mixin private TuneArguments arguments;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      defaultValue = "5m",
      converter = TimeSpan.class,
      description = "The time that it may take, such as 90s or 5m; default ${DEFAULT-VALUE}.")
  private Duration budget;

  @Option(
      names = "--sample-images",
      paramLabel = "N",
      defaultValue = "1024",
      description =
          "How many images of a folder are converted to be measured; default ${DEFAULT-VALUE}.")
  private int sample;

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
          "Folder for datasets of the sample, which are removed again; choose the disk from which"
              + " training will read. Default: the system's temporary folder.")
  private Path work;

  @Option(
      names = "--state",
      paramLabel = "FILE",
      description =
          "Keep what was measured in this file, and measure nothing that is in it; default: none.")
  private Path state;

  @Option(
      names = "--study",
      paramLabel = "NAME",
      description =
          "Instead of advice, a comparison that goes further (docs/studies.md); default: none.")
  private String study;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write the advice as a page with plots; default: none.")
  private Path html;

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
    Path folder = work == null ? Path.of(System.getProperty("java.io.tmpdir")) : work;
    if (study != null) {
      return chosen().run(new StudyRequest(source, folder, budget, seed, json, terminal));
    }
    if (sample < SampleDatasets.FEWEST_IMAGES) {
      throw new UsageException(
          "--sample-images " + sample + " is less than " + SampleDatasets.FEWEST_IMAGES);
    }
    TuneOptions options = arguments.options(seed);
    Optional<SourceKind> images = images();
    Session session = new Session(terminal, options, FiguresFile.read(state));
    OnInterrupt interrupt = OnInterrupt.run(session.ending::askAndWait);
    try {
      if (images.isPresent()) {
        session.adviseOnImages(images.get(), folder);
      } else {
        session.adviseOnDataset();
      }
    } finally {
      session.ending.done();
      interrupt.close();
    }
    return ExitCode.OK;
  }

  /** What kind of images the argument names; empty for a dataset. */
  private Optional<SourceKind> images() throws IOException {
    if (DatasetLocation.isUri(source) || Datasets.location(source).shard().isPresent()) {
      return Optional.empty();
    }
    Path path = Path.of(source);
    if (Files.notExists(path)) {
      throw new NoSuchFileException(source);
    }
    try {
      return Optional.of(SourceKind.of(path));
    } catch (UnclearSourceException e) {
      if (e.reason() == UnclearSourceException.Reason.DATASET) {
        return Optional.empty();
      }
      throw new UsageException(e.getMessage());
    }
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

  /** One call. */
  private final class Session {
    private final Terminal terminal;
    private final TuneOptions options;
    private final KnownFigures known;
    private final Ending ending = new Ending();
    private final TimeLimit time = TimeLimit.of(budget, ending::isAsked);

    Session(Terminal terminal, TuneOptions options, KnownFigures known) {
      this.terminal = terminal;
      this.options = options;
      this.known = known;
    }

    void adviseOnDataset() throws IOException, InterruptedException {
      Notices notices = new Notices(terminal);
      try (PcrDataset dataset =
          Datasets.open(Datasets.find(source, notices), OnDamage.FAIL, notices)) {
        if (dataset.sampleCount() < SampleDatasets.FEWEST_IMAGES) {
          throw new UsageException(
              source
                  + ": "
                  + dataset.sampleCount()
                  + " samples are too few to measure, it takes "
                  + SampleDatasets.FEWEST_IMAGES);
        }
        advise(List.of(TuneSource.of(dataset)), true);
      }
    }

    void adviseOnImages(SourceKind kind, Path folder) throws IOException, InterruptedException {
      try (SampleDatasets datasets = sampleDatasets(kind, folder)) {
        advise(datasets.sources(), false);
      } catch (TooFewImagesException e) {
        throw new UsageException(e.getMessage());
      } catch (InterruptedException | IOException e) {
        if (!ending.isAsked()) {
          throw e;
        }
        new Notices(terminal).accept("interrupted before anything was measured");
      }
    }

    private SampleDatasets sampleDatasets(SourceKind kind, Path folder)
        throws IOException, InterruptedException {
      ending.interrupts(Thread.currentThread());
      try {
        return SampleDatasets.make(Path.of(source), kind, sample, seed, folder, this::step);
      } finally {
        ending.interrupts(null);
      }
    }

    private void advise(List<TuneSource> sources, boolean isDataset)
        throws IOException, InterruptedException {
      Advice advice =
          new Tuner(options, known, time, this::step, new Notices(terminal)).tune(sources);
      AdviceWords words = new AdviceWords(advice, source, isDataset);
      if (!advice.complete()) {
        new Notices(terminal)
            .accept(
                (ending.isAsked() ? "interrupted" : "the time was over")
                    + " before all was measured"
                    + (state == null ? "" : "; the same command goes on from " + state));
      }
      if (html != null) {
        String page = TunePage.render(words);
        AtomicFile.write(
            html.toAbsolutePath(), DurableSteps.NONE, StandardCharsets.UTF_8.encode(page));
      }
      if (json) {
        terminal.out().println(TuneJson.of(words));
      } else {
        TuneText.lines(words, terminal.outColumns()).forEach(terminal.out()::println);
      }
      terminal.out().flush();
    }

    private void step(String what) {
      if (terminal.isWatched()) {
        terminal.err().println("pcr: " + what);
        terminal.err().flush();
      }
    }
  }
}
