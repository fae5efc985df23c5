package io.pcr.conformance.probe;

import io.pcr.format.targets.GroupTargets;
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
                    "metric", t.metric().id(),
                    "way", t.way().id(),
                    "size", t.size(),
                    "values", t.values()))
        .orElse(null);
  }
}
