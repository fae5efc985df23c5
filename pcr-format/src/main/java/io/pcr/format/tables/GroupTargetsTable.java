package io.pcr.format.tables;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.Fidelity;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.targets.GroupTargets;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The table of {@code targets.fbs}. */
final class GroupTargetsTable {
  private static final int ABSENT = 0;

  private GroupTargetsTable() {}

  static int write(FlatBufferBuilder builder, Optional<GroupTargets> targets) {
    if (targets.isEmpty()) {
      return ABSENT;
    }
    GroupTargets stated = targets.get();
    int[] values = stated.values().stream().mapToInt(Integer::intValue).toArray();
    int vector = Vectors.write(builder, IntBuffer.wrap(values));
    int size = Vectors.write(builder, stated.size(), "GroupTargets.size");
    return io.pcr.format.flatbuf.GroupTargets.createGroupTargets(
        builder, stated.metric().id(), stated.way().id(), size, vector);
  }

  static Optional<GroupTargets> read(io.pcr.format.flatbuf.GroupTargets table, String path) {
    if (table == null) {
      return Optional.empty();
    }
    // Before they are read: all of a buffer could be values.
    InvalidFieldException.require(
        table.valuesLength() < Fidelity.MAX_GROUPS,
        ErrorCode.BAD_TARGETS,
        path + ".values",
        table.valuesLength(),
        "at most " + (Fidelity.MAX_GROUPS - 1));
    List<Integer> values = new ArrayList<>();
    for (int i = 0; i < table.valuesLength(); i++) {
      values.add((int) table.values(i));
    }
    String size = Vectors.string(table.sizeAsByteBuffer(), path + ".size");
    try {
      return Optional.of(
          new GroupTargets(
              GroupTargets.Metric.ofId(table.metric())
                  .orElseThrow(() -> unknown("metric", table.metric())),
              GroupTargets.Way.ofId(table.way()).orElseThrow(() -> unknown("way", table.way())),
              size,
              values));
    } catch (InvalidFieldException e) {
      throw e.under(path);
    }
  }

  private static InvalidFieldException unknown(String field, int id) {
    return new InvalidFieldException(
        ErrorCode.BAD_TARGETS, "GroupTargets." + field, id, "an id that the schema lists");
  }
}
