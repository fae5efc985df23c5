package io.pcr.tools.load;

import io.pcr.loader.Batch;
import io.pcr.loader.Loader;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.LoaderPart;
import io.pcr.loader.LoaderStatistics;
import io.pcr.loader.policy.FidelityPolicy;
import io.pcr.loader.state.LoaderState;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.tools.ExitCode;
import io.pcr.tools.ReadsDataset;
import io.pcr.tools.UsageException;
import io.pcr.tools.dataset.Datasets;
import io.pcr.tools.dataset.FidelityArgument;
import io.pcr.tools.dataset.Notices;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.internal.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pcr load}. */
@Command(
    name = "load",
    description = {
      "Read a dataset as a training run does: in batches of decoded images, in the order of"
          + " the run.",
      "Report how fast that was, and how long it waited for data."
    },
    footer = {
      "",
      "Examples:",
      "  pcr load photos/ --fidelity msssim:.96",
      "  pcr load photos/ --epochs 90 --policy schedule:1x80,full",
      "  pcr load photos/ --epochs 3 --state run.json     # continues when it is called again",
      "  pcr load photos/ --where \"label in (3, 7) and width >= 224\"",
      "  pcr load photos/ --ranks 8 --rank 3 --batches 10 --keys keys.jsonl",
      "  pcr load https://host/photos/ --epochs 5 --cache minio:50GB",
      "  pcr load photos/:.7 drawings/:.3 --epoch-batches 1000"
    })
