package io.pcr.advisor.measure;

import io.pcr.format.Fidelity;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Shard;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Has the kernel's page cache hold a dataset, as it does behind the first epoch. */
public final class PageCache {
  private static final int PIECE_BYTES = 4 << 20;

  private PageCache() {}

  /** Reads all shards of a local dataset once, as far as time allows. */
  public static void fill(PcrDataset dataset, TimeLimit time) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(PIECE_BYTES);
    for (Shard shard : dataset.shards()) {
      try (ByteSource file = dataset.files().open(shard.name())) {
        long end = shard.prefixLength(Fidelity.FULL);
        for (long from = 0; from < end && !time.isOver(); from += PIECE_BYTES) {
          file.readFully(from, buffer.clear().limit((int) Math.min(PIECE_BYTES, end - from)));
        }
      }
    }
  }
}
