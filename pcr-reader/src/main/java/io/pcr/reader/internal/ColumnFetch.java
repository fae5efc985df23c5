package io.pcr.reader.internal;

import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.internal.work.ClaimedMemory;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads values of EARLY and LATE columns. */
final class ColumnFetch {
  private ColumnFetch() {}

  /** Reads one value from the shard's file. */
  static ByteBuffer read(OpenShard open, int column, int sample, ReaderOptions options)
      throws IOException {
    ShardFile file = open.file();
    int length = file.metadata().columns().get(column).valueLength(sample);
    long position = file.layout().columnValuePosition(column, sample);
    FieldLocation location =
        new FieldLocation("Column.value_lengths", position, open.source().toString());
    if (length > options.limits().sliceBytes()) {
      throw new PcrException.LimitExceeded(
          location, Limit.SLICE_BYTES, length, options.limits().sliceBytes());
    }
    return open.proved(
        from -> {
          ByteBuffer value = ClaimedMemory.heap(length, location);
          from.readFully(position, value);
          check(open, file, column, sample, value.flip(), options);
          return value.asReadOnlyBuffer();
        });
  }

  private static void check(
      OpenShard open,
      ShardFile file,
      int column,
      int sample,
      ByteBuffer value,
      ReaderOptions options)
      throws PcrException {
    Column values = file.metadata().columns().get(column);
    long position = file.layout().columnValuePosition(column, sample);
    if (options.verify()) {
      values.checkValue(sample, value, new Origin(open.source().toString(), position));
    }
  }
}
