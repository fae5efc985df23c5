package io.pcr.tools.convert;

import io.pcr.writer.convert.ConversionSummary;
import io.pcr.writer.convert.DryRun;
import io.pcr.writer.internal.json.JsonWriter;
import io.pcr.writer.journal.InputCounts.Count;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.Findings;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a conversion did, for programs. */
final class SummaryJson {
  private SummaryJson() {}

  static String of(ConversionSummary summary) {
    JsonWriter json = JsonWriter.indented().beginObject();
    json.put("generation", summary.manifest().generation());
    json.put("shards", summary.added().size());
    json.put("rejects", summary.rejects()).put("not_images", summary.notImages());
    json.put("resumed", summary.resumed());
    json.put("seconds", summary.elapsed().toNanos() / 1e9);
    json.put("shard_bytes", summary.shardBytes());
    json.put("restore_bytes", summary.restoreBytes());
    json.beginObject("counts");
    for (Count count : Count.values()) {
      json.put(count.name().toLowerCase(Locale.ROOT), summary.tally().get(count));
    }
    json.end();
    put(json, summary.listed(), summary.findings());
    json.beginArray("prefix_bytes");
    for (int group = 0; group <= summary.manifest().groupCount(); group++) {
      json.value(summary.prefixBytes(group));
    }
    return json.end().end().toString();
  }

  static String of(DryRun.Report report) {
    JsonWriter json = JsonWriter.indented().beginObject();
    json.put("files", report.inputs()).put("bytes", report.inputBytes());
    json.put("classes", report.classes()).put("shards", report.shards());
    json.put("unreadable", report.unreadable()).put("refused", report.rejected());
    json.put("left_out", report.leftOut()).put("not_images", report.notImages());
    put(json, report.listed(), report.findings());
    json.beginObject("types");
    report.byType().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> json.put(entry.getKey().name(), entry.getValue()));
    return json.end().end().toString();
  }

  private static void put(JsonWriter json, Map<RejectReason, Long> listed, Findings findings) {
    json.beginObject("reasons");
    new TreeMap<>(listed).forEach((reason, count) -> json.put(reason.name(), count));
    json.end().beginObject("findings");
    findings
        .all()
        .forEach(
            (finding, found) -> {
              json.beginObject(finding.name().toLowerCase(Locale.ROOT));
              json.put("count", found.count()).beginArray("examples");
              found.examples().forEach(json::value);
              json.end().end();
            });
    json.end();
  }
}