public final class LoadCommand implements Callable<Integer>, ReadsDataset {
  private static final double NANOS_PER_SECOND = 1e9;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "1..*",
      paramLabel = "DATASET[:WEIGHT]",
      description =
          "A dataset's folder, a shard, or the http(s) URI of one of them; several make a mix.")
  private List<String> datasets;

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description =
          "Read only the samples of each dataset for which this holds, such as \"label < 100 and"
              + " width >= 224\" (docs/loader.md); default: all samples.")
  private String where;

  @Mixin private LoadArguments arguments;

  @Mixin private FidelityArgument fidelity;

  @Mixin private PolicyArgument policy;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "How many epochs the run has, with those before --state; default ${DEFAULT-VALUE}.")
  private long epochs;

  @Option(
      names = "--batches",
      paramLabel = "N",
      description = "Stop after this many batches; default: at the end of the last epoch.")
  private Long batches;

  @Option(
      names = "--consumer",
      paramLabel = "RATE",
      description =
          "Take at most this many images per second, as a model would; default: no limit.")
  private Double consumer;

  @Option(
      names = "--state",
      paramLabel = "FILE",
      description =
          "If the file exists, continue from the state in it. Write the state after each batch.")
  private Path state;

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description = "Write the keys of each batch to this file, as a line of JSON.")
  private Path keys;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (epochs < 1 || (batches != null && batches < 1) || (consumer != null && !(consumer > 0))) {
      throw new UsageException("--epochs, --batches and --consumer must be more than 0");
    }
    List<WeightedDataset> named = datasets.stream().map(WeightedDataset::parse).toList();
    int[] weights = WeightedDataset.whole(named);
    Terminal terminal = Terminal.of(spec);
    Optional<LoaderState> from = readState();
    List<PcrDataset> opened = new ArrayList<>();
    try {
      List<LoaderPart> parts = new ArrayList<>();
      for (int i = 0; i < weights.length; i++) {
        Notices notices = new Notices(terminal);
        opened.add(
            Datasets.open(find(named.get(i).dataset(), from, i, notices), OnDamage.FAIL, notices));
        parts.add(chosen(LoaderPart.of(opened.get(i)).withWeight(weights[i])));
      }
      run(parts, arguments.options(policy(opened), keys != null), from, terminal);
    } finally {
      for (PcrDataset dataset : opened) {
        dataset.close();
      }
    }
    return ExitCode.OK;
  }

  private LoaderPart chosen(LoaderPart part) throws IOException {
    try {
      return where == null ? part : part.where(where);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--where: " + e.getMessage());
    }
  }

  private Optional<LoaderState> readState() throws IOException {
    try {
      return LoadOutput.readState(Optional.ofNullable(state));
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** A run continues with the generation that it began with. */
  private static DatasetFiles find(
      String argument, Optional<LoaderState> from, int part, Notices notices) throws IOException {
    DatasetFiles newest = Datasets.find(argument, notices);
    if (from.isEmpty() || part >= from.get().parts().size()) {
      return newest;
    }
    return Datasets.find(argument, from.get().parts().get(part).generation(), newest, notices);
  }

  private FidelityPolicy policy(List<PcrDataset> opened) throws IOException {
    return policy.of(fidelity, opened, arguments::reconstruction);
  }

  private static void sayWhatRanksRead(LoaderOptions options, Notices notices) {
    if (options.timesRead() > 1) {
      int ranks = options.rank().ranks();
      notices.accept(
          String.format(
              Locale.ROOT,
              "%d ranks share %d lanes: together they read the dataset %.1f times in an epoch;"
                  + " --lanes %d avoids this",
              ranks,
              options.order().lanes(),
              options.timesRead(),
              ranks));
    }
  }

  private void run(
      List<LoaderPart> parts, LoaderOptions options, Optional<LoaderState> from, Terminal terminal)
      throws IOException {
    sayWhatRanksRead(options, new Notices(terminal));
    Optional<Path> stateFile = Optional.ofNullable(state);
    Loader loader;
    long begun = System.nanoTime();
    try {
      loader =
          from.isPresent() ? Loader.open(parts, options, from.get()) : Loader.open(parts, options);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    if (!options.policy().isRepeatable()) {
      new Notices(terminal)
          .accept("fed decides by the clock of this machine: this run cannot be repeated exactly");
    }
    try (loader;
        LoadOutput output =
            LoadOutput.open(Optional.ofNullable(keys), stateFile, from.isPresent())) {
      new Run(loader, output, terminal, begun).toTheEnd();
    }
  }

  /** One run, for one thread. */
  private final class Run {
    private final Loader loader;
    private final LoadOutput output;
    private final Terminal terminal;
    private final long begun;
    private final JsonWriter answer = JsonWriter.indented().beginObject();
    private long images;
    private long given;
    private EpochFidelities fidelities = new EpochFidelities();

    Run(Loader loader, LoadOutput output, Terminal terminal, long begun) {
      this.loader = loader;
      this.output = output;
      this.terminal = terminal;
      this.begun = begun;
    }

    void toTheEnd() throws IOException {
      long firstBatch = 0;
      answer.beginArray("epochs");
      LoaderStatistics before = loader.statistics();
      long epochBegun = begun;
      long epochImages = 0;
      while (loader.state().epoch() < epochs && (batches == null || given < batches)) {
        Batch batch = loader.next();
        long epoch = batch.epoch();
        firstBatch = given == 0 ? System.nanoTime() - begun : firstBatch;
        images += batch.size();
        epochImages += batch.size();
        given++;
        fidelities.add(batch.fidelity());
        output.note(batch, loader.state());
        waitForConsumer();
        if (loader.state().epoch() != epoch || (batches != null && given == batches)) {
          LoaderStatistics now = loader.statistics();
          long time = System.nanoTime();
          say(epoch, new LoadRates(time - epochBegun, now.since(before)), epochImages);
          before = now;
          epochBegun = time;
          epochImages = 0;
          fidelities = new EpochFidelities();
        }
      }
      LoadRates all = new LoadRates(System.nanoTime() - begun, loader.statistics());
      if (json) {
        answer.end().put("first_batch_seconds", firstBatch / NANOS_PER_SECOND);
        answer.put("batches", given);
        all.json(answer, images);
        terminal.out().println(answer.end());
      } else if (given == 0) {
        terminal.out().println("nothing is left: the state is at the end of the last epoch");
      } else {
        terminal.out().printf("first batch after %.2f s%n", firstBatch / NANOS_PER_SECOND);
      }
      terminal.out().flush();
    }

    private void say(long epoch, LoadRates rates, long epochImages) {
      if (json) {
        answer.beginObject().put("epoch", epoch);
        rates.json(answer, epochImages);
        fidelities.json(answer);
        answer.end();
      } else {
        terminal.out().println(rates.text("epoch " + epoch, epochImages) + "; " + fidelities);
        terminal.out().flush();
      }
    }

    /** A model that takes so many images a second is busy until then. */
    private void waitForConsumer() {
      if (consumer != null) {
        long due = begun + (long) (images / consumer * NANOS_PER_SECOND);
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
          LockSupport.parkNanos(left);
        }
      }
    }
  }
}
