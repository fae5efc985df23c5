package io.pcr.writer.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
      @ForAll @Size(max = 400) List<byte @Size(max = 3) []> keys,
      @ForAll @IntRange(min = 100, max = 2000) int chunkBytes)
      throws IOException {
    Path folder = Files.createTempDirectory("sorter");
    try (ExternalSorter sorter = new ExternalSorter(folder, chunkBytes)) {
      List<ExternalSorter.Entry> expected = new ArrayList<>();
      for (byte[] key : keys) {
        byte[] number = ByteBuffer.allocate(4).putInt(expected.size()).array();
        expected.add(new ExternalSorter.Entry(key, number));
        sorter.add(key, number);
      }
      expected.sort(ExternalSorter.Entry.BY_KEY);
      try (ExternalSorter.Cursor cursor = sorter.sorted()) {
        for (ExternalSorter.Entry entry : expected) {
          ExternalSorter.Entry found = cursor.next();
          assertArrayEquals(entry.key(), found.key());
          assertArrayEquals(entry.value(), found.value());
        }
        assertEquals(null, cursor.next());
      }
    }
    assertEquals(0, count(folder));
    Files.delete(folder);
  }

  @Test
  void manyRunsAreMergedIntoFewFiles(@TempDir Path folder) throws IOException {
    try (ExternalSorter sorter = new ExternalSorter(folder, 200)) {
      for (int i = 0; i < 1000; i++) {
        sorter.add(new byte[] {(byte) (i * 7), (byte) i}, new byte[0]);
      }
      assertTrue(count(folder) <= 65);
      try (ExternalSorter.Cursor cursor = sorter.sorted()) {
        int entries = 0;
        byte[] last = new byte[0];
        for (var entry = cursor.next(); entry != null; entry = cursor.next()) {
          assertTrue(Arrays.compareUnsigned(last, entry.key()) <= 0);
          last = entry.key();
          entries++;
        }
        assertEquals(1000, entries);
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
