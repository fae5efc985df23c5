package io.pcr.advisor;

import io.pcr.advisor.measure.LoaderMeasurement;
import io.pcr.advisor.model.Prediction;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A way, what it was predicted to give, and what it gave. Immutable.
 *
 * @param measured empty when it was not run
 */
public record Outcome(
    TuneSource source, Prediction predicted, Optional<LoaderMeasurement> measured) {
  /** Images a second: as measured if it was, else as predicted. */
  public double rate() {
    return measured.map(LoaderMeasurement::rate).orElse(predicted.rate());
  }

  /** How far the prediction is from what was measured, as a share of that. */
  public OptionalDouble error() {
    return measured
        .map(run -> OptionalDouble.of((predicted.rate() - run.rate()) / run.rate()))
        .orElse(OptionalDouble.empty());
  }

  /** The settings of the loader with which the whole dataset gives this. */
  public LoaderSettings settings(int batch) {
    return LoaderSettings.of(source.images(), batch, Tuner.isFast(predicted));
  }

  /** With what a run gave. */
  Outcome ran(LoaderMeasurement run) {
    return new Outcome(source, predicted, Optional.of(run));
  }
}
