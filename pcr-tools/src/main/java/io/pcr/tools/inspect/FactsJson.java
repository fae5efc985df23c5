package io.pcr.tools.inspect;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.manifest.MeasuredCurve;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.reader.internal.facts.DatasetFacts;
import io.pcr.writer.internal.json.JsonWriter;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * The facts as JSON. Names are those of the specification in snake_case; they are kept from one
 * version to the next, and others may be added.
 */
final class FactsJson {
  private FactsJson() {}

  static String of(DatasetFacts facts) {
    JsonWriter json = JsonWriter.indented().beginObject();
    json.put("name", facts.name()).put("variant", facts.variant());
    facts
        .identity()
        .ifPresent(
            i -> json.put("dataset_uuid", i.uuid().toString()).put("generation", i.generation()));
    json.put("samples", facts.samples()).put("whole_samples", facts.wholeSamples());
    json.put("bytes", facts.bytes());
    json.put("shards", facts.shards().size());
    json.put("group_count", facts.groups().size());
    groups(json, facts);
    json.put("metadata_length", facts.metadataBytes());
    json.put("column_length", facts.columnBytes());
    json.put("restore_length", facts.restoreBytes());
    json.put("restorable_samples", facts.restorable());
    json.put("source_bytes", facts.sourceBytes());
    GroupWords.fixed(facts).ifPresent(s -> json.put("scan_script", s.name()));
    facts.targets().ifPresent(t -> targets(json, t));
    range(json, "sample_bytes", facts.sizes());
    range(json, "longer_side", facts.sides());
    json.beginArray("formats");
    for (DatasetFacts.FormatFacts format : facts.formats()) {
      json.beginObject();
      json.put("encoding", format.encoding().name().toLowerCase(Locale.ROOT));
      json.put("color_class", format.colorClass().label());
      json.put("samples", format.samples()).put("bytes", format.bytes()).end();
    }
    json.end();
    classes(json, facts.classes());
    columns(json, facts.columns());
    facts.identity().ifPresent(i -> identity(json, i));
    json.beginArray("shard_table");
    for (DatasetFacts.ShardFacts shard : facts.shards()) {
      json.beginObject().put("name", shard.name()).put("variant", shard.variant());
      json.put("samples", shard.samples()).put("bytes", shard.bytes()).end();
    }
    json.end().beginArray("faults");
    for (DatasetFacts.Fault fault : facts.faults()) {
      json.beginObject().put("shard", fault.shard()).put("problem", fault.problem()).end();
    }
    return json.end().end().toString();
  }

  private static void groups(JsonWriter json, DatasetFacts facts) {
    json.beginArray("groups");
    for (DatasetFacts.GroupFacts group : facts.groups()) {
      json.beginObject().put("group", group.group()).put("bytes", group.bytes());
      json.put("prefix_length", group.prefixLength())
          .put("adds", GroupWords.of(facts, group.group()))
          .end();
    }
    json.end();
  }

  private static void range(JsonWriter json, String name, DatasetFacts.Range range) {
    json.beginObject(name);
    range.smallest().ifPresent(min -> json.put("min", min));
    range.largest().ifPresent(max -> json.put("max", max));
    json.put("sum", range.sum()).end();
  }

  private static void classes(JsonWriter json, DatasetFacts.ClassFacts classes) {
    json.beginObject("classes");
    json.put("count", classes.count()).put("unlabelled_samples", classes.unlabelled());
    json.put("min_samples", classes.fewest()).put("max_samples", classes.most());
    json.beginArray("largest");
    for (DatasetFacts.LabelFacts label : classes.largest()) {
      json.beginObject().put("label", label.label());
      label.name().ifPresent(name -> json.put("name", name));
      json.put("samples", label.samples()).put("bytes", label.bytes()).end();
    }
    json.end().end();
  }

  private static void targets(JsonWriter json, GroupTargets targets) {
    json.beginObject("targets");
    measure(json, targets.measure());
    json.put("way", targets.way().name()).beginArray("values");
    for (int group = 1; group < targets.groupCount(); group++) {
      json.value(targets.target(group));
    }
    json.end().end();
  }

  private static void measure(JsonWriter json, QualityMeasure measure) {
    json.put("metric", measure.metric().name());
    json.put("reconstruction", measure.reconstruction().name());
    json.put("at", measure.at().toString());
  }

  private static void curve(JsonWriter json, MeasuredCurve curve) {
    json.beginObject();
    measure(json, curve.measure());
    json.beginArray("points");
    for (int group = 1; group <= curve.points().size(); group++) {
      QualityPoint point = curve.point(group);
      json.beginObject().put("group", group).put("mean_bytes", point.meanBytes());
      json.put("ms_ssim_mean", point.msSsimMean()).put("ms_ssim_p10", point.msSsimP10());
      json.put("ms_ssim_p1", point.msSsimP1()).put("psnr_mean", point.psnr());
      json.put("decode_relative", point.decodeRelative()).end();
    }
    json.end().end();
  }

  private static void columns(JsonWriter json, List<ColumnSpec> columns) {
    json.beginArray("columns");
    for (ColumnSpec column : columns) {
      json.beginObject().put("name", column.name());
      json.put("type", column.type().name().toLowerCase(Locale.ROOT));
      json.put("placement", column.placement().name().toLowerCase(Locale.ROOT)).end();
    }
    json.end();
  }

  private static void identity(JsonWriter json, DatasetFacts.Identity identity) {
    json.beginObject("options");
    new TreeMap<>(identity.options()).forEach(json::put);
    json.end().beginArray("quality");
    identity.quality().forEach(curve -> curve(json, curve));
    json.end();
  }
}
