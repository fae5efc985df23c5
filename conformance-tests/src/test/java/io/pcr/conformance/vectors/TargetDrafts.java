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
    return table(1, 1, "full", values);
  }

  static TableDraft table(int metric, int way, String size, long... values) {
    return new TableDraft("GroupTargets")
        .set("metric", metric)
        .set("way", way)
        .set("size", ManifestDraft.utf8(size))
        .set("values", values);
  }
}
