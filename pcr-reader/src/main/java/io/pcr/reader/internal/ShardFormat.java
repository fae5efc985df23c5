package io.pcr.reader.internal;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.index.ShardKeys;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import io.pcr.reader.Shard;
import java.io.IOException;
import java.util.List;

/** How the shards of a variant are read. This is where another variant joins. Stateless. */
public interface ShardFormat {
  /**
   * A shard of a dataset; nothing is read yet.
   *
   * @param columns what the manifest says of the dataset's columns, if anything
   */
  Shard open(
      ShardEntry entry, List<ColumnSpec> columns, SourceOpener opener, ReaderContext context);

  /** Gives the key and label of each sample of a shard that this format opened, in order. */
  void forEachSample(Shard shard, ShardKeys.SampleConsumer consumer) throws IOException;

  /** The format of a variant. */
  static ShardFormat of(ShardVariant variant) {
    return switch (variant) {
      case PCR, LIQUID -> new ContainerFormat();
      case TFRECORD -> new RecordFormat();
    };
  }
}
