package io.pcr.advisor;

import io.pcr.advisor.measure.LoaderMeasurement;
import io.pcr.advisor.measure.MachineMeasurement;
import io.pcr.advisor.measure.PageCache;
import io.pcr.advisor.measure.Spread;
import io.pcr.advisor.measure.TimeLimit;
import io.pcr.advisor.model.Bound;
import io.pcr.advisor.model.LoaderCosts;
import io.pcr.advisor.model.Machine;
import io.pcr.advisor.model.Place;
import io.pcr.advisor.model.Prediction;
import io.pcr.advisor.model.RateModel;
import io.pcr.advisor.model.Way;
import io.pcr.format.Fidelity;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.cache.LoaderCache;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * Measures, predicts, runs the best, and compares. For one thread. It ends when its time is over,
 * with what is known by then.
 */
public final class Tuner {
  private static final double MACHINE_SECONDS = .5;

  /** A run shows how well the loader uses the cores if nothing else limits it by far. */
  private static final double CLEARLY = 1.5;

  /** A place that can send so much more than is needed limits nothing, whenever it is asked. */
  private static final double FAST = 4;

  /** Pages of files stay in memory if something else is left of it. */
  private static final double MEMORY_SHARE = .9;

  private static final double FILLING = .2;
  private static final double FILLING_SECONDS = 60;

  private final TuneOptions options;
  private final KnownFigures known;
  private final TimeLimit time;
  private final Consumer<String> steps;
  private final Consumer<String> notices;

  /**
   * A tuner.
   *
   * @param known what was measured before; what is measured now is added
   * @param steps told what is being done
   * @param notices told what could not be measured
   */
  public Tuner(
      TuneOptions options,
      KnownFigures known,
      TimeLimit time,
      Consumer<String> steps,
      Consumer<String> notices) {
    this.options = options;
    this.known = known;
    this.time = time;
    this.steps = steps;
    this.notices = notices;
  }

  /** A way, and what has to be known to predict it. */
  private record Candidate(TuneSource source, Way way, LoaderCosts costs, Place place) {}

  /** Does all of it. */
  public Advice tune(List<TuneSource> sources) throws IOException, InterruptedException {
    steps.accept("measuring the machine");
    Machine machine = MachineMeasurement.measure(MACHINE_SECONDS);
    List<Candidate> candidates = new ArrayList<>();
    Optional<Place> place = Optional.empty();
    for (TuneSource source : sources) {
      SourceFigures figures = new SourceFigures(source, options, known, time, notices);
      steps.accept("measuring where " + source.form().text() + " is");
      Optional<Place> here = figures.place();
      place = place.or(() -> here);
      if (here.isPresent()) {
        candidates.addAll(candidates(source, figures, machine, here.get()));
      }
    }
    RateModel model =
        new RateModel(machine, 1, LoaderOptions.builder().build().readThreads(), window(sources));
    OptionalDouble efficiency = efficiency(candidates, model);
    RateModel calibrated =
        efficiency.isPresent() ? model.withEfficiency(efficiency.getAsDouble()) : model;
    Choice choice = new Choice(options.consumer(), options.quality());
    List<Outcome> outcomes = new ArrayList<>();
    for (Candidate each : candidates) {
      Prediction predicted = calibrated.predict(each.way, each.costs, each.place);
      outcomes.add(new Outcome(each.source, predicted, Optional.empty()));
    }
    List<Outcome> ran = run(choice.ranked(outcomes));
    boolean complete = !time.isOver() && !ran.isEmpty();
    return new Advice(options, machine, place, efficiency, choice.ranked(ran), complete);
  }

  private int window(List<TuneSource> sources) throws IOException {
    TuneSource first = sources.get(0);
    return LoaderSettings.of(first.dataset().sampleCount(), options.batch(), false).window();
  }

  private List<Candidate> candidates(
      TuneSource source, SourceFigures figures, Machine machine, Place place)
      throws IOException, InterruptedException {
    List<Fidelity> fidelities = source.fidelities(options.groups());
    steps.accept("measuring what decoding " + source.form().text() + " costs");
    Map<Fidelity, Spread> decode = figures.decode(fidelities);
    List<Candidate> candidates = new ArrayList<>();
    for (LoaderCache cache : caches(source)) {
      if (cache.equals(LoaderCache.PAGE) && fits(source, source.bytes(Fidelity.FULL), machine)) {
        PageCache.fill(source.dataset(), time.share(FILLING, FILLING_SECONDS));
      }
      steps.accept("measuring what reading " + source.form().text() + " costs");
      Optional<LoaderCosts> costs = figures.costs(fidelities, cache);
      for (Fidelity fidelity : fidelities) {
        if (costs.isPresent() && decode.containsKey(fidelity)) {
          Way way = way(source, fidelity, decode.get(fidelity), cache.kind(), 0);
          boolean isInMemory = isHeld(source, way, machine);
          candidates.add(
              new Candidate(source, way, costs.get(), isInMemory ? Place.MEMORY : place));
          if (!source.isLocal() && options.cacheBytes() > 0) {
            candidates.add(new Candidate(source, cached(source, way), costs.get(), place));
          }
        }
      }
    }
    return candidates;
  }

