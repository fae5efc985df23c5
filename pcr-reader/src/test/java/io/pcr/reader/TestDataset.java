package io.pcr.reader;

import io.pcr.format.internal.shard.RestoreExtent;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.MeasuredCurve;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.quality.QualityMeasure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A dataset on disk made for a test. */
public final class TestDataset {
  private final Path folder;
  private final List<TestShard> shards;

  private TestDataset(Path folder, List<TestShard> shards) {
    this.folder = folder;
    this.shards = shards;
  }

  /** Writes the shards and their manifest; with a quality of 0.9, 0.91, … by group. */
  public static TestDataset write(Path folder, TestShard... shards) throws IOException {
    Files.createDirectories(folder);
    TestDataset dataset = new TestDataset(folder, List.of(shards));
    for (int i = 0; i < shards.length; i++) {
      Files.write(folder.resolve(name(i)), shards[i].bytes());
    }
    dataset.publish(1, true);
    return dataset;
  }

  /** A shard's file name. */
  public static String name(int shard) {
    return String.format("part-%05d.pcr", shard);
  }

  /** Writes a manifest. */
  public void publish(long generation, boolean withQuality) throws IOException {
    List<ShardEntry> entries = new ArrayList<>();
    for (int i = 0; i < shards.size(); i++) {
      entries.add(ShardEntries.of(name(i), shards.get(i).file(), RestoreExtent.NONE));
    }
    List<QualityPoint> quality = new ArrayList<>();
    for (int g = 1; g <= TestShard.GROUPS; g++) {
      double msSsim = g == TestShard.GROUPS ? 1 : 0.9 + g / 100.0;
      double psnr = g == TestShard.GROUPS ? Double.POSITIVE_INFINITY : 25 + g;
      quality.add(new QualityPoint(1000 * g, msSsim, msSsim, msSsim, psnr, 1));
    }
    Manifest manifest =
        Manifest.builder(new UUID(1, 2))
            .generation(generation)
            .groups(TestShard.GROUPS, Optional.empty())
            .classNames(List.of(new ClassName(0, "zero")))
            .quality(
                withQuality
                    ? List.of(new MeasuredCurve(QualityMeasure.MS_SSIM, quality))
                    : List.of())
            .columns(columns())
            .add(entries)
            .build();
    ByteBuffer bytes = manifest.encode();
    byte[] file = new byte[bytes.remaining()];
    bytes.get(file);
    Files.write(folder.resolve(Manifest.FILE_NAME), file);
  }

  /** The columns that any shard has. */
  private List<DatasetColumn> columns() {
    return shards.stream()
        .flatMap(shard -> shard.file().metadata().columns().stream())
        .map(column -> DatasetColumn.of(column.spec()))
        .distinct()
        .toList();
  }

  public Path folder() {
    return folder;
  }

  public int shardCount() {
    return shards.size();
  }

  public TestShard shard(int shard) {
    return shards.get(shard);
  }

  public int sampleCount() {
    return shards.stream().mapToInt(TestShard::sampleCount).sum();
  }
}
