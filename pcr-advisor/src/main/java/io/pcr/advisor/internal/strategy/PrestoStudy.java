package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.format.internal.commit.OwnFolder;
import io.pcr.reader.internal.work.Parallel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Runs strategies: prepares each, measures its epochs, and removes what it prepared. Rows that were
 * measured before, in the same folder, are not measured again. For one thread.
 */
public final class PrestoStudy {
  /** Sizes of made pictures, in bytes. */
  private static final List<Integer> SIZES =
      List.of(10_000, 40_000, 160_000, 640_000, 2_560_000, 10_240_000, 20_480_000);

  private static final List<SplitFormat> SWEPT =
      List.of(
          SplitFormat.parse("tfrecord"), SplitFormat.parse("raw"), SplitFormat.parse("float32"));

  /** The first work in a process meets nothing that is compiled. */
  private static final int FIRST_WARM_UPS = 8;

  /** Told of what happens. */
  public interface Listener {
    /** A row was measured; {@code left} are still to be. */
    void measured(StrategyRow row, int left);

    /** Something is not as it was asked for. */
    void notice(String text);
  }

  /**
   * What came out.
   *
   * @param rows all of the folder's journal that belong to this study, measured now or before
   * @param missing how many runs are still to be made
   * @param reason why they are; empty when none is
   */
  public record Result(List<StrategyRow> rows, int missing, Optional<String> reason) {}

  private final SourceImages images;
  private final PrestoOptions options;
  private final Path rows;
  private final Path work;
  private final Listener listener;
  private final Set<String> notices = new LinkedHashSet<>();
  private boolean isWarm;

  /**
   * A study of these images.
   *
   * @param rows the folder that keeps the rows
   * @param work the folder for what is prepared, which is removed again
   */
  public PrestoStudy(
      SourceImages images, PrestoOptions options, Path rows, Path work, Listener listener) {
    this.images = images;
    this.options = options;
    this.rows = rows;
    this.work = work;
    this.listener = listener;
  }

  /** Runs what has not been run yet, as far as the signal lets it. */
  public Result run(StopSignal stop) throws IOException {
    Files.createDirectories(rows);
    Files.createDirectories(work);
    try (RowJournal journal = RowJournal.open(rows)) {
      List<Wanted> all = new ArrayList<>();
      trials().forEach(trial -> all.add(wanted(trial)));
      Set<StrategyRow.Key> given = new LinkedHashSet<>();
      Optional<String> reason = Optional.empty();
      try {
        for (Wanted wanted : all) {
          measure(wanted, journal, all, given, stop);
        }
      } catch (StopSignal.StoppedException e) {
        reason = Optional.of(e.getMessage());
      } finally {
        journal.writeCsv();
      }
      Set<StrategyRow.Key> keys = new LinkedHashSet<>();
      all.forEach(wanted -> keys.addAll(wanted.keys));
      keys.removeAll(given);
      List<StrategyRow> measured =
          journal.rows().stream().filter(row -> keys.contains(row.key())).toList();
      return new Result(measured, keys.size() - measured.size(), reason);
    }
  }

  /** A trial and all of its runs. */
  private record Wanted(Trial trial, List<StrategyRow.Key> keys) {}

  private Wanted wanted(Trial trial) {
    List<StrategyRow.Key> keys = new ArrayList<>();
    for (CacheMode cache : options.caches()) {
      for (int threads : options.threads()) {
        for (ShufflePlace shuffle :
            trial.isMade() ? List.of(ShufflePlace.NONE) : options.shuffles()) {
          for (int run = 1; run <= options.runs(); run++) {
            keys.add(trial.key(imagesName(), cache, threads, shuffle, run));
          }
        }
      }
    }
    return new Wanted(trial, keys);
  }

  private String imagesName() {
    return images.folder() + " (" + images.files().size() + ")";
  }

