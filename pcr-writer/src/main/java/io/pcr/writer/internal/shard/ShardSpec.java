package io.pcr.writer.internal.shard;

import static java.util.Objects.requireNonNull;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.manifest.ClassName;
import io.pcr.writer.encode.EncodeSettings;
import java.util.List;
import java.util.OptionalLong;

/**
 * What all shards of a run have in common. Immutable.
 *
 * @param encode how images become samples
 * @param columns the columns, in the order of each sample's values
 * @param classNames the names of labels, ascending by label
 * @param inputs how many there are, rejected ones included; empty when nobody knows yet
 */
public record ShardSpec(
    EncodeSettings encode,
    List<ColumnSpec> columns,
    List<ClassName> classNames,
    OptionalLong inputs) {
  public ShardSpec {
    requireNonNull(encode, "encode");
    columns = List.copyOf(columns);
    classNames = List.copyOf(classNames);
    requireNonNull(inputs, "inputs");
  }
}
