package io.pcr.tools.inspect;

import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.commit.AtomicFile;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.media.MediaType;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.tools.ExitCode;
import io.pcr.tools.UsageException;
import io.pcr.tools.Version;
import io.pcr.tools.dataset.DatasetFiles;
import io.pcr.tools.dataset.Datasets;
import io.pcr.tools.dataset.RecordShard;
import io.pcr.tools.report.ReportPage;
import io.pcr.tools.report.Strip;
import io.pcr.tools.terminal.Printable;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Terminal;
import io.pcr.tools.terminal.Units;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pcr inspect}. */
@Command(
    name = "inspect",
    description = "Tell what a dataset or shard holds.",
    footer = {
      "",
      "Examples:",
      "  pcr inspect photos/",
      "  pcr inspect photos/ --sample roses/0042.jpg --json"
    })
public final class InspectCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DATASET",
      description = "A dataset's folder, a shard, or the http(s) URI of one of them.")
  private String dataset;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  @Option(names = "--sample", paramLabel = "KEY", description = "Tell of one sample.")
  private String sample;

  @Option(names = "--layout", description = "Draw the regions of each shard to scale.")
  private boolean layout;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with pictures at each fidelity; needs no network.")
  private Path html;

  @Option(
      names = "--strip",
      paramLabel = "FILE",
      description = "With --sample: draw it at each fidelity, side by side, as an SVG.")
  private Path strip;

  @Override
  public Integer call() throws IOException {
    if (strip != null && (sample == null || json)) {
      throw new UsageException("--strip draws one sample: with --sample KEY, without --json");
    }
    if (layout && (json || sample != null)) {
      throw new UsageException("--layout is a drawing of whole shards: without --json, --sample");
    }
    if (html != null && (json || layout || sample != null)) {
      throw new UsageException(
          "--html is about the whole dataset: without --json, --layout, --sample");
    }
    Terminal terminal = Terminal.of(spec);
    DatasetFiles files = DatasetFiles.of(dataset, Limits.DEFAULT);
    if (html != null) {
      report(files, terminal);
    } else if (layout) {
      layout(files, terminal);
    } else if (strip != null) {
      strip(files, terminal);
    } else if (sample != null) {
      sample(files, terminal);
    } else {
      facts(files, terminal);
    }
    terminal.out().flush();
    return ExitCode.OK;
  }

  private void facts(DatasetFiles files, Terminal terminal) throws IOException {
    DatasetFacts facts;
    try (Progress progress =
        new Progress(terminal, "inspect", "shard", files.shards().size(), -1)) {
      facts = new FactsReader(files, Limits.DEFAULT).read(progress);
    }
    if (json) {
      terminal.out().println(FactsJson.of(facts));
    } else {
      FactsText.lines(facts, terminal.outColumns()).forEach(terminal.out()::println);
    }
    for (String unlisted : files.unlisted()) {
      terminal
          .err()
          .println("pcr: " + Printable.line(unlisted) + " is not part of the dataset, left out");
    }
  }

  private static void requireWritable(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
      throw new UsageException(file + ": no file can be written there; name one in a folder");
    }
  }

  private static void write(Path file, String text) throws IOException {
    try {
      AtomicFile.write(file, DurableSteps.NONE, StandardCharsets.UTF_8.encode(text));
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      // A failed write says why and not where.
      throw new FileSystemException(file.toString(), null, e.getMessage());
    }
  }

  private void strip(DatasetFiles files, Terminal terminal) throws IOException {
    requireWritable(strip);
    String drawing;
    try (PcrDataset opened = Datasets.open(dataset, terminal)) {
      Sample full;
      try {
        full = opened.sample(sample, Fidelity.FULL);
      } catch (NoSuchElementException e) {
        throw noSuchSample(files);
      }
      if (MediaType.sniff(full.file()).isEmpty()) {
        throw new UsageException(Printable.line(sample) + ": not an image that can be shown");
      }
      drawing =
          Strip.render(PictureVersions.of(full, "", fidelity -> opened.sample(sample, fidelity)));
    }
    write(strip, drawing);
    terminal.out().println(strip + ": " + Units.bytes(Files.size(strip)));
  }

  private UsageException noSuchSample(DatasetFiles files) {
    return new UsageException(files.name() + ": no sample has the key " + Printable.line(sample));
  }

  private void report(DatasetFiles files, Terminal terminal) throws IOException {
    requireWritable(html);
    String page;
    try (PcrDataset opened = Datasets.open(dataset, terminal);
        Progress progress = new Progress(terminal, "report", "step", -1, -1)) {
      DatasetFacts facts = new FactsReader(files, Limits.DEFAULT).read(progress);
      page = ReportPage.render(new ReportBuilder(facts, opened, Version.text()).build(progress));
    }
    write(html, page);
    terminal.out().println(html + ": " + Units.bytes(Files.size(html)) + ", opens in any browser");
  }

  private void sample(DatasetFiles files, Terminal terminal) throws IOException {
    for (String name : files.shards()) {
      try (ByteSource source = files.open(name)) {
        Optional<ShardEntry> records = files.entry(name).filter(e -> !e.variant().isContainer());
        if (records.isPresent()) {
          if (recordSample(new RecordShard(source, records.get(), Limits.DEFAULT), terminal)) {
            return;
          }
          continue;
        }
        ShardFile shard = ShardFile.open(source, Limits.DEFAULT);
        OptionalInt ordinal = shard.metadata().find(sample);
        if (ordinal.isPresent()) {
          SampleFacts found = new SampleFacts(name, shard, ordinal.getAsInt());
          List<String> lines = json ? List.of(found.json()) : found.lines(terminal.outColumns());
          lines.forEach(terminal.out()::println);
          return;
        }
      }
    }
    throw noSuchSample(files);
  }

  /** Tells of the sample, if the shard has it. */
  private boolean recordSample(RecordShard shard, Terminal terminal) throws IOException {
    AtomicBoolean found = new AtomicBoolean();
    shard.forEach(
        (number, record, example) -> {
          if (example.key().orElseThrow().equals(sample)) {
            RecordText text = new RecordText(shard.entry().name(), record, example);
            List<String> lines = json ? List.of(text.json()) : text.lines(terminal.outColumns());
            lines.forEach(terminal.out()::println);
            found.set(true);
          }
          return !found.get();
        });
    return found.get();
  }

  private static void layout(DatasetFiles files, Terminal terminal) throws IOException {
    for (String name : files.shards()) {
      if (terminal.isOutClosed()) {
        return;
      }
      Optional<ShardEntry> records = files.entry(name).filter(e -> !e.variant().isContainer());
      if (records.isPresent()) {
        terminal.out().println(LayoutText.line(records.get()));
        continue;
      }
      try (ByteSource source = files.open(name)) {
        ShardFile shard = ShardFile.open(source, Limits.DEFAULT);
        LayoutText.lines(name, shard, terminal.outColumns()).forEach(terminal.out()::println);
      }
      terminal.out().println();
    }
  }
}
