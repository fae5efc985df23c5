package io.pcr.writer.internal.shard;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.column.ColumnBuilder;
import io.pcr.format.internal.metadata.SliceEntry;
import io.pcr.format.internal.shard.ShardContent;
import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.internal.source.SourceValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The samples of one shard, as its writer asks for them. */
final class ShardBody implements ShardContent {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final ShardSamples samples;
  private final List<ColumnSpec> specs;

  /** How far into each sample's body the groups written so far reach. */
  private final int[] written;

  ShardBody(ShardSamples samples, List<ColumnSpec> specs) {
    this.samples = samples;
    this.specs = specs;
    written = new int[samples.count()];
  }

  /** Groups are asked for in order, so that the start of a slice need not be summed up. */
  @Override
  public ByteBuffer slice(int group, int sample) throws IOException {
    SliceEntry entry = samples.list().get(sample).entry().slices().get(group - 1);
    int start = group == 1 ? 0 : written[sample];
    written[sample] = start + entry.length();
    return samples.body(sample, start, entry.length());
  }

  @Override
  public ByteBuffer columnValue(int column, int sample) {
    Object value = samples.list().get(sample).columnValues().get(column);
    return value == null ? NOTHING : SourceValue.of(specs.get(column), value).bytes();
  }

  /** The columns of these samples. */
  List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < specs.size(); i++) {
      ColumnBuilder builder = new ColumnBuilder(specs.get(i));
      for (EncodedSample sample : samples.list()) {
        Object value = sample.columnValues().get(i);
        if (value == null) {
          builder.addAbsent();
        } else {
          builder.add(SourceValue.of(specs.get(i), value));
        }
      }
      columns.add(builder.build());
    }
    return columns;
  }
}
