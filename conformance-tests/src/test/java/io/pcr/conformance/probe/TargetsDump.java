package io.pcr.conformance.probe;

import io.pcr.format.quality.GroupTargets;
import java.util.Map;
import java.util.Optional;

/** What groups were chosen to show, as the schema has it. */
final class TargetsDump {
  private TargetsDump() {}

  /** Null when nothing is stated. */
  static Map<String, Object> of(Optional<GroupTargets> targets) {
    return targets
        .map(
            t ->
                Map.<String, Object>of(
                    "metric", t.measure().metric().id(),
                    "way", t.way().id(),
                    "reconstruction", t.measure().reconstruction().id(),
                    "at", t.measure().at().stored(),
                    "values", t.values()))
        .orElse(null);
  }
}
