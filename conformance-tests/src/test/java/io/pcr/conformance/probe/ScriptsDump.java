package io.pcr.conformance.probe;

import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import io.pcr.format.script.ScanScripts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Scan scripts, each scan as the six numbers of the schema. */
final class ScriptsDump {
  private ScriptsDump() {}

  /** Null when there is none. */
  static Map<String, Object> of(Optional<ScanScripts> scripts) {
    if (scripts.isEmpty()) {
      return null;
    }
    List<Object> tables = new ArrayList<>();
    for (ScanScript script : scripts.get().scripts().values()) {
      List<Object> scans = new ArrayList<>();
      for (Scan scan : script.scans()) {
        int components = scan.components().stream().mapToInt(c -> 1 << c).sum();
        scans.add(List.of(components, scan.ss(), scan.se(), scan.ah(), scan.al(), scan.group()));
      }
      tables.add(Map.of("color_class", script.colorClass().id(), "scans", scans));
    }
    return Map.of("name", scripts.get().name(), "scripts", tables);
  }
}
