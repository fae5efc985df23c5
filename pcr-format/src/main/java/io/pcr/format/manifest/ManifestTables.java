package io.pcr.format.manifest;

import static io.pcr.format.error.InvalidFieldException.require;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.tables.ManifestTable;
import io.pcr.format.internal.tables.ManifestTable.ClassNameTable;
import io.pcr.format.internal.tables.ManifestTable.CreationOptionTable;
import io.pcr.format.internal.tables.MeasuredCurveTable;
import io.pcr.format.internal.tables.MeasuredCurveTable.QualityPointTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** Between a manifest and its tables, whose meaning it checks. */
final class ManifestTables {
  private static final int UUID_LENGTH = 16;

  private ManifestTables() {}

  static Manifest read(ManifestTable table, long generation) {
    Map<String, String> options = new LinkedHashMap<>();
    for (int i = 0; i < table.options().size(); i++) {
      CreationOptionTable option = table.options().get(i);
      require(
          options.put(option.name(), option.value()) == null,
          ErrorCode.MALFORMED,
          "Manifest.options[" + i + "].name",
          option.name(),
          "a new one");
    }
    return new Manifest(
        uuid(table.datasetUuid(), "Manifest.dataset_uuid"),
        uuid(table.commitId(), "Manifest.commit_id"),
        generation,
        table.parentGeneration(),
        table.groupCount(),
        table.targets(),
        each(table.classNames(), "class_names", name -> new ClassName(name.label(), name.name())),
        each(table.quality(), "quality", ManifestTables::curve),
        options,
        table.columns(),
        table.nextShardNumber(),
        table.parts(),
        shards(table),
        table.keySegments());
  }

  private static ShardTable shards(ManifestTable table) {
    try {
      return ShardTable.check(table.shards(), table.groupCount());
    } catch (InvalidFieldException e) {
      throw e.under("Manifest.shards");
    }
  }

  private static <T, R> List<R> each(List<T> tables, String vector, Function<T, R> read) {
    List<R> result = new ArrayList<>(tables.size());
    for (int i = 0; i < tables.size(); i++) {
      try {
        result.add(read.apply(tables.get(i)));
      } catch (InvalidFieldException e) {
        throw e.under("Manifest." + vector + "[" + i + "]");
      }
    }
    return result;
  }

  private static MeasuredCurve curve(MeasuredCurveTable table) {
    List<QualityPoint> points = new ArrayList<>();
    for (int i = 0; i < table.points().size(); i++) {
      try {
        points.add(point(table.points().get(i)));
      } catch (InvalidFieldException e) {
        throw e.under("MeasuredCurve.points[" + i + "]");
      }
    }
    return new MeasuredCurve(table.measure(), points);
  }

  private static QualityPoint point(QualityPointTable table) {
    return new QualityPoint(
        table.meanBytes(),
        table.msSsimMean(),
        table.msSsimP10(),
        table.msSsimP1(),
        table.psnr(),
        table.decodeRelative());
  }

  private static UUID uuid(ByteBuffer bytes, String field) {
    require(
        bytes.remaining() == UUID_LENGTH,
        ErrorCode.MALFORMED,
        field,
        bytes.remaining() + " bytes",
        UUID_LENGTH);
    // Slices are big-endian: the order of a UUID's text form.
    ByteBuffer in = bytes.slice();
    return new UUID(in.getLong(), in.getLong());
  }

  static ManifestTable write(Manifest manifest) {
    return new ManifestTable(
        bytes(manifest.datasetUuid()),
        bytes(manifest.commitId()),
        manifest.parentGeneration(),
        manifest.groupCount(),
        manifest.targets(),
        manifest.classNames().stream()
            .map(name -> new ClassNameTable(name.label(), name.name()))
            .toList(),
        manifest.quality().stream().map(ManifestTables::table).toList(),
        manifest.options().entrySet().stream()
            .map(option -> new CreationOptionTable(option.getKey(), option.getValue()))
            .toList(),
        manifest.columns(),
        manifest.nextShardNumber(),
        manifest.parts(),
        manifest.shards().table(),
        manifest.keySegments());
  }

  private static MeasuredCurveTable table(MeasuredCurve curve) {
    return new MeasuredCurveTable(
        curve.measure(), curve.points().stream().map(ManifestTables::table).toList());
  }

  private static QualityPointTable table(QualityPoint point) {
    return new QualityPointTable(
        point.meanBytes(),
        point.msSsimMean(),
        point.msSsimP10(),
        point.msSsimP1(),
        point.psnr(),
        point.decodeRelative());
  }

  private static ByteBuffer bytes(UUID uuid) {
    return ByteBuffer.allocate(UUID_LENGTH)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .flip();
  }
}
