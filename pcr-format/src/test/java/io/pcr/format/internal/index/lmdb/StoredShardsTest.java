package io.pcr.format.internal.index.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.error.PcrException;
import io.pcr.format.internal.index.ShardTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class StoredShardsTest {
  @Property
  void storedTableReadsBack(
      @ForAll @Size(max = 30) List<@StringLength(max = 255) String> names, @ForAll Random random)
      throws PcrException {
    List<ShardTable.Entry> entries = new ArrayList<>();
    for (String name : names) {
      // Lone surrogates are not text and become question marks in UTF-8.
      if (!name.chars().anyMatch(c -> Character.isSurrogate((char) c))) {
        entries.add(
            new ShardTable.Entry(
                name, new UUID(random.nextLong(), random.nextLong()), random.nextInt(1 << 30)));
      }
    }
    ShardTable table = new ShardTable(entries);
    assertEquals(table, StoredShards.decode(StoredShards.encode(table), "index"));
  }

  @Test
  void tableCutAnywhereButBetweenEntriesIsRefused() throws PcrException {
    ShardTable.Entry entry = new ShardTable.Entry("part-00000.pcr", new UUID(1, 2), 3);
    byte[] stored = StoredShards.encode(new ShardTable(List.of(entry, entry)));
    for (int length = 1; length < stored.length; length++) {
      byte[] cut = Arrays.copyOf(stored, length);
      if (length == stored.length / 2) {
        assertEquals(new ShardTable(List.of(entry)), StoredShards.decode(cut, "index"));
      } else {
        assertThrows(PcrException.Corrupt.class, () -> StoredShards.decode(cut, "index"));
      }
    }
  }

  @Test
  void negativeCountIsRefused() {
    byte[] stored =
        StoredShards.encode(new ShardTable(List.of(new ShardTable.Entry("a", new UUID(1, 2), 3))));
    stored[0] = -1;
    assertThrows(PcrException.Corrupt.class, () -> StoredShards.decode(stored, "index"));
  }
}
