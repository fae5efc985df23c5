package io.pcr.format.manifest;

import io.pcr.format.column.ColumnShape;
import io.pcr.format.column.ColumnType;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFixture;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.QualityMeasure.Metric;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import io.pcr.format.shard.ShardVariant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/** Manifests of everything, as a seed decides. */
public final class ManifestFixture {
  /** In the order of a manifest. */
  private static final List<QualityMeasure> MEASURES =
      List.of(
          QualityMeasure.MS_SSIM,
          new QualityMeasure(Metric.MS_SSIM, Reconstruction.PLAIN, new ViewSize(256, 224)),
          new QualityMeasure(Metric.MS_SSIM, Reconstruction.PLAIN, new ViewSize(65_535, 1)),
          new QualityMeasure(Metric.MS_SSIM, Reconstruction.MIDPOINT, ViewSize.FULL),
          new QualityMeasure(Metric.MS_SSIM, Reconstruction.MIDPOINT, new ViewSize(1000, 9)));

  private ManifestFixture() {}

  /** A manifest with so many shards; one without groups where none of them has any. */
  public static Manifest manifest(long seed, int shardCount, int groupCount) {
    Random random = new Random(seed);
    List<ShardEntry> shards = new ArrayList<>();
    for (int i = 0; i < shardCount; i++) {
      shards.add(shard(random, i, groupCount));
    }
    boolean isPcr = shards.stream().anyMatch(shard -> shard.variant() == ShardVariant.PCR);
    int groups = isPcr ? groupCount : 1;
    List<ClassName> classNames = new ArrayList<>();
    for (long label = -2; label < random.nextInt(20); label++) {
      classNames.add(new ClassName(label, "straße " + label));
    }
    List<MeasuredCurve> quality = new ArrayList<>();
    for (QualityMeasure measure : MEASURES) {
      if (random.nextBoolean()) {
        quality.add(new MeasuredCurve(measure, points(random, groups)));
      }
    }
    Map<String, String> options = new LinkedHashMap<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      options.put("option-" + i, i == 1 ? "" : "value " + random.nextInt());
    }
    return Manifest.builder(uuid(random))
        .commitId(uuid(random))
        .generation(1 + random.nextInt(100))
        .parentGeneration(0)
        .groups(groups, isPcr ? Optional.of(ShardFixture.targets(groups)) : Optional.empty())
        .classNames(classNames)
        .quality(quality)
        .options(options)
        .columns(columns(random))
        .nextShardNumber(random.nextInt(1000))
        .add(shards)
        .keySegments(keySegments(random))
        .build();
  }

  private static List<DatasetColumn> columns(Random random) {
    List<DatasetColumn> columns = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      ColumnType type = ColumnType.ofId(1 + random.nextInt(4)).orElseThrow();
      ColumnShape shape = ColumnShape.ofId(random.nextInt(type.isVariable() ? 1 : 3)).orElseThrow();
      int length = shape == ColumnShape.FIXED ? 1 + random.nextInt(1000) : 0;
      columns.add(new DatasetColumn("größe " + i, type, shape, length));
    }
    return columns;
  }

  private static List<KeySegment> keySegments(Random random) {
    List<KeySegment> segments = new ArrayList<>();
    for (int i = random.nextInt(9); i > 0; i--) {
      segments.add(
          new KeySegment(
              "keys-" + i + "-0.pcrk",
              1 + random.nextInt(1 << 30),
              random.nextBoolean() ? 16 : 32,
              random.nextLong(Long.MAX_VALUE),
              random.nextInt()));
    }
    return segments;
  }

  private static List<QualityPoint> points(Random random, int groupCount) {
    List<QualityPoint> points = new ArrayList<>();
    for (int group = 1; group <= groupCount; group++) {
      double psnr = group == groupCount ? Double.POSITIVE_INFINITY : 30;
      points.add(new QualityPoint(random.nextInt(100_000), .96, .9, .8, psnr, 2.5));
    }
    return points;
  }

  private static UUID uuid(Random random) {
    return new UUID(random.nextLong(), random.nextLong());
  }

  private static ShardEntry shard(Random random, int number, int groupCount) {
    return switch (random.nextInt(3)) {
      case 0 ->
          ShardEntries.of(
              "part-" + number + ".pcr",
              ShardFixture.pcr(random.nextLong(), groupCount).samples(3).plan());
      case 1 ->
          ShardEntries.of(
              "part-" + number + ".pcrl", ShardFixture.liquid(random.nextLong()).samples(3).plan());
      default ->
          new ShardEntry(
              "Size_" + number + ".tfrecord",
              ShardEntry.UNLISTED,
              ShardVariant.TFRECORD,
              Compression.ofId(random.nextInt(4)).orElseThrow(),
              uuid(random),
              random.nextInt(1 << 30),
              1000,
              0,
              List.of(),
              0,
              0,
              random.nextLong(1L << 60),
              random.nextInt(1001));
    };
  }
}
