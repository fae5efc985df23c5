package io.pcr.advisor.internal.ratio;

import io.pcr.advisor.internal.strategy.StoredFiles;
import io.pcr.codecs.PixelFormat;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The ten shards of a format, twice: in the storage, from where they are loaded, and in memory,
 * from where they are decoded. Thread-safe; whoever opens it closes it.
 */
final class HeldShards implements Closeable {
  private final PairFormat format;
  private final PcrDataset stored;
  private final PcrDataset local;
  private final List<ShardReader> shards = new ArrayList<>();

  private HeldShards(PairFormat format, PcrDataset stored, PcrDataset local) {
    this.format = format;
    this.stored = stored;
    this.local = local;
  }

  static HeldShards open(Path folder, PairFormat format, StoredFiles files) throws IOException {
    PcrDataset stored = PcrDataset.open(files.folder(folder), ReaderOptions.DEFAULT);
    HeldShards held = new HeldShards(format, stored, PcrDataset.open(folder));
    boolean isOpen = false;
    try {
      held.read();
      isOpen = true;
      return held;
    } finally {
      if (!isOpen) {
        held.close();
      }
    }
  }

  private void read() throws IOException {
    int count = local.shards().size();
    if (count != RatioSearch.TENTHS) {
      throw new IOException(
          count + " shards of " + format + " instead of ten: use fewer images, or smaller ones");
    }
    for (int shard = 0; shard < count; shard++) {
      shards.add(local.shard(shard).read(format.fidelity()));
    }
  }

  /** Reads a shard from the storage. */
  void load(int shard) throws IOException {
    try (ShardReader reader = stored.shard(shard).read(format.fidelity())) {
      for (int i = 0; i < reader.sampleCount(); i++) {
        if (reader.sample(i).isEmpty()) {
          throw new IOException(reader.shard().name() + " lost a sample");
        }
      }
    }
  }

  /** Decodes the images of a shard from memory. */
  void decode(int shard) throws IOException {
    ByteBuffer pixels = ByteBuffer.allocateDirect(0);
    for (Sample sample : shards.get(shard)) {
      long bytes = PixelFormat.RGB.imageBytes(sample.width(), sample.height());
      if (pixels.capacity() < bytes) {
        pixels = ByteBuffer.allocateDirect(Math.toIntExact(bytes));
      }
      sample.decodeRgb(pixels.clear());
    }
  }

  @Override
  public void close() throws IOException {
    try (stored;
        local) {
      for (ShardReader shard : shards) {
        shard.close();
      }
    }
  }
}
