package io.pcr.tools.index;

import io.pcr.format.Limits;
import io.pcr.format.index.IndexFinding;
import io.pcr.format.internal.index.IndexSource;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.tools.ExitCode;
import io.pcr.tools.Pcr;
import io.pcr.tools.ReadsDataset;
import io.pcr.tools.UsageException;
import io.pcr.tools.dataset.Datasets;
import io.pcr.tools.dataset.Notices;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.publish.IndexPublication;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pcr index check} and {@code pcr index rebuild}. */
@Command(
    name = "index",
    description = "Check the index of keys and labels, or build it again from the shards.",
    synopsisSubcommandLabel = "check|rebuild",
    footer = {"", "Examples:", "  pcr index check photos/", "  pcr index rebuild photos/"})
public final class IndexCommand implements Runnable, ReadsDataset {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say what to do: check or rebuild");
  }

  @Command(
      name = "check",
      description =
          "Report whether the index is intact and of this generation; exit with 1 if it is not.",
      footer = {
        "",
        "Examples:",
        "  pcr index check photos/",
        "  pcr index check . || pcr index rebuild ."
      })
  int check(@Parameters(paramLabel = "DATASET", description = "A dataset's folder.") String dataset)
      throws IOException {
    DatasetFiles files = Datasets.find(dataset);
    Path folder = folder(files);
    Optional<IndexFinding> finding = IndexDirectory.check(folder, source(files));
    String name = Printable.line(files.name());
    Terminal terminal = Terminal.of(spec);
    if (finding.isEmpty()) {
      terminal.out().println(name + ": the index is intact and of this generation");
      return ExitCode.OK;
    }
    terminal.out().println(name + ": " + finding.get() + "; " + advice(finding.get()));
    return ExitCode.FOUND;
  }

  private static String advice(IndexFinding finding) {
    return finding.problem() == IndexFinding.Problem.NEWER_GENERATION
        ? "the manifest is an older one: bring the newer one back, or save everything with"
            + " 'pcr repair'"
        : "'pcr index rebuild' builds it from the shards";
  }

  @Command(
      name = "rebuild",
      description =
          "Build the index from the shards, whatever is there now. A dataset without an index of"
              + " keys that works on any store gets one, as a new generation.",
      footer = {"", "Examples:", "  pcr index rebuild photos/", "  pcr index rebuild /data/photos"})
  int rebuild(
      @Parameters(paramLabel = "DATASET", description = "A dataset's folder.") String dataset)
      throws IOException {
    Terminal terminal = Terminal.of(spec);
    Notices notices = new Notices(terminal);
    DatasetFiles files = Datasets.find(dataset);
    long samples = IndexPublication.rebuild(folder(files), notices, Pcr.steps(spec)).sampleCount();
    terminal
        .out()
        .println(
            Printable.line(files.name())
                + ": index of "
                + Units.count(samples, "sample")
                + " built");
    return ExitCode.OK;
  }

  private static Path folder(DatasetFiles files) {
    if (files.manifest().isEmpty() || files.folder().isEmpty()) {
      throw new UsageException(
          files.name() + ": only a dataset in a local folder has an index; name the folder");
    }
    return files.folder().get();
  }

  private static IndexSource source(DatasetFiles files) throws IOException {
    return ShardFinder.local(folder(files), files.manifest().orElseThrow(), notice -> {})
        .indexSource(Limits.DEFAULT);
  }
}
