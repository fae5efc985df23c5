package io.pcr.writer.convert;

import io.pcr.format.Limits;
import io.pcr.format.index.IndexIdentity;
import io.pcr.format.index.IndexSource;
import io.pcr.format.index.ShardKeys;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.ShardMetadata;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** The shards of a dataset in a folder, for building its index. */
record DatasetIndexSource(Path folder, Manifest manifest) implements IndexSource {
  @Override
  public IndexIdentity identity() {
    return new IndexIdentity(manifest.datasetUuid(), manifest.generation());
  }

  @Override
  public List<ShardKeys> shards() {
    return manifest.shards().stream()
        .<ShardKeys>map(shard -> new ContainerKeys(folder, shard))
        .toList();
  }

  private record ContainerKeys(Path folder, ShardEntry shard) implements ShardKeys {
    @Override
    public String name() {
      return shard.name();
    }

    @Override
    public int sampleCount() {
      return shard.sampleCount();
    }

    @Override
    public void forEachSample(SampleConsumer consumer) throws IOException {
      try (ByteSource source = FileByteSource.open(folder.resolve(shard.name()))) {
        ShardMetadata metadata = ShardFile.open(source, Limits.DEFAULT).metadata();
        for (int sample = 0; sample < metadata.sampleCount(); sample++) {
          ByteBuffer keyBytes = metadata.keyBytes(sample);
          byte[] key = new byte[keyBytes.remaining()];
          keyBytes.get(key);
          consumer.sample(key, metadata.label(sample).orElse(NO_LABEL));
        }
      }
    }
  }
}
