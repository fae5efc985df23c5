package io.pcr.advisor;

import io.pcr.advisor.model.Machine;
import io.pcr.advisor.model.Place;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the advisor found. Immutable.
 *
 * @param outcomes all ways that were looked at, the best first; empty when the time was over before
 *     one could be predicted
 * @param efficiency the share of the cores that a loader uses; empty when it was not measured
 * @param complete whether all that was planned was measured
 */
public record Advice(
    TuneOptions options,
    Machine machine,
    Optional<Place> place,
    OptionalDouble efficiency,
    List<Outcome> outcomes,
    boolean complete) {
  /** More than this share between prediction and measurement, and the advice has failed. */
  public static final double MOST_ERROR = .1;

  public Advice {
    outcomes = List.copyOf(outcomes);
  }

  /** The way that is advised. */
  public Optional<Outcome> best() {
    return outcomes.stream().findFirst();
  }

  /** Whether a way feeds the consumer, if one was named. */
  public boolean feeds(Outcome outcome) {
    return new Choice(options.consumer(), options.quality()).feeds(outcome);
  }

  /** Whether a way shows images that are good enough. */
  public boolean isGood(Outcome outcome) {
    return new Choice(options.consumer(), options.quality()).isGood(outcome);
  }

  /** Whether the advised way was run and gave something else than was predicted. */
  public boolean hasFailed() {
    return best().map(Outcome::error).orElse(OptionalDouble.empty()).stream()
        .anyMatch(error -> Math.abs(error) > MOST_ERROR);
  }
}
