package io.pcr.format.internal.tables;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.Fidelity;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.QualityMeasure;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The table of {@code targets.fbs}. */
final class GroupTargetsTable {
  private static final int ABSENT = 0;
  private static final QualityMeasureFields MEASURE =
      new QualityMeasureFields("GroupTargets", ErrorCode.MALFORMED);

  private GroupTargetsTable() {}

  static int write(FlatBufferBuilder builder, Optional<GroupTargets> targets) {
    if (targets.isEmpty()) {
      return ABSENT;
    }
    GroupTargets stated = targets.get();
    int[] values = stated.values().stream().mapToInt(Integer::intValue).toArray();
    int vector = Vectors.write(builder, IntBuffer.wrap(values));
    int at = MEASURE.writeAt(builder, stated.measure());
    return io.pcr.format.flatbuf.GroupTargets.createGroupTargets(
        builder,
        stated.measure().metric().id(),
        stated.way().id(),
        stated.measure().reconstruction().id(),
        at,
        vector);
  }

  static Optional<GroupTargets> read(io.pcr.format.flatbuf.GroupTargets table, String path) {
    if (table == null) {
      return Optional.empty();
    }
    // Before they are read: all of a buffer could be values.
    InvalidFieldException.require(
        table.valuesLength() < Fidelity.MAX_GROUPS,
        ErrorCode.MALFORMED,
        path + ".values",
        table.valuesLength(),
        "at most " + (Fidelity.MAX_GROUPS - 1));
    List<Integer> values = new ArrayList<>();
    for (int i = 0; i < table.valuesLength(); i++) {
      values.add((int) table.values(i));
    }
    try {
      QualityMeasure measure =
          MEASURE.read(table.metric(), table.reconstruction(), table.atAsByteBuffer());
      GroupTargets.Way way =
          GroupTargets.Way.ofId(table.way())
              .orElseThrow(() -> MEASURE.notInSchema("way", table.way()));
      return Optional.of(new GroupTargets(measure, way, values));
    } catch (InvalidFieldException e) {
      throw e.under(path);
    }
  }
}
