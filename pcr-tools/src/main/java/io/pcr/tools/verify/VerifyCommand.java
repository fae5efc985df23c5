package io.pcr.tools.verify;

import io.pcr.format.error.PcrException;
import io.pcr.format.text.Printable;
import io.pcr.format.text.Units;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.tools.ExitCode;
import io.pcr.tools.dataset.Datasets;
import io.pcr.tools.dataset.PixelLimit;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.json.JsonWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        "Check every checksum and everything that is said twice; exit 1 when something is wrong.",
    footer = {
      "",
      "Exit status: 0 no damage; 1 damage, or shards under other names; 3 something could not be"
          + " checked: the system does not let it be read, or it needs a newer pcr or a larger limit, which is no damage.",
      "The index is made from the shards whenever it is needed: one that is missing or stale is"
          + " said, and leaves the status 0; a damaged one makes it 1.",
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
      description = "Also decode every image, and prove every original that was kept.")
  private boolean deep;

  @Mixin private PixelLimit pixelLimit;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = Terminal.of(spec);
    DatasetFiles files;
    try {
      files = Datasets.find(dataset);
    } catch (PcrException.Unsupported | PcrException.LimitExceeded e) {
      return nothingChecked(Unchecked.ofFile(e), terminal);
    }
    long begun = System.nanoTime();
    List<Damage> damages = new ArrayList<>();
    long samples = files.manifest().map(m -> m.sampleCount()).orElse(-1L);
    DatasetVerifier.Totals totals;
    Optional<IndexState> index;
    try (Progress progress =
        new Progress(terminal, "verify", "sample", samples, DatasetVerifier.bytesToRead(files))) {
      // Told as they are found: who interrupts a long check keeps what it knows.
      Consumer<Damage> found =
          json ? damages::add : damage -> progress.print(terminal.out(), damage.line());
      totals = new DatasetVerifier(files, pixelLimit.limits(), deep, found).verify(progress);
      index = IndexState.of(files);
      index.flatMap(IndexState::damage).ifPresent(found);
    }
    totals = index.map(totals::with).orElse(totals);
    Duration time = Duration.ofNanos(System.nanoTime() - begun);
    if (json) {
      terminal.out().println(json(files.name(), totals, damages, index, time));
    } else {
      totals.misnamed().forEach((shard, file) -> terminal.out().println(misnamed(shard, file)));
      terminal.out().println(summary(files.name(), totals, time));
      index
          .filter(state -> state.damage().isEmpty())
          .ifPresent(state -> terminal.out().println(Printable.line(state.line())));
    }
    terminal.out().flush();
    totals.unchecked().forEach(left -> terminal.err().println("pcr: " + left.line()));
    if (!totals.unchecked().isEmpty()) {
      return ExitCode.IO;
    }
    boolean isAsItWas = totals.damages() == 0 && totals.misnamed().isEmpty();
    return isAsItWas ? ExitCode.OK : ExitCode.FOUND;
  }

  private static String misnamed(String shard, String file) {
    return Printable.line(shard + " was found as " + file)
        + "; it is read from there, 'pcr repair' gives it its name";
  }

  /** What there would be to check, nobody knows. */
  private int nothingChecked(Unchecked left, Terminal terminal) {
    if (json) {
      DatasetVerifier.Totals nothing =
          new DatasetVerifier.Totals(0, 0, 0, 0, Map.of(), List.of(left));
      terminal
          .out()
          .println(json(left.file(), nothing, List.of(), Optional.empty(), Duration.ZERO));
      terminal.out().flush();
    }
    terminal.err().println("pcr: " + left.line());
    return ExitCode.IO;
  }

  private static String summary(String name, DatasetVerifier.Totals totals, Duration time) {
    String found = totals.damages() == 0 ? "no damage" : Units.count(totals.damages(), "damage");
    int misnamed = totals.misnamed().size();
    if (misnamed > 0) {
      found += ", " + Units.count(misnamed, "shard") + " under other names";
    }
    long unchecked = totals.unchecked().stream().map(Unchecked::file).distinct().count();
    if (unchecked > 0) {
      String were = unchecked == 1 ? " was not" : " were not";
      found += " in what was checked, " + Units.count(unchecked, "shard") + were;
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

  private static String json(
      String name,
      DatasetVerifier.Totals totals,
      List<Damage> damages,
      Optional<IndexState> index,
      Duration time) {
    JsonWriter json = JsonWriter.indented().beginObject().put("name", name);
    json.put(
        "ok", totals.damages() == 0 && totals.misnamed().isEmpty() && totals.unchecked().isEmpty());
    json.put("shards", totals.shards());
    json.put("samples", totals.samples()).put("bytes", totals.bytes());
    json.put("seconds", time.toNanos() / 1e9);
    index.ifPresent(state -> json.put("index", state.word()));
    json.beginArray("damages");
    damages.forEach(damage -> damage.json(json));
    json.end().beginArray("misnamed");
    totals
        .misnamed()
        .forEach((shard, file) -> json.beginObject().put("shard", shard).put("file", file).end());
    json.end().beginArray("unchecked");
    totals.unchecked().forEach(left -> left.json(json));
    return json.end().end().toString();
  }
}
