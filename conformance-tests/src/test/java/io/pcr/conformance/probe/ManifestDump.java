package io.pcr.conformance.probe;

import io.pcr.format.Limits;
import io.pcr.format.internal.manifest.ManifestHeadLayout;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.MeasuredCurve;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardPart;
import io.pcr.format.manifest.ShardTable;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a root or a part of a manifest holds. */
final class ManifestDump {
  private ManifestDump() {}

  static Map<String, Object> of(ByteSource source) throws IOException {
    Manifest manifest = Manifest.read(source, Limits.DEFAULT);
    Map<String, Object> dump = head(source, "manifest");
    dump.put("dataset_uuid", manifest.datasetUuid().toString().replace("-", ""));
    dump.put("commit_id", manifest.commitId().toString().replace("-", ""));
    dump.put("parent_generation", manifest.parentGeneration());
    dump.put("next_shard_number", manifest.nextShardNumber());
    dump.put("group_count", manifest.groupCount());
    dump.put("targets", TargetsDump.of(manifest.targets()));
    List<Object> names = new ArrayList<>();
    manifest.classNames().forEach(name -> names.add(List.of(name.label(), name.name())));
    dump.put("class_names", names);
    dump.put("quality", new ArrayList<>(manifest.quality().stream().map(m -> curve(m)).toList()));
    List<Object> options = new ArrayList<>();
    manifest.options().forEach((name, value) -> options.add(List.of(name, value)));
    dump.put("options", options);
    dump.put("columns", new ArrayList<>(manifest.columns().stream().map(c -> column(c)).toList()));
    dump.put("parts", new ArrayList<>(manifest.parts().stream().map(p -> part(p)).toList()));
    List<Object> segments = new ArrayList<>();
    manifest.keySegments().forEach(segment -> segments.add(segment(segment)));
    dump.put("key_segments", segments);
    dump.put("shards", new ArrayList<>(manifest.shards().stream().map(s -> shard(s)).toList()));
    return dump;
  }

  static Map<String, Object> ofPart(ByteSource source) throws IOException {
    ByteBuffer file = ByteBuffer.allocate(Math.toIntExact(source.length()));
    source.readFully(0, file);
    ShardTable shards = ShardPart.decodeAlone(file.flip(), source.toString(), Limits.DEFAULT);
    Map<String, Object> dump = head(source, "part");
    dump.put("shards", new ArrayList<>(shards.stream().map(s -> shard(s)).toList()));
    return dump;
  }

  private static Map<String, Object> head(ByteSource source, String container) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(ManifestHeadLayout.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    source.readFully(0, head);
    Map<String, Object> dump = new LinkedHashMap<>();
    dump.put("container", container);
    dump.put("ro_compat_features", u32(head, ManifestHeadLayout.RO_COMPAT_FEATURES_OFFSET));
    dump.put("compat_features", u32(head, ManifestHeadLayout.COMPAT_FEATURES_OFFSET));
    dump.put("generation", head.getLong(ManifestHeadLayout.GENERATION_OFFSET));
    return dump;
  }

  private static long u32(ByteBuffer head, int at) {
    return Integer.toUnsignedLong(head.getInt(at));
  }

  private static Map<String, Object> curve(MeasuredCurve curve) {
    return Map.of(
        "metric", curve.measure().metric().id(),
        "reconstruction", curve.measure().reconstruction().id(),
        "at", curve.measure().at().stored(),
        "points", new ArrayList<>(curve.points().stream().map(p -> point(p)).toList()));
  }

  private static Map<String, Object> point(QualityPoint point) {
    return Map.of(
        "mean_bytes", ShardDump.hex(point.meanBytes()),
        "ms_ssim_mean", ShardDump.hex(point.msSsimMean()),
        "ms_ssim_p10", ShardDump.hex(point.msSsimP10()),
        "ms_ssim_p1", ShardDump.hex(point.msSsimP1()),
        "psnr", ShardDump.hex(point.psnr()),
        "decode_relative", ShardDump.hex(point.decodeRelative()));
  }

  private static Map<String, Object> column(DatasetColumn column) {
    return Map.of(
        "name", column.name(),
        "type", column.type().id(),
        "shape", column.shape().id(),
        "list_length", column.listLength());
  }

  private static Map<String, Object> part(ShardPart part) {
    return Map.of(
        "name", part.name(),
        "length", part.length(),
        "part_crc32c", Integer.toUnsignedLong(part.partCrc32c()),
        "shard_count", part.shardCount(),
        "first_shard_number", part.firstShardNumber(),
        "sample_count", part.sampleCount());
  }

  private static Map<String, Object> segment(KeySegment segment) {
    return Map.of(
        "name", segment.name(),
        "page_count", segment.pageCount(),
        "entry_length", segment.entryLength(),
        "entry_count", segment.entryCount(),
        "segment_crc32c", Integer.toUnsignedLong(segment.segmentCrc32c()));
  }

  private static Map<String, Object> shard(ShardEntry shard) {
    Map<String, Object> dump = new LinkedHashMap<>();
    dump.put("name", shard.name());
    dump.put("shard_number", shard.shardNumber());
    dump.put("variant", shard.variant().id());
    dump.put("compression", shard.compression().id());
    dump.put("shard_uuid", shard.shardUuid().toString().replace("-", ""));
    dump.put("total_length", shard.totalLength());
    dump.put("sample_count", shard.sampleCount());
    dump.put("head_crc32c", Integer.toUnsignedLong(shard.headCrc32c()));
    dump.put("prefix_lengths", shard.prefixLengths());
    dump.put("restore_length", shard.restoreLength());
    dump.put("restore_directory_length", shard.restoreDirectoryLength());
    dump.put("source_bytes", shard.sourceBytes());
    dump.put("restorable_samples", shard.restorableSamples());
    return dump;
  }
}
