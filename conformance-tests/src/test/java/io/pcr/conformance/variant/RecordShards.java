package io.pcr.conformance.variant;

import io.pcr.format.Limits;
import io.pcr.format.checksum.Sha256;
import io.pcr.format.manifest.Compression;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Puts other files in the place of a dataset's TFRecord shard. */
final class RecordShards {
  private RecordShards() {}

  static Manifest manifest(Path dataset) throws IOException {
    try (ByteSource source = FileByteSource.open(dataset.resolve(Manifest.FILE_NAME))) {
      return Manifest.read(source, Limits.DEFAULT);
    }
  }

  /** The dataset's one shard, damaged behind the manifest's back. */
  static void damage(Path dataset, byte[] bytes) throws IOException {
    Files.write(dataset.resolve(manifest(dataset).shards().get(0).name()), bytes);
  }

  static byte[] bytes(Path dataset) throws IOException {
    return Files.readAllBytes(dataset.resolve(manifest(dataset).shards().get(0).name()));
  }

  /** Makes these bytes the dataset's one shard, as whoever wrote them would have. */
  static void publish(Path dataset, String name, Compression compression, int samples, byte[] bytes)
      throws IOException {
    Manifest old = manifest(dataset);
    Files.delete(dataset.resolve(old.shards().get(0).name()));
    Files.write(dataset.resolve(name), bytes);
    ShardEntry entry =
        new ShardEntry(
            name,
            ShardVariant.TFRECORD,
            compression,
            Sha256.of(ByteBuffer.wrap(bytes)).toUuid(),
            bytes.length,
            samples,
            0,
            0,
            List.of(),
            0);
    Manifest changed =
        new Manifest(
            old.datasetUuid(),
            old.generation() + 1,
            old.groupCount(),
            old.targets(),
            old.classNames(),
            old.quality(),
            old.options(),
            List.of(entry));
    ByteBuffer encoded = changed.encode();
    byte[] file = new byte[encoded.remaining()];
    encoded.get(file);
    Files.write(dataset.resolve(Manifest.FILE_NAME), file);
  }
}