  private List<Trial> trials() {
    List<Trial> trials = new ArrayList<>();
    for (int samples : options.samples()) {
      List<Path> chosen = images.spread(samples);
      for (Pipeline pipeline : options.pipelines()) {
        strategies(pipeline).forEach(strategy -> trials.add(Trial.of(strategy, chosen)));
      }
    }
    if (options.sweepBytes() > 0) {
      for (int size : SIZES) {
        int count = (int) Math.max(1, options.sweepBytes() / size);
        for (Picture.Kind kind : List.of(Picture.Kind.UINT8, Picture.Kind.FLOAT32)) {
          SWEPT.stream()
              .filter(format -> format.form().takes(kind))
              .forEach(format -> trials.add(Trial.ofMadePictures(kind, format, size, count)));
        }
      }
    }
    return trials;
  }

  private List<Strategy> strategies(Pipeline pipeline) {
    List<Strategy> strategies = new ArrayList<>();
    strategies.add(Strategy.ofOriginals(pipeline));
    for (int split = 1; split <= pipeline.lastSplit(); split++) {
      Picture.Kind kind = pipeline.kindAt(split);
      List<SplitFormat> formats =
          options.formats().isEmpty() ? SplitFormat.allOf(kind) : options.formats();
      for (SplitFormat format : formats) {
        if (format.form() != SplitFormat.Form.FILES && format.form().takes(kind)) {
          strategies.add(new Strategy(pipeline, split, format));
        }
      }
    }
    return strategies;
  }

  private void measure(
      Wanted wanted,
      RowJournal journal,
      List<Wanted> all,
      Set<StrategyRow.Key> given,
      StopSignal stop)
      throws IOException {
    List<StrategyRow.Key> missing = wanted.keys.stream().filter(key -> !journal.has(key)).toList();
    if (missing.isEmpty()) {
      return;
    }
    stop.check();
    Path folder = Files.createTempDirectory(work, "split");
    try {
      StrategyRow.Preparation preparation = prepare(wanted.trial, folder.resolve("data"), stop);
      for (CacheMode cache : options.caches()) {
        List<StrategyRow.Key> now =
            missing.stream().filter(key -> key.cache().equals(cache.word())).toList();
        if (!now.isEmpty()) {
          try (TrialRun run =
              TrialRun.open(wanted.trial, folder.resolve("data"), cache, options, stop)) {
            run.warmUp(warmUp(), now.get(0).threads(), stop);
            for (StrategyRow.Key key : now) {
              StrategyRow row = run.measure(key, preparation, stop);
              journal.add(row);
              run.notice().ifPresent(this::notice);
              listener.measured(row, left(journal, all, given));
            }
          } catch (HeldFeed.DoesNotFitException e) {
            given.addAll(now);
            notice(wanted.trial + " is not run from the application's cache: " + e.getMessage());
          }
        }
      }
    } finally {
      OwnFolder.deleteTree(folder);
    }
  }

  private Duration warmUp() {
    Duration time = isWarm ? options.warmUp() : options.warmUp().multipliedBy(FIRST_WARM_UPS);
    isWarm = true;
    return time;
  }

  private static int left(RowJournal journal, List<Wanted> all, Set<StrategyRow.Key> given) {
    return (int)
        all.stream()
            .flatMap(wanted -> wanted.keys.stream())
            .filter(key -> !journal.has(key) && !given.contains(key))
            .count();
  }

  private void notice(String text) {
    if (notices.add(text)) {
      listener.notice(text);
    }
  }

  private static StrategyRow.Preparation prepare(Trial trial, Path folder, StopSignal stop)
      throws IOException {
    ProcessCosts before = ProcessCosts.now();
    trial.prepare(folder, Parallel.processors(), stop);
    ProcessCosts costs = ProcessCosts.now().since(before);
    long bytes = bytes(folder);
    return trial.isOfOriginals()
        ? new StrategyRow.Preparation(0, 0, bytes)
        : new StrategyRow.Preparation(costs.seconds(), costs.cpuSeconds(), bytes);
  }

  private static long bytes(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return SourceImages.bytes(paths.filter(Files::isRegularFile).toList());
    }
  }
}
