package io.pcr.writer.convert;

import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.writer.internal.convert.LabelMap;
import io.pcr.writer.internal.convert.ShardFormats;
import io.pcr.writer.internal.shard.ShardFormat;
import io.pcr.writer.internal.shard.ShardSpec;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.util.OptionalLong;

/** What a run's shards will be, or why none can be made of its source. */
final class RunFormat {
  private RunFormat() {}

  static ShardFormat of(ConversionOptions options, SampleSource source, LabelMap labels)
      throws IOException {
    int columns = source.columns().size();
    if (columns > ShardMetadata.MAX_COLUMNS) {
      throw new RunRejectedException(
          options.source().root()
              + " has "
              + columns
              + " columns, a dataset has at most "
              + ShardMetadata.MAX_COLUMNS);
    }
    return ShardFormats.of(
        options.variant(),
        new ShardSpec(
            options.encode(),
            source.columns(),
            labels.classNames(),
            OptionalLong.of(source.count())));
  }
}
