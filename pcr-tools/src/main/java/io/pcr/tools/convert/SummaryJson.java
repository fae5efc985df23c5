package io.pcr.tools.convert;

import io.pcr.format.json.JsonWriter;
import io.pcr.writer.convert.ConversionSummary;
import io.pcr.writer.convert.DryRunReport;
import io.pcr.writer.journal.Tally.Count;
import java.util.Locale;
import java.util.Map;

/** What a conversion did, for programs. */
final class SummaryJson {
  private SummaryJson() {}

  static String of(ConversionSummary summary) {
    JsonWriter json = JsonWriter.indented().beginObject();
    json.put("generation", summary.manifest().generation());
    json.put("shards", summary.added().size());
    json.put("rejects", summary.rejects());
    json.put("resumed", summary.resumed());
    json.put("seconds", summary.elapsed().toNanos() / 1e9);
    json.put("shard_bytes", summary.shardBytes());
    json.put("restore_bytes", summary.restoreBytes());
    json.beginObject("counts");
    for (Count count : Count.values()) {
      json.put(count.name().toLowerCase(Locale.ROOT), summary.tally().get(count));
    }
    json.end().beginArray("prefix_bytes");
    for (int group = 0; group <= summary.manifest().groupCount(); group++) {
      json.value(summary.prefixBytes(group));
    }
    return json.end().end().toString();
  }

  static String of(DryRunReport report) {
    JsonWriter json = JsonWriter.indented().beginObject();
    json.put("files", report.inputs()).put("bytes", report.inputBytes());
    json.put("classes", report.classes()).put("shards", report.shards());
    json.put("not_images", report.notImages()).put("listed_rejects", report.listedRejects());
    json.put("refused", report.refused());
    json.beginObject("types");
    report.byType().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> json.put(entry.getKey().name(), entry.getValue()));
    return json.end().end().toString();
  }
}
