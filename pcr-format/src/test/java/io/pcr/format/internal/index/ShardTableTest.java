package io.pcr.format.internal.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.index.SampleLocation;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ShardTableTest {
  @Property
  void everyNumberIsInExactlyOnePlaceInOrder(
      @ForAll @Size(max = 20) List<@IntRange(max = 5) Integer> counts) {
    List<ShardTable.Entry> entries = new ArrayList<>();
    for (int count : counts) {
      entries.add(new ShardTable.Entry("shard-" + entries.size(), ShardKeys.NO_UUID, count));
    }
    ShardTable table = new ShardTable(entries);
    long number = 0;
    for (int shard = 0; shard < counts.size(); shard++) {
      for (int ordinal = 0; ordinal < counts.get(shard); ordinal++) {
        assertEquals(new SampleLocation(shard, ordinal), table.locate(number));
        assertEquals(number, table.number(new SampleLocation(shard, ordinal)));
        number++;
      }
    }
    assertEquals(number, table.sampleCount());
    assertThrows(IndexOutOfBoundsException.class, () -> table.locate(table.sampleCount()));
    assertThrows(IndexOutOfBoundsException.class, () -> table.locate(-1));
  }

  @Test
  void moreSamplesThanAnIntCounts() {
    ShardTable table =
        new ShardTable(
            List.of(
                new ShardTable.Entry("a", ShardKeys.NO_UUID, Integer.MAX_VALUE),
                new ShardTable.Entry("b", ShardKeys.NO_UUID, Integer.MAX_VALUE)));
    assertEquals(new SampleLocation(1, 5), table.locate(Integer.MAX_VALUE + 5L));
  }
}
