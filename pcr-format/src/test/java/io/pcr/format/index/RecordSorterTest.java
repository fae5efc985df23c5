package io.pcr.format.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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

class RecordSorterTest {
  private record Entry(ByteBuffer key, int payload) {}

  @Property(tries = 300)
  void recordsComeOutInStableOrderWhateverFitsTheBuffer(
      @ForAll @Size(max = 200) List<@Size(max = 6) byte[]> keys,
      @ForAll @IntRange(min = 1, max = 400) int buffer)
      throws IOException {
    Path scratch = Files.createTempDirectory("sorter");
    List<Entry> expected = new ArrayList<>();
    try (RecordSorter sorter = new RecordSorter(scratch, "test", Integer.BYTES, buffer)) {
      for (int i = 0; i < keys.size(); i++) {
        sorter.add(keys.get(i), ByteBuffer.allocate(Integer.BYTES).putInt(i).array());
        expected.add(new Entry(ByteBuffer.wrap(keys.get(i)), i));
      }
      expected.sort(Comparator.comparing(entry -> entry.key().array(), Arrays::compareUnsigned));
      List<Entry> sorted = new ArrayList<>();
      sorter.drain(
          (key, payload) ->
              sorted.add(new Entry(ByteBuffer.wrap(key), ByteBuffer.wrap(payload).getInt())));
      assertEquals(expected, sorted);
      assertEquals(keys.size(), sorter.records());
      assertEquals(keys.stream().mapToLong(key -> key.length).sum(), sorter.keyBytes());
    }
    try (Stream<Path> left = Files.list(scratch)) {
      assertEquals(0, left.count());
    }
    Files.delete(scratch);
  }

  @Test
  void longestKeySortsEvenWhenTheBufferIsSmaller(@TempDir Path scratch) throws IOException {
    byte[] longest = new byte[65535];
    try (RecordSorter sorter = new RecordSorter(scratch, "long", 0, 100)) {
      sorter.add(new byte[] {1}, new byte[0]);
      sorter.add(longest, new byte[0]);
      sorter.add(new byte[] {0}, new byte[0]);
      List<Integer> lengths = new ArrayList<>();
      sorter.drain((key, payload) -> lengths.add(key.length));
      assertEquals(List.of(1, 65535, 1), lengths);
    }
  }

  @Test
  void keyOrPayloadOfAnotherLengthIsTheCallersMistake(@TempDir Path scratch) throws IOException {
    try (RecordSorter sorter = new RecordSorter(scratch, "wrong", 1, 100)) {
      assertThrows(IllegalArgumentException.class, () -> sorter.add(new byte[65536], new byte[1]));
      assertThrows(IllegalArgumentException.class, () -> sorter.add(new byte[1], new byte[2]));
    }
  }
}
