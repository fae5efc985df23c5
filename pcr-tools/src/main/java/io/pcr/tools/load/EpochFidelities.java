package io.pcr.tools.load;

import io.pcr.format.Fidelity;
import io.pcr.loader.internal.policy.FidelityNumbers;
import io.pcr.writer.internal.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Which fidelities the batches of an epoch had, one after the other. */
final class EpochFidelities {
  private final List<Stretch> stretches = new ArrayList<>();

  /** Batches in a row of one fidelity. */
  private record Stretch(String fidelity, long batches) {}

  void add(Fidelity fidelity) {
    String name = FidelityNumbers.called(FidelityNumbers.of(fidelity));
    int last = stretches.size() - 1;
    if (last >= 0 && stretches.get(last).fidelity.equals(name)) {
      stretches.set(last, new Stretch(name, stretches.get(last).batches + 1));
    } else {
      stretches.add(new Stretch(name, 1));
    }
  }

  void json(JsonWriter out) {
    out.beginArray("fidelities");
    for (Stretch each : stretches) {
      out.beginObject().put("fidelity", each.fidelity).put("batches", each.batches).end();
    }
    out.end();
  }

  /** As {@code fidelity 3}, or {@code fidelity full (60 batches), 3 (4 batches)}. */
  @Override
  public String toString() {
    return stretches.size() == 1
        ? "fidelity " + stretches.get(0).fidelity
        : stretches.stream()
            .map(each -> each.fidelity + " (" + each.batches + " batches)")
            .collect(Collectors.joining(", ", "fidelity ", ""));
  }
}
