package io.pcr.writer.internal.shard;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.column.ColumnBuilder;
import io.pcr.format.internal.metadata.SliceEntry;
import io.pcr.format.internal.shard.ShardContent;
import io.pcr.writer.internal.encode.EncodedSample;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The samples of one shard, as its writer asks for them. */
final class ShardBody implements ShardContent {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final List<EncodedSample> samples;

  /** How far into each sample's body the groups written so far reach. */
  private final int[] written;

  ShardBody(List<EncodedSample> samples) {
    this.samples = samples;
    written = new int[samples.size()];
  }

  /** Groups are asked for in order, so that the start of a slice need not be summed up. */
  @Override
  public ByteBuffer slice(int group, int sample) {
    SliceEntry entry = samples.get(sample).entry().slices().get(group - 1);
    int start = group == 1 ? 0 : written[sample];
    written[sample] = start + entry.length();
    return samples.get(sample).body().slice(start, entry.length());
  }

  @Override
  public ByteBuffer columnValue(int column, int sample) {
    Object value = samples.get(sample).columnValues().get(column);
    return value == null ? NOTHING : ByteBuffer.wrap((byte[]) value);
  }

  /** The columns of these samples. */
  List<Column> columns(List<ColumnSpec> specs) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < specs.size(); i++) {
      ColumnBuilder builder = new ColumnBuilder(specs.get(i));
      for (EncodedSample sample : samples) {
        add(builder, specs.get(i), sample.columnValues().get(i));
      }
      columns.add(builder.build());
    }
    return columns;
  }

  private static void add(ColumnBuilder builder, ColumnSpec spec, Object value) {
    if (value == null) {
      builder.addAbsent();
      return;
    }
    switch (spec.type()) {
      case INT64 -> builder.addInt64((Long) value);
      case FLOAT64 -> builder.addFloat64((Double) value);
      case BYTES -> builder.addBytes(ByteBuffer.wrap((byte[]) value));
      case STRING -> builder.addString(new String((byte[]) value, StandardCharsets.UTF_8));
    }
  }
}
