package io.pcr.tools.verify;

import io.pcr.format.error.PcrException;
import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.reader.check.CheckResult;
import io.pcr.reader.check.Damage;
import io.pcr.reader.check.DatasetCheck;
import io.pcr.reader.check.Unchecked;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.tools.ExitCode;
import io.pcr.tools.dataset.Datasets;
import io.pcr.tools.dataset.Notices;
import io.pcr.tools.dataset.PixelLimit;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.internal.json.JsonWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pcr verify}. */
@Command(
    name = "verify",
    description =
        "Check every checksum and everything that is stored twice; exit with 1 if something"
            + " is damaged.",
    footer = {
      "",
      "Exit status: 0 no damage; 1 damage, or shards under other names; 3 something could not"
          + " be checked, because it cannot be read, or needs a newer pcr or a larger limit. That"
          + " is not damage.",
      "The index can always be built again from the shards. If it is missing or stale, the"
          + " command reports that with status 0; if it is damaged, the status is 1.",
      "All generations are read, and the newest one is checked, also where manifest.pcrm is behind"
          + " it. A part of the manifest that is damaged or missing does not keep the other shards"
          + " from being checked.",
      "Files that no generation needs are listed with status 0: what interrupted commands left, and"
          + " emptied generations. Nothing deletes them unasked.",
      "",
      "Examples:",
      "  pcr verify photos/",
      "  pcr verify photos/part-00003.pcr --deep --json"
    })
public final class VerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DATASET",
      description = "A dataset's folder, a shard, or the http(s) URI of one of them.")
  private String dataset;

  @Option(
      names = "--deep",
      description = "Also decode every image, and check every original that is kept.")
  private boolean deep;

  @Mixin private PixelLimit pixelLimit;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = Terminal.of(spec);
    DatasetFiles files;
    try {
      files = Datasets.findNewestIntact(dataset, new Notices(terminal)).withoutLostParts();
    } catch (PcrException.Unsupported | PcrException.LimitExceeded e) {
      return nothingChecked(Unchecked.ofFile(e), terminal);
    }
    long begun = System.nanoTime();
    List<Damage> damages = new ArrayList<>();
    long samples = files.manifest().map(m -> m.sampleCount()).orElse(-1L);
    DatasetCheck check = DatasetCheck.of(files).withDeep(deep).withLimits(pixelLimit.limits());
    CheckResult result;
    try (Progress progress =
        new Progress(terminal, "verify", "sample", samples, check.bytesToRead())) {
      // Printed as they are found: who interrupts a long check keeps what it knows.
      Consumer<Damage> found =
          json ? damages::add : damage -> progress.print(terminal.out(), damage.toString());
      result =
          check
              .onDamage(damage -> found.accept(CheckText.advised(damage)))
              .withProgress(progress)
              .run();
    }
    Duration time = Duration.ofNanos(System.nanoTime() - begun);
    if (json) {
      terminal.out().println(json(files.name(), result, damages, time));
    } else {
      result.misnamed().forEach((shard, file) -> terminal.out().println(misnamed(shard, file)));
      terminal.out().println(summary(files.name(), result, time));
      result
          .index()
          .filter(state -> state.damage().isEmpty())
          .ifPresent(state -> terminal.out().println(CheckText.line(state)));
      CheckText.leftOver(result.leftOver()).forEach(terminal.out()::println);
      if (files.isRunUnfinished()) {
        terminal.out().println(CheckText.UNFINISHED_RUN);
      }
    }
    terminal.out().flush();
    result.unchecked().forEach(left -> print(left, terminal));
    if (!result.unchecked().isEmpty()) {
      return ExitCode.IO;
    }
    return result.isIntact() ? ExitCode.OK : ExitCode.FOUND;
  }

  private static void print(Unchecked left, Terminal terminal) {
    terminal.err().println("pcr: " + CheckText.advised(left));
  }

  private static String misnamed(String shard, String file) {
    return Printable.line(shard + " was found as " + file)
        + "; it is read from there, and 'pcr repair' gives it its name back";
  }

  /** What there would be to check, nobody knows. */
  private int nothingChecked(Unchecked left, Terminal terminal) {
    if (json) {
      CheckResult nothing = CheckResult.nothing(left);
      terminal.out().println(json(left.file(), nothing, List.of(), Duration.ZERO));
      terminal.out().flush();
    }
    print(left, terminal);
    return ExitCode.IO;
  }

  private static String summary(String name, CheckResult totals, Duration time) {
    String found = totals.damages() == 0 ? "no damage" : Units.count(totals.damages(), "damage");
    int misnamed = totals.misnamed().size();
    if (misnamed > 0) {
      found += ", " + Units.count(misnamed, "shard") + " under other names";
    }
    long unchecked = totals.unchecked().stream().map(Unchecked::file).distinct().count();
    if (unchecked > 0) {
      String were = unchecked == 1 ? " was not" : " were not";
      found += " in what was checked; " + Units.count(unchecked, "shard") + were;
    }
    return Printable.line(name)
        + ": "
        + found
        + "; checked "
        + Units.count(totals.samples(), "sample")
        + " in "
        + Units.count(totals.shards(), "shard")
        + ", "
        + Units.bytes(totals.bytes())
        + " in "
        + Units.duration(time);
  }

  private static String json(String name, CheckResult result, List<Damage> damages, Duration time) {
    JsonWriter json = JsonWriter.indented().beginObject().put("name", name);
    json.put("ok", result.isIntact());
    json.put("shards", result.shards());
    json.put("samples", result.samples()).put("bytes", result.bytes());
    json.put("seconds", time.toNanos() / 1e9);
    result.index().ifPresent(state -> json.put("index", CheckText.word(state)));
    json.beginArray("damages");
    damages.forEach(damage -> CheckText.put(json, damage));
    json.end().beginArray("misnamed");
    result
        .misnamed()
        .forEach((shard, file) -> json.beginObject().put("shard", shard).put("file", file).end());
    json.end().beginArray("left_over");
    result.leftOver().forEach(file -> CheckText.put(json, file));
    json.end().beginArray("unchecked");
    result.unchecked().forEach(left -> CheckText.put(json, CheckText.advised(left)));
    return json.end().end().toString();
  }
}
