package io.pcr.tools.repair;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.PcrException;
import io.pcr.format.text.Printable;
import io.pcr.format.text.Units;
import io.pcr.reader.check.CheckResult;
import io.pcr.reader.check.DatasetCheck;
import io.pcr.tools.ExitCode;
import io.pcr.tools.Pcr;
import io.pcr.tools.UsageException;
import io.pcr.tools.dataset.Datasets;
import io.pcr.tools.dataset.Notices;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Terminal;
import io.pcr.tools.verify.CheckText;
import io.pcr.writer.json.JsonWriter;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pcr repair}. */
@Command(
    name = "repair",
    description = {
      "Make a new dataset of what is whole of a damaged one, and list what is lost.",
      "A sample is saved byte for byte or not at all. The damaged dataset is only read; keep it:",
      "'pcr extract' still gives damaged samples at a lower fidelity.",
      "NEW appears when it is whole. Interrupted, the same command begins anew, and removes what is "
          + "left beside it in .NEW.pcr-repair."
    },
    footer = {
      "",
      "Exit status: 0 nothing is lost; 1 something is, see losses.jsonl in the new dataset; 2 it was"
          + " asked for what cannot be; 3 input or output failed, or something needs a newer pcr, a"
          + " larger limit or more memory.",
      "",
      "Examples:",
      "  pcr repair photos/ photos-repaired/",
      "  pcr repair photos/part-00003.pcr saved/ --json"
    })
public final class RepairCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "DATASET",
      description = "The damaged dataset's folder, or one shard; only read.")
  private Path dataset;

  @Parameters(
      index = "1",
      paramLabel = "NEW",
      description = "New or empty folder for what is saved.")
  private Path target;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = Terminal.of(spec);
    Notices notices = new Notices(terminal.err()::println);
    DamagedDataset damaged = DamagedDataset.of(dataset, Limits.DEFAULT, notices);
    requireApart(damaged);
    Repair.Summary summary;
    DurableSteps steps = Pcr.steps(spec);
    try (Staging staging =
        Staging.begin(target, n -> terminal.err().println("pcr: " + Printable.line(n)), steps)) {
      try (Progress progress = new Progress(terminal, "repair", "sample", -1, bytes(damaged))) {
        summary = new Repair(damaged, staging.lock(), Limits.DEFAULT, progress, steps).run();
      } catch (FileSystemException | PcrException e) {
        throw e;
      } catch (IOException e) {
        // A failed write says why and not where.
        throw new IOException(target + ": " + e.getMessage() + "; nothing was left there", e);
      }
      requireClean(staging.lock().folder(), terminal);
      staging.publish();
    }
    if (json) {
      terminal.out().println(json(summary));
    } else {
      lines(summary).forEach(terminal.out()::println);
    }
    terminal.out().flush();
    return summary.losses().isEmpty() ? ExitCode.OK : ExitCode.FOUND;
  }

  private void requireApart(DamagedDataset damaged) throws IOException {
    Path out = target.toAbsolutePath().normalize();
    while (!Files.exists(out)) {
      out = out.getParent();
    }
    if (out.toRealPath().startsWith(damaged.folder().toRealPath())) {
      throw new UsageException(target + " is inside the damaged dataset; name a folder elsewhere");
    }
  }

  private static long bytes(DamagedDataset damaged) throws IOException {
    long bytes = 0;
    for (String shard : damaged.shards()) {
      Path file = damaged.folder().resolve(shard);
      bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
    }
    return bytes;
  }

  /** What a repair publishes has been read back and found whole. */
  private static void requireClean(Path folder, Terminal terminal) throws IOException {
    List<String> found = new ArrayList<>();
    DatasetCheck check = DatasetCheck.of(Datasets.find(folder.toString()));
    try (Progress progress = new Progress(terminal, "verify", "sample", -1, check.bytesToRead())) {
      CheckResult result =
          check
              .onDamage(damage -> found.add(CheckText.advised(damage).toString()))
              .withProgress(progress)
              .run();
      result.unchecked().stream()
          .map(CheckText::advised)
          .forEach(left -> found.add(left.file() + ": " + left.problem()));
    }
    if (!found.isEmpty()) {
      throw new IOException(
          "what was written does not read back, the disk it is on may be failing; " + found.get(0));
    }
  }

  private List<String> lines(Repair.Summary summary) {
    List<String> lines = new ArrayList<>();
    int shards = summary.manifest().shards().size();
    lines.add(
        Printable.line(target.toString())
            + ": "
            + (shards == 0 && !summary.losses().isEmpty() ? "nothing could be saved, " : "")
            + Units.count(summary.manifest().sampleCount(), "sample")
            + " saved, in "
            + Units.count(shards, "shard")
            + (summary.copied() == 0
                ? ""
                : ", " + summary.copied() + " of them copied as they were")
            + "; verified");
    List<String> lost = new ArrayList<>();
    add(lost, summary.lostSamples(), "sample");
    add(lost, summary.count(Loss.Kind.ORIGINAL), "original");
    if (summary.count(Loss.Kind.MANIFEST) > 0) {
      lost.add("the manifest (class names are those in the keys)");
    }
    if (summary.isMoreUnknown()) {
      lost.add("shards of which nobody knows what they held");
    }
    String list = Printable.line(target.resolve(Repair.LOSSES_NAME).toString());
    lines.add(
        lost.isEmpty() ? "lost  nothing" : "lost  " + String.join(", ", lost) + "; see " + list);
    return lines;
  }

  private static void add(List<String> lost, long count, String what) {
    if (count > 0) {
      lost.add(Units.count(count, what));
    }
  }

  private static String json(Repair.Summary summary) {
    JsonWriter json = JsonWriter.indented().beginObject();
    json.put("ok", summary.losses().isEmpty());
    json.put("saved_samples", summary.manifest().sampleCount());
    json.put("lost_samples", summary.lostSamples());
    json.put("lost_originals", summary.count(Loss.Kind.ORIGINAL));
    json.put("manifest_lost", summary.count(Loss.Kind.MANIFEST) > 0);
    json.put("more_may_be_lost", summary.isMoreUnknown());
    json.put("shards", summary.manifest().shards().size());
    return json.put("copied_shards", summary.copied()).end().toString();
  }
}
