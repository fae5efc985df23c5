package io.pcr.conformance.vectors;

import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import io.pcr.format.script.ScanScripts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The scan scripts of drafted shards and manifests, as tables. */
final class ScriptDrafts {
  /** A short script whose later groups hold what is left. */
  private static final String TEXT =
      """
      script vectors
      groups 3
      [grey]
      0: 0-0,0,1 @1;
      0: 1-5,0,0 @2;
      0: 0-0,1,0 @3;
      0: 6-63,0,0 @3;
      [ycbcr]
      0,1,2: 0-0,0,1 @1;
      0: 1-5,0,0 @2;
      0: 6-63,0,0 @2;
      1: 1-63,0,0 @2;
      2: 1-63,0,0 @3;
      0,1,2: 0-0,1,0 @3;
      """;

  private ScriptDrafts() {}

  /** The scripts for JPEGs that are cut into three groups. */
  static ScanScripts parsed() {
    return ScanScripts.parse(TEXT);
  }

  /** The same as a table, each scan moved to the last group when there are fewer. */
  static TableDraft scripts(int groupCount) {
    return table(parsed(), groupCount);
  }

  static TableDraft table(ScanScripts scripts, int groupCount) {
    List<TableDraft> tables = new ArrayList<>();
    for (ScanScript script : scripts.scripts().values()) {
      tables.add(script(script.colorClass().id(), scans(script, groupCount)));
    }
    return new TableDraft("ScanScripts")
        .set("name", scripts.name().getBytes(StandardCharsets.US_ASCII))
        .set("scripts", tables);
  }

  static TableDraft script(int colorClass, List<int[]> scans) {
    return new TableDraft("ScanScript").set("color_class", colorClass).set("scans", scans);
  }

  private static List<int[]> scans(ScanScript script, int groupCount) {
    List<int[]> scans = new ArrayList<>();
    for (Scan scan : script.scans()) {
      int components = scan.components().stream().mapToInt(c -> 1 << c).sum();
      int group = Math.min(scan.group(), groupCount);
      scans.add(new int[] {components, scan.ss(), scan.se(), scan.ah(), scan.al(), group});
    }
    return scans;
  }
}
