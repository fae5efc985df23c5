package io.pcr.conformance.variant;

import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.manifest.Compression;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardTable;
import io.pcr.format.shard.ShardVariant;
import io.pcr.testkit.Manifests;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Puts other files in the place of a dataset's TFRecord shard. */
final class RecordShards {
  private RecordShards() {}

  /** The dataset's one shard, damaged behind the manifest's back. */
  static void damage(Path dataset, byte[] bytes) throws IOException {
    Files.write(dataset.resolve(Manifests.read(dataset).shards().get(0).name()), bytes);
  }

  static byte[] bytes(Path dataset) throws IOException {
    return Files.readAllBytes(dataset.resolve(Manifests.read(dataset).shards().get(0).name()));
  }

  /** Makes these bytes the dataset's one shard, as whoever wrote them would have. */
  static void publish(Path dataset, String name, Compression compression, int samples, byte[] bytes)
      throws IOException {
    Manifest old = Manifests.read(dataset);
    Files.delete(dataset.resolve(old.shards().get(0).name()));
    Files.write(dataset.resolve(name), bytes);
    ShardEntry entry =
        new ShardEntry(
            name,
            ShardEntry.UNLISTED,
            ShardVariant.TFRECORD,
            compression,
            Sha256.of(ByteBuffer.wrap(bytes)).toUuid(),
            bytes.length,
            samples,
            0,
            List.of(),
            0,
            0,
            bytes.length,
            samples);
    Manifest changed =
        old.next()
            .shards(List.of(), ShardTable.EMPTY)
            .add(List.of(entry))
            .keySegments(List.of())
            .build();
    Manifests.write(dataset, changed);
  }
}
