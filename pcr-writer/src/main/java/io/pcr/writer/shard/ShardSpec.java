package io.pcr.writer.shard;

import static java.util.Objects.requireNonNull;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.script.ScanScripts;
import java.util.List;

/**
 * What all shards of a run have in common. Immutable.
 *
 * @param scripts the scan scripts
 * @param columns the columns, in the order of each sample's values
 * @param restore whether shards have a RESTORE region
 */
public record ShardSpec(ScanScripts scripts, List<ColumnSpec> columns, boolean restore) {
  public ShardSpec {
    requireNonNull(scripts, "scripts");
    columns = List.copyOf(columns);
  }
}
