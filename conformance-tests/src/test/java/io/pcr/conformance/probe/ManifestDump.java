package io.pcr.conformance.probe;

import io.pcr.format.Limits;
import io.pcr.format.internal.manifest.ManifestHeadLayout;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.MeasuredCurve;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a manifest holds. */
final class ManifestDump {
  private ManifestDump() {}

  static Map<String, Object> of(ByteSource source) throws IOException {
    Manifest manifest = Manifest.read(source, Limits.DEFAULT);
    ByteBuffer head = ByteBuffer.allocate(ManifestHeadLayout.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    source.readFully(0, head);
    Map<String, Object> dump = new LinkedHashMap<>();
    dump.put("container", "manifest");
    dump.put("kind", head.get(ManifestHeadLayout.KIND_OFFSET) & 0xFF);
    dump.put("ro_compat_features", u32(head, ManifestHeadLayout.RO_COMPAT_FEATURES_OFFSET));
    dump.put("compat_features", u32(head, ManifestHeadLayout.COMPAT_FEATURES_OFFSET));
    dump.put("generation", manifest.generation());
    dump.put("dataset_uuid", manifest.datasetUuid().toString().replace("-", ""));
    dump.put("group_count", manifest.groupCount());
    dump.put("targets", TargetsDump.of(manifest.targets()));
    List<Object> names = new ArrayList<>();
    manifest.classNames().forEach(name -> names.add(List.of(name.label(), name.name())));
    dump.put("class_names", names);
    dump.put("quality", new ArrayList<>(manifest.quality().stream().map(m -> curve(m)).toList()));
    List<Object> options = new ArrayList<>();
    manifest.options().forEach((name, value) -> options.add(List.of(name, value)));
    dump.put("options", options);
    dump.put("shards", new ArrayList<>(manifest.shards().stream().map(s -> shard(s)).toList()));
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

  private static Map<String, Object> shard(ShardEntry shard) {
    Map<String, Object> dump = new LinkedHashMap<>();
    dump.put("name", shard.name());
    dump.put("variant", shard.variant().id());
    dump.put("compression", shard.compression().id());
    dump.put("shard_uuid", shard.shardUuid().toString().replace("-", ""));
    dump.put("total_length", shard.totalLength());
    dump.put("sample_count", shard.sampleCount());
    dump.put("head_crc32c", Integer.toUnsignedLong(shard.headCrc32c()));
    dump.put("prefix_lengths", shard.prefixLengths());
    dump.put("restore_length", shard.restoreLength());
    return dump;
  }
}
