package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.internal.manifest.PartFiles;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.check.DatasetCheck;
import io.pcr.reader.location.DatasetLocation;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordShard;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.tfrecord.internal.example.ImageExample;
import io.pcr.writer.internal.publish.DatasetPublication;
import io.pcr.writer.internal.publish.FirstGeneration;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Covers R-PART-1, R-PART-5
/** A dataset that has as many shards as a root can have, and is added to. */
class ManyShardsTest {
  private static final byte[] IMAGE = JpegFixtures.baseline(1, 8, 8);

  @TempDir private Path folder;

  private Path dataset() {
    return folder.resolve("dataset");
  }

  private ShardEntry shard(int number) throws IOException {
    String name = String.format("part-%05d.tfrecord", number);
    ImageExample example =
        new ImageExample(
            ByteBuffer.wrap(IMAGE).asReadOnlyBuffer(),
            Optional.of("JPEG"),
            OptionalLong.empty(),
            Optional.empty(),
            Optional.of("k" + number + ".jpg"),
            OptionalLong.of(8),
            OptionalLong.of(8),
            Optional.empty(),
            Map.of());
    Path file = dataset().resolve(name);
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        TfRecordWriter writer = new TfRecordWriter(channel, TfRecordWriteOptions.DEFAULT)) {
      writer.write(example.toExample(FeatureNames.DEFAULT));
      writer.finish();
    }
    try (FileByteSource source = FileByteSource.open(file)) {
      return TfRecordShard.alone(name, source, TfRecordReadOptions.DEFAULT);
    }
  }

  private void publish(int count) throws IOException {
    Files.createDirectory(dataset());
    List<ShardEntry> shards = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      shards.add(shard(i));
    }
    Manifest manifest =
        Manifest.builder(new UUID(1, 2))
            .add(shards)
            .inParts(new PartFiles(dataset(), DurableSteps.NONE))
            .build();
    new DatasetPublication(dataset(), Limits.DEFAULT, notice -> {}, DurableSteps.NONE)
        .publish(Optional.empty(), new FirstGeneration(dataset(), manifest));
  }

  private Manifest append(String name) throws Exception {
    Path source = Sources.write(folder.resolve("of " + name), Map.of(name, IMAGE));
    Conversion.append(
        ConversionOptions.builder(FolderSourceOptions.of(source), dataset())
            .variant(new TfRecordVariant("none"))
            .build(),
        ConversionListener.SILENT);
    return ManifestPublication.newest(dataset()).orElseThrow();
  }

  @Test
  void firstShardsGoIntoAPartThatLaterGenerationsShare() throws Exception {
    publish(Manifest.MAX_SHARDS);
    assertEquals(
        List.of(), ManifestPublication.newest(dataset()).orElseThrow().parts(), "all in the root");
    Manifest second = append("x.jpg");
    assertEquals(1, second.parts().size());
    assertEquals(Manifest.MAX_SHARDS, second.parts().get(0).shardCount());
    assertEquals(1, second.shards().size());
    Path part = dataset().resolve(second.parts().get(0).name());
    byte[] bytes = Files.readAllBytes(part);
    Manifest third = append("y.jpg");
    assertEquals(second.parts(), third.parts());
    assertEquals(2, third.shards().size());
    assertArrayEquals(bytes, Files.readAllBytes(part));
    assertTrue(Files.size(dataset().resolve(Manifest.FILE_NAME)) < 2048, "costs the root alone");
    try (PcrDataset opened = PcrDataset.open(dataset())) {
      for (String key : new String[] {"k0.jpg", "k4095.jpg", "x.jpg", "y.jpg"}) {
        assertEquals(key, opened.sample(key, Fidelity.FULL).key());
      }
      assertEquals(Manifest.MAX_SHARDS + 2, opened.sampleCount());
      assertTrue(DatasetCheck.of(opened).run().isIntact());
    }
    DatasetLocation place = DatasetLocation.of(dataset());
    try (PcrDataset first = PcrDataset.open(place, 1, ReaderOptions.DEFAULT)) {
      assertEquals(Manifest.MAX_SHARDS, first.sampleCount());
    }
  }
}
