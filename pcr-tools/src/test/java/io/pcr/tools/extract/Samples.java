package io.pcr.tools.extract;

import io.pcr.format.Fidelity;
import io.pcr.format.column.ColumnSpec;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** All that a dataset says of its samples, for comparing. */
final class Samples {
  private Samples() {}

  /**
   * A sample.
   *
   * @param columns type and value by name
   */
  record Found(OptionalLong label, ByteBuffer file, Map<String, String> columns) {}

  /** The samples by key. */
  static Map<String, Found> of(Path dataset) throws IOException {
    Map<String, Found> found = new TreeMap<>();
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      for (Shard shard : opened.shards()) {
        try (ShardReader reader = shard.read(Fidelity.FULL)) {
          for (Sample sample : reader) {
            ByteBuffer file = ByteBuffer.allocate(sample.length()).put(sample.file()).flip();
            Map<String, String> columns = new TreeMap<>();
            for (ColumnSpec column : sample.columns()) {
              columns.put(column.name(), column.type() + " " + value(sample, column));
            }
            found.put(sample.key(), new Found(sample.label(), file, columns));
          }
        }
      }
    }
    return found;
  }

  private static String value(Sample sample, ColumnSpec column) throws IOException {
    String name = column.name();
    if (!column.isScalar()) {
      return column.kind() + " " + hex(sample.value(name).orElseThrow().bytes());
    }
    return switch (column.type()) {
      case INT64 -> Long.toString(sample.int64(name).getAsLong());
      case FLOAT64 -> Double.toString(sample.float64(name).getAsDouble());
      case FLOAT32 -> throw new AssertionError(column);
      case BOOL -> Boolean.toString(sample.value(name).orElseThrow().bools()[0]);
      case STRING -> sample.string(name).orElseThrow();
      case BYTES -> hex(sample.bytes(name).orElseThrow());
    };
  }

  private static String hex(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.get(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
