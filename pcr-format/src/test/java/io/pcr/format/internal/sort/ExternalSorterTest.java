package io.pcr.format.internal.sort;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExternalSorterTest {
  @Property(tries = 100)
  void sortsAsMemoryWouldAndKeepsEqualKeysInOrder(
      @ForAll @Size(max = 300) List<byte @Size(max = 5) []> keys,
      @ForAll @IntRange(min = 1, max = 2000) int bufferBytes)
      throws IOException {
    Path folder = Files.createTempDirectory("sorter");
    try (ExternalSorter sorter = new ExternalSorter(folder, bufferBytes)) {
      List<SortedRecord> expected = new ArrayList<>();
      for (byte[] key : keys) {
        ByteBuffer number = ByteBuffer.allocate(4 + key.length).putInt(expected.size());
        expected.add(new SortedRecord(key, number.array()));
        sorter.add(key, number.array());
      }
      assertEquals(keys.size(), sorter.records());
      assertEquals(keys.stream().mapToLong(key -> key.length).sum(), sorter.keyBytes());
      expected.sort(Comparator.comparing(SortedRecord::key, Arrays::compareUnsigned));
      try (SortedRecords sorted = sorter.sorted()) {
        for (SortedRecord record : expected) {
          SortedRecord found = sorted.next();
          assertArrayEquals(record.key(), found.key());
          assertArrayEquals(record.value(), found.value());
        }
        assertNull(sorted.next());
      }
    }
    assertEquals(0, count(folder));
    Files.delete(folder);
  }

  @Test
  void recordThatIsLargerThanTheBufferIsSortedToo(@TempDir Path folder) throws IOException {
    try (ExternalSorter sorter = new ExternalSorter(folder, 100)) {
      sorter.add(new byte[] {1}, new byte[0]);
      sorter.add(new byte[100_000], new byte[] {7});
      sorter.add(new byte[] {0}, new byte[100_000]);
      List<Integer> lengths = new ArrayList<>();
      try (SortedRecords sorted = sorter.sorted()) {
        for (SortedRecord next = sorted.next(); next != null; next = sorted.next()) {
          lengths.add(next.key().length);
          lengths.add(next.value().length);
        }
      }
      assertEquals(List.of(1, 100_000, 100_000, 1, 1, 0), lengths);
    }
  }

  @Test
  void manyRunsAreMergedIntoFewFiles(@TempDir Path folder) throws IOException {
    try (ExternalSorter sorter = new ExternalSorter(folder, 100)) {
      for (int i = 0; i < 1000; i++) {
        sorter.add(new byte[] {(byte) (i * 7), (byte) i}, new byte[0]);
        assertTrue(count(folder) <= 65);
      }
      try (SortedRecords sorted = sorter.sorted()) {
        int records = 0;
        byte[] last = {};
        for (SortedRecord next = sorted.next(); next != null; next = sorted.next()) {
          assertTrue(Arrays.compareUnsigned(last, next.key()) <= 0);
          last = next.key();
          records++;
        }
        assertEquals(1000, records);
      }
    }
    assertEquals(0, count(folder));
  }

  private static long count(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }
}
