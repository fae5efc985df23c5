package io.pcr.conformance.vectors;

/** What the groups of drafted shards and manifests were chosen to show, as tables. */
final class TargetDrafts {
  private TargetDrafts() {}

  /** A target for each group but the last. */
  static TableDraft targets(int groupCount) {
    long[] values = new long[groupCount - 1];
    for (int i = 0; i < values.length; i++) {
      values[i] = 900_000 + 1_000L * i;
    }
    return table(1, values);
  }

  /** At full size, as any decoder shows it. */
  static TableDraft table(int way, long... values) {
    return new TableDraft("GroupTargets").set("metric", 1).set("way", way).set("values", values);
  }
}