  /** With a cache that is filled once: it has the same share of the bytes in each epoch. */
  private Way cached(TuneSource source, Way way) throws IOException {
    double hit = Math.min(1, options.cacheBytes() / (way.bytes() * source.images()));
    return way(source, way.fidelity(), way.decode(), LoaderCache.Kind.MINIO, hit);
  }

  private static List<LoaderCache> caches(TuneSource source) {
    return source.isLocal()
        ? List.of(LoaderCache.PAGE, LoaderCache.NONE)
        : List.of(LoaderCache.PAGE);
  }

  private static Way way(
      TuneSource source, Fidelity fidelity, Spread decode, LoaderCache.Kind cache, double hit)
      throws IOException {
    int groups = source.dataset().groupCount();
    return new Way(
        source.form(),
        fidelity,
        source.quality(fidelity),
        source.bytes(fidelity),
        fidelity.isFull() ? groups : fidelity.groupIn(groups),
        decode,
        cache,
        hit);
  }

  /** Whether the page cache holds all that a way reads. */
  private static boolean isHeld(TuneSource source, Way way, Machine machine) {
    return way.cache() == LoaderCache.Kind.PAGE && fits(source, way.bytes(), machine);
  }

  private static boolean fits(TuneSource source, double bytes, Machine machine) {
    return source.isLocal() && bytes * source.images() <= MEMORY_SHARE * machine.freeMemory();
  }

  /**
   * How well a loader uses the cores: from one run that only they can limit, of the images that
   * cost the most, behind another one in which the virtual machine compiles the loader.
   */
  private OptionalDouble efficiency(List<Candidate> candidates, RateModel model)
      throws IOException, InterruptedException {
    Candidate dearest = null;
    double least = Double.POSITIVE_INFINITY;
    for (Candidate each : candidates) {
      Prediction predicted = model.predict(each.way, each.costs, each.place);
      double processor = predicted.bounds().get(Bound.DECODE);
      boolean isAlone = each.way.hit() == 0 && others(predicted) > CLEARLY * processor;
      if (isAlone && processor < least) {
        least = processor;
        dearest = each;
      }
    }
    if (dearest == null) {
      return OptionalDouble.empty();
    }
    steps.accept("measuring how well the loader uses the cores");
    Optional<LoaderMeasurement> unused = loaded(dearest.source, dearest.way, true, "first ");
    double predicted = least;
    return loaded(dearest.source, dearest.way, true, "calibration ")
        .map(run -> OptionalDouble.of(run.rate() / predicted))
        .orElse(OptionalDouble.empty());
  }

  /** The lowest of the bounds that the place sets. */
  private static double others(Prediction predicted) {
    return predicted.bounds().entrySet().stream()
        .filter(bound -> bound.getKey() != Bound.DECODE)
        .mapToDouble(Map.Entry::getValue)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** Runs the best, and puts what they gave beside what was predicted. */
  private List<Outcome> run(List<Outcome> ranked) throws IOException, InterruptedException {
    List<Outcome> outcomes = new ArrayList<>(ranked);
    int left = options.runs();
    for (int i = 0; i < outcomes.size() && left > 0; i++) {
      Outcome each = outcomes.get(i);
      Way way = each.predicted().way();
      if (way.cache() == LoaderCache.Kind.MINIO) {
        continue; // It is filled by an epoch, which is longer than any run here.
      }
      left--;
      steps.accept("running " + way.form().text() + " at fidelity " + way.fidelity());
      int place = i;
      loaded(each.source(), way, isFast(each.predicted()), "")
          .ifPresent(run -> outcomes.set(place, each.ran(run)));
    }
    return outcomes;
  }

  /** Whether the place limits a way nowhere near. */
  static boolean isFast(Prediction predicted) {
    return others(predicted) > FAST * predicted.bounds().get(Bound.DECODE);
  }

  /** Runs a loader as a way has it, unless that is known. */
  private Optional<LoaderMeasurement> loaded(TuneSource source, Way way, boolean isFast, String why)
      throws IOException, InterruptedException {
    SourceFigures figures = new SourceFigures(source, options, known, time, notices);
    Optional<double[]> values =
        known.get(
            figures.name(
                why
                    + "run of "
                    + options.transform()
                    + " by "
                    + way.cache()
                    + " at "
                    + way.fidelity()),
            4,
            () -> {
              LoaderCache cache =
                  way.cache() == LoaderCache.Kind.NONE ? LoaderCache.NONE : LoaderCache.PAGE;
              LoaderOptions running =
                  LoaderSettings.of(source, options, way.fidelity(), isFast, cache).build();
              LoaderMeasurement run =
                  LoaderMeasurement.run(
                      source.dataset(), running, options.runSeconds(), time.share(.5, 60));
              return run.images() == 0
                  ? Optional.empty()
                  : Optional.of(
                      new double[] {run.images(), run.seconds(), run.cpuSeconds(), run.bytes()});
            });
    return values.map(v -> new LoaderMeasurement((long) v[0], v[1], v[2], (long) v[3]));
  }
}
