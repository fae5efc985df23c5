package io.pcr.loader.internal;

import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.shard.ShardVariant;
import io.pcr.loader.LoaderPart;
import io.pcr.loader.order.SampleFormats;
import io.pcr.reader.Shard;
import io.pcr.reader.internal.ContainerShard;
import io.pcr.reader.internal.work.Parallel;
import java.io.IOException;
import java.util.List;

/** Finds the format of each sample of a part whose shards are Liquid shards. */
public final class LiquidFormats {
  private LiquidFormats() {}

  /**
   * Reads the metadata of all shards, of several at a time.
   *
   * @param threads that read
   * @throws IllegalArgumentException when one of them is not a Liquid shard
   */
  public static SampleFormats of(LoaderPart part, int threads) throws IOException {
    List<Shard> shards = part.dataset().shards();
    byte[][] formats = new byte[shards.size()][];
    Parallel.forEach(
        shards, threads, (number, shard) -> formats[number] = of(part, number, metadata(shard)));
    return SampleFormats.of(part.selection().counts(), formats);
  }

  private static byte[] of(LoaderPart part, int number, ShardMetadata metadata) {
    byte[] formats = new byte[part.selection().counts().count(number)];
    for (int place = 0; place < formats.length; place++) {
      int ordinal = part.selection().ordinal(number, place);
      formats[place] = (byte) metadata.encoding(ordinal).id();
    }
    return formats;
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
