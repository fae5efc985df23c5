package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.format.Fidelity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A dataset of three shards, the second without samples. */
final class ThreeShards {
  static final TestShard FIRST = TestShard.ofNoise(21, 15, 3000);
  static final TestShard EMPTY = TestShard.ofNoise(22, 0, 1);
  static final TestShard LAST = TestShard.ofNoise(23, 9, 3000);

  private ThreeShards() {}

  static TestDataset write(Path folder) throws IOException {
    return TestDataset.write(folder, FIRST, EMPTY, LAST);
  }

  static void assertEverySample(PcrDataset dataset, int group) throws IOException {
    TestShard[] expected = {FIRST, EMPTY, LAST};
    for (int s = 0; s < expected.length; s++) {
      try (ShardReader reader = dataset.shards().get(s).read(Fidelity.group(group))) {
        int seen = 0;
        for (Sample sample : reader) {
          assertArrayEquals(expected[s].expected(seen++, group), bytes(sample.file()));
        }
        assertEquals(expected[s].sampleCount(), seen);
      }
    }
  }

  static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
