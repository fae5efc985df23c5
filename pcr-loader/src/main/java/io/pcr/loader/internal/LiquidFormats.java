package io.pcr.loader.internal;

import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.shard.ShardVariant;
import io.pcr.loader.LoaderPart;
import io.pcr.loader.order.SampleFormats;
import io.pcr.loader.order.ShardCounts;
import io.pcr.reader.Shard;
import io.pcr.reader.internal.ContainerShard;
import java.io.IOException;
import java.util.List;

/** Finds the format of each sample of a part whose shards are Liquid shards. */
public final class LiquidFormats {
  private LiquidFormats() {}

  /**
   * Reads the metadata of all shards.
   *
   * @throws IllegalArgumentException when one of them is not a Liquid shard
   */
  public static SampleFormats of(LoaderPart part) throws IOException {
    List<Shard> shards = part.dataset().shards();
    ShardCounts counts = part.selection().counts();
    byte[][] formats = new byte[shards.size()][];
    for (int number = 0; number < formats.length; number++) {
      formats[number] = new byte[counts.count(number)];
      ShardMetadata metadata = metadata(shards.get(number));
      for (int place = 0; place < formats[number].length; place++) {
        int ordinal = part.selection().ordinal(number, place);
        formats[number][place] = (byte) metadata.encoding(ordinal).id();
      }
    }
    return SampleFormats.of(counts, formats);
  }

  private static ShardMetadata metadata(Shard shard) throws IOException {
    if (shard instanceof ContainerShard container) {
      ShardFile file = container.file();
      if (file.head().variant() == ShardVariant.LIQUID) {
        return file.metadata();
      }
    }
    throw new IllegalArgumentException(
        "order liquid is for Liquid shards, and "
            + shard.name()
            + " is not one; use the order lanes");
  }
}
