package io.pcr.tools.repair;

import io.pcr.format.Limits;
import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.reader.find.NotADatasetException;
import io.pcr.tools.ExitCode;
import io.pcr.tools.Pcr;
import io.pcr.tools.UsageException;
import io.pcr.tools.dataset.Notices;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.internal.json.JsonWriter;
import io.pcr.writer.salvage.DamagedDataset;
import io.pcr.writer.salvage.Loss;
import io.pcr.writer.salvage.Salvage;
import io.pcr.writer.salvage.SalvageReport;
import java.io.IOException;
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
      "Save the intact parts of a damaged dataset to a new dataset, and list what is lost.",
      "A sample is saved byte for byte or not at all. The damaged dataset does not change. Keep it, "
          + "because 'pcr extract --degrade' can still write damaged samples at a lower fidelity.",
      "The newest generation of the manifest that is intact is used. Where a newer one, or a part"
          + " of the manifest, is lost, shards that nothing else lists are saved too.",
      "NEW appears when it is complete. If the command is interrupted, run it again: it"
          + " starts from the beginning, and removes the folder .NEW.pcr-repair that the first run"
          + " left."
    },
    footer = {
      "",
      "Exit status: 0 nothing is lost; 1 something is lost, and losses.jsonl in the new"
          + " dataset lists it; 2 wrong usage; 3 input or output failed, or something needs a newer"
          + " pcr, a larger limit or more memory.",
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
      description = "The damaged dataset's folder, or one shard; the command only reads it.")
  private Path dataset;

  @Parameters(
      index = "1",
      paramLabel = "NEW",
      description = "New or empty folder for the saved dataset.")
  private Path target;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = Terminal.of(spec);
    SalvageReport report;
    try (RepairProgress progress = new RepairProgress(terminal)) {
      DamagedDataset damaged = damaged(new Notices(terminal));
      report = Salvage.of(damaged).listener(progress).steps(Pcr.steps(spec)).saveTo(target);
    }
    if (json) {
      terminal.out().println(json(report));
    } else {
      lines(report).forEach(terminal.out()::println);
    }
    terminal.out().flush();
    return report.losses().isEmpty() ? ExitCode.OK : ExitCode.FOUND;
  }

  private DamagedDataset damaged(Notices notices) throws IOException {
    try {
      return DamagedDataset.of(dataset, Limits.DEFAULT, notices);
    } catch (NotADatasetException e) {
      throw new UsageException(e.getFile() + ": " + e.getReason());
    }
  }

  private List<String> lines(SalvageReport report) {
    List<String> lines = new ArrayList<>();
    int shards = report.manifest().shardCount();
    lines.add(
        Printable.line(target.toString())
            + ": "
            + (shards == 0 && !report.losses().isEmpty() ? "nothing could be saved, " : "")
            + Units.count(report.manifest().sampleCount(), "sample")
            + " saved, in "
            + Units.count(shards, "shard")
            + (report.copied() == 0 ? "" : ", " + report.copied() + " of them copied as they were")
            + "; verified");
    List<String> lost = new ArrayList<>();
    add(lost, report.lostSamples(), "sample");
    add(lost, report.count(Loss.Kind.ORIGINAL), "original");
    if (report.count(Loss.Kind.MANIFEST) > 0) {
      lost.add("the manifest (class names are those in the keys)");
    }
    for (Loss loss : report.losses()) {
      if (loss.kind() == Loss.Kind.LIST) {
        lost.add(
            "the list "
                + Printable.line(loss.file())
                + " (its shards are saved as far as they tell what they are)");
      }
    }
    if (report.isUncounted(Loss.Kind.SHARD)) {
      lost.add("shards whose content is unknown");
    }
    if (report.isUncounted(Loss.Kind.MANIFEST)) {
      lost.add("whatever else there was; neither manifest nor index lists it any more");
    } else if (report.isUncounted(Loss.Kind.LIST)) {
      lost.add("whatever else was in such a list");
    }
    String list = Printable.line(target.resolve(SalvageReport.LOSSES_NAME).toString());
    lines.add(
        lost.isEmpty() ? "lost  nothing" : "lost  " + String.join(", ", lost) + "; see " + list);
    List<String> leftOut = report.leftOut();
    if (!leftOut.isEmpty()) {
      lines.add(
          "left out  "
              + Units.count(leftOut.size(), "shard")
              + " that neither manifest nor index lists: "
              + Printable.line(leftOut.get(0))
              + (leftOut.size() == 1 ? "" : " and others, see " + list)
              + "; 'pcr repair' can save each one separately");
    }
    return lines;
  }

  private static void add(List<String> lost, long count, String what) {
    if (count > 0) {
      lost.add(Units.count(count, what));
    }
  }

  private static String json(SalvageReport report) {
    JsonWriter json = JsonWriter.indented().beginObject();
    json.put("ok", report.losses().isEmpty());
    json.put("saved_samples", report.manifest().sampleCount());
    json.put("lost_samples", report.lostSamples());
    json.put("lost_originals", report.count(Loss.Kind.ORIGINAL));
    json.put("manifest_lost", report.count(Loss.Kind.MANIFEST) > 0);
    json.put("lost_lists", report.count(Loss.Kind.LIST));
    json.put("more_may_be_lost", report.isMoreUnknown());
    json.put("left_out_shards", report.leftOut().size());
    json.put("shards", report.manifest().shardCount());
    return json.put("copied_shards", report.copied()).end().toString();
  }
}
