package io.pcr.tools.inspect;

import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.commit.OwnFile;
import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.format.media.MediaType;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.facts.DatasetFacts;
import io.pcr.reader.internal.facts.FactsReader;
import io.pcr.tools.ExitCode;
import io.pcr.tools.Pcr;
import io.pcr.tools.ReadsDataset;
import io.pcr.tools.UsageException;
import io.pcr.tools.dataset.Datasets;
import io.pcr.tools.dataset.Notices;
import io.pcr.tools.quality.MeasuredPixels;
import io.pcr.tools.report.ReportPage;
import io.pcr.tools.report.Strip;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pcr inspect}. */
@Command(
    name = "inspect",
    description = "Report what a dataset or shard holds.",
    footer = {
      "",
      "Exit status: 0 no damage was found; 1 damage was found. This command does not read"
          + " every byte; 'pcr verify' does.",
      "",
      "Examples:",
      "  pcr inspect photos/",
      "  pcr inspect photos/ --sample roses/0042.jpg --json",
      "  pcr inspect photos/ --html report.html"
    })
public final class InspectCommand implements Callable<Integer>, ReadsDataset {
  private static final int FAULTS_SHOWN = 20;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DATASET",
      description = "A dataset's folder, a shard, or the http(s) URI of one of them.")
  private String dataset;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  @Option(names = "--sample", paramLabel = "KEY", description = "Report on one sample.")
  private String sample;

  @Option(names = "--layout", description = "Draw the regions of each shard to scale.")
  private boolean layout;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write an HTML page with pictures at each fidelity; it needs no network.")
  private Path html;

  @Option(
      names = "--beside-copies",
      description =
          "With --html: also draw what separate JPEG and WebP copies of the same quality"
              + " would cost. This takes minutes.")
  private boolean besideCopies;

  @Option(
      names = "--strip",
      paramLabel = "FILE",
      description =
          "With --sample: draw the sample at each fidelity, side by side, as an SVG file.")
  private Path strip;

  @Mixin private MeasuredPixels pixels;

  @Override
  public Integer call() throws IOException {
    if (strip != null && (sample == null || json)) {
      throw new UsageException("--strip needs --sample KEY, and cannot be used with --json");
    }
    if (layout && (json || sample != null)) {
      throw new UsageException("--layout cannot be used with --json or --sample");
    }
    if (html != null && (json || layout || sample != null)) {
      throw new UsageException("--html cannot be used with --json, --layout or --sample");
    }
    if (besideCopies && html == null) {
      throw new UsageException(
          "--beside-copies needs --html; 'pcr quality --beside-copies' prints it");
    }
    Terminal terminal = Terminal.of(spec);
    Notices notices = new Notices(terminal);
    DatasetFiles files = Datasets.find(dataset, notices).withoutLostParts();
    List<DatasetFacts.Fault> faults = DatasetFacts.Fault.ofLostParts(files);
    if (html != null) {
      faults = report(files, notices, terminal);
    } else if (layout) {
      faults = both(faults, Layouts.print(files, terminal));
    } else if (strip != null) {
      strip(files, notices, terminal);
    } else if (sample != null) {
      faults = both(faults, FoundSample.print(files, sample, json, terminal));
    } else {
      faults = facts(files, terminal);
    }
    terminal.out().flush();
    tell(faults, html == null ? "pcr verify" : "pcr verify --deep", terminal);
    return faults.isEmpty() ? ExitCode.OK : ExitCode.FOUND;
  }

  private static void tell(List<DatasetFacts.Fault> faults, String verify, Terminal terminal) {
    int shown = Math.min(faults.size(), FAULTS_SHOWN);
    for (int i = 0; i < shown; i++) {
      DatasetFacts.Fault fault = faults.get(i);
      String more = faults.size() > shown ? "; and " + (faults.size() - shown) + " more" : "";
      String advice =
          more + "; '" + verify + "' lists all damage, 'pcr repair' saves what is intact";
      String line = "pcr: " + fault.shard() + ": " + fault.problem();
      terminal.err().println(Printable.line(i == shown - 1 ? line + advice : line));
    }
  }

  private List<DatasetFacts.Fault> facts(DatasetFiles files, Terminal terminal) throws IOException {
    DatasetFacts facts;
    try (Progress progress =
        new Progress(terminal, "inspect", "shard", files.shards().size(), -1)) {
      facts = FactsReader.read(files, Limits.DEFAULT, notice(progress), progress);
    }
    if (json) {
      terminal.out().println(FactsJson.of(facts));
    } else {
      FactsText.lines(facts, terminal.outColumns()).forEach(terminal.out()::println);
    }
    for (String unlisted : files.leftOver()) {
      terminal
          .err()
          .println(
              "pcr: " + Printable.line(unlisted) + " is not part of the dataset and was left out");
    }
    return facts.faults();
  }

  private static Consumer<String> notice(Progress progress) {
    return notice -> progress.message("pcr: " + Printable.line(notice));
  }

  private static void requireWritable(Path file, DatasetFiles files) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
      throw new UsageException(
          file + ": no file can be written there; name a file in an existing folder");
    }
    if (files.owns(file)) {
      throw new UsageException(file + " is a file of the dataset; name another one");
    }
    OwnFile.requireReplaceable(file);
  }

  private void write(Path file, String text) throws IOException {
    try {
      AtomicFile.write(file, Pcr.steps(spec), StandardCharsets.UTF_8.encode(text));
    } catch (AccessDeniedException e) {
      // It is about the name that the file has while it is written.
      throw new AccessDeniedException(file.toString());
    }
  }

  private void strip(DatasetFiles files, Notices notices, Terminal terminal) throws IOException {
    requireWritable(strip, files);
    String drawing;
    try (PcrDataset opened = Datasets.open(files, pixels.limits(), notices);
        PictureVersions versions = new PictureVersions(pixels.most())) {
      Sample full;
      try {
        full = opened.sample(sample, Fidelity.FULL);
      } catch (NoSuchElementException e) {
        throw FoundSample.noSuchSample(files, sample);
      }
      if (MediaType.sniff(full.file()).isEmpty()) {
        throw new UsageException(Printable.line(sample) + ": not an image that can be shown");
      }
      drawing = Strip.render(versions.of(full, "", fidelity -> opened.sample(sample, fidelity)));
    }
    write(strip, drawing);
    terminal
        .out()
        .println(Printable.line(strip.toString()) + ": " + Units.bytes(Files.size(strip)));
  }

  private List<DatasetFacts.Fault> report(DatasetFiles files, Notices notices, Terminal terminal)
      throws IOException {
    requireWritable(html, files);
    DatasetFacts facts;
    ReportBuilder builder;
    String page;
    try (PcrDataset opened = Datasets.open(files, pixels.limits(), notices);
        Progress progress = new Progress(terminal, "report", "step", -1, -1)) {
      facts = FactsReader.read(files, Limits.DEFAULT, notice(progress), progress);
      builder = new ReportBuilder(facts, files, opened, pixels);
      page = ReportPage.render(builder.build(besideCopies, progress));
    }
    write(html, page);
    terminal
        .out()
        .println(
            Printable.line(html.toString())
                + ": "
                + Units.bytes(Files.size(html))
                + ", opens in any browser");
    return both(facts.faults(), builder.met());
  }

  private static List<DatasetFacts.Fault> both(
      List<DatasetFacts.Fault> some, List<DatasetFacts.Fault> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }
}
