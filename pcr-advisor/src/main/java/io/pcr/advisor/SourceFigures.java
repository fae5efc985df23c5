package io.pcr.advisor;

import io.pcr.advisor.measure.DecodeMeasurement;
import io.pcr.advisor.measure.LoaderMeasurement;
import io.pcr.advisor.measure.PlaceMeasurement;
import io.pcr.advisor.measure.Spread;
import io.pcr.advisor.measure.TimeLimit;
import io.pcr.advisor.model.LoaderCosts;
import io.pcr.advisor.model.Place;
import io.pcr.format.Fidelity;
import io.pcr.format.manifest.Manifest;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.cache.LoaderCache;
import io.pcr.loader.transform.Transform;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Measures what there is to know of one source, each thing apart. For one thread. */
final class SourceFigures {
  private static final double PLACE_SECONDS = 5;
  private static final double READ_SECONDS = 2;
  private static final double DECODE_SECONDS = 20;

  /** Of what is left, so that a short budget has a little of everything. */
  private static final double SHARE = .1;

  private final TuneSource source;
  private final TuneOptions options;
  private final KnownFigures known;
  private final TimeLimit time;
  private final Consumer<String> notices;

  SourceFigures(
      TuneSource source,
      TuneOptions options,
      KnownFigures known,
      TimeLimit time,
      Consumer<String> notices) {
    this.source = source;
    this.options = options;
    this.known = known;
    this.time = time;
    this.notices = notices;
  }

  /** What a figure is called: it holds for this generation of this dataset at this place. */
  String name(String figure) {
    String generation =
        source.dataset().manifest().map(Manifest::generation).map(String::valueOf).orElse("");
    return figure + " of " + source.dataset().files().location() + " " + generation;
  }

  /** How fast its place answers; empty when the time is over. */
  Optional<Place> place() throws IOException, InterruptedException {
    return known
        .get(
            name("place"),
            4,
            () -> {
              if (time.isOver()) {
                return Optional.empty();
              }
              Place place =
                  PlaceMeasurement.measure(
                      source.dataset().files(),
                      LoaderOptions.builder().build().readThreads(),
                      options.seed(),
                      time.share(SHARE, PLACE_SECONDS),
                      notices);
              return Optional.of(
                  new double[] {
                    place.latency(),
                    place.streamBandwidth(),
                    place.bandwidth(),
                    place.isCold() ? 1 : 0
                  });
            })
        .map(values -> new Place(values[0], values[1], values[2], values[3] > 0));
  }

  /** What decoding costs; fidelities are left out when the time is over. */
  Map<Fidelity, Spread> decode(List<Fidelity> fidelities) throws IOException, InterruptedException {
    Map<Fidelity, Spread> costs = new HashMap<>();
    Map<Fidelity, Spread> measured = new HashMap<>();
    for (Fidelity each : fidelities) {
      String name = name("decode " + options.transform() + " at " + each);
      Optional<double[]> values =
          known.get(
              name,
              4,
              () -> {
                if (measured.isEmpty() && !time.isOver()) {
                  measured.putAll(measureDecoding(fidelities));
                }
                return Optional.ofNullable(measured.get(each))
                    .map(cost -> new double[] {cost.mean(), cost.p10(), cost.p90(), cost.count()});
              });
      values.ifPresent(v -> costs.put(each, new Spread(v[0], v[1], v[2], (long) v[3])));
    }
    return costs;
  }

  private Map<Fidelity, Spread> measureDecoding(List<Fidelity> fidelities)
      throws IOException, InterruptedException {
    return DecodeMeasurement.measure(
        source.dataset(),
        fidelities,
        options.transform(),
        source.reconstruction(),
        options.threads(),
        options.seed(),
        time.share(2 * SHARE, DECODE_SECONDS));
  }

  /**
   * What the loader needs of the processor besides decoding: from runs that decode nothing, at the
   * lowest and at the highest fidelity.
   */
  Optional<LoaderCosts> costs(List<Fidelity> fidelities, LoaderCache cache)
      throws IOException, InterruptedException {
    Optional<double[]> low = readCost(fidelities.get(0), cache);
    Optional<double[]> high = readCost(fidelities.get(fidelities.size() - 1), cache);
    if (low.isEmpty() || high.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(LoaderCosts.of(low.get()[0], low.get()[1], high.get()[0], high.get()[1]));
  }

  private Optional<double[]> readCost(Fidelity fidelity, LoaderCache cache)
      throws IOException, InterruptedException {
    return known.get(
        name("reading by " + cache.kind() + " at " + fidelity),
        2,
        () -> {
          LoaderOptions reading =
              LoaderSettings.of(source, options, fidelity, true, cache)
                  .transform(new Transform.Files())
                  .build();
          LoaderMeasurement done =
              LoaderMeasurement.run(
                  source.dataset(), reading, READ_SECONDS, time.share(SHARE, 4 * READ_SECONDS));
          double bytes = source.bytes(fidelity);
          if (done.images() > 0) {
            return Optional.of(new double[] {bytes, done.cpuOfImage()});
          }
          // A slow store: the bytes that came say what they cost.
          return done.bytes() > 0
              ? Optional.of(new double[] {bytes, done.cpuSeconds() * bytes / done.bytes()})
              : Optional.empty();
        });
  }
}
