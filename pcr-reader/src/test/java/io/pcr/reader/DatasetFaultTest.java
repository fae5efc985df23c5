package io.pcr.reader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.programme.Programme;
import io.pcr.format.source.FaultySource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.cache.PrefixCache;
import io.pcr.reader.location.DatasetFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole dataset, manifest, index, cache and all, of which one operation goes wrong. */
class DatasetFaultTest {
  private static final TestShard FIRST = TestShard.ofNoise(31, 6, 200);
  private static final TestShard LAST = TestShard.ofNoise(32, 5, 200);

  @TempDir Path directory;

  // Covers T5
  @ParameterizedTest
  @EnumSource(FaultySource.Fault.class)
  void anyOperationMayFailAndNoSourceStaysOpen(FaultySource.Fault fault) throws IOException {
    int operations = tryEveryOperation(fault, ReaderOptions.DEFAULT);
    assertTrue(operations > 20, operations + " operations");
    Programme.T5.passed("reading a dataset by index and shard", operations);
  }

  // Covers T5
  @ParameterizedTest
  @EnumSource(FaultySource.Fault.class)
  void anyOperationBehindACacheMayFailAndTheCacheHoldsNothingWrong(FaultySource.Fault fault)
      throws IOException {
    PrefixCache cache = PrefixCache.open(directory.resolve("cache"), 3000, notice -> {});
    int operations = tryEveryOperation(fault, ReaderOptions.builder().cache(cache).build());
    Programme.T5.passed("reading a dataset behind a prefix cache", operations);
  }

  @Test
  void withoutAFaultEverythingIsRead() throws IOException {
    FaultySource.Run run = new FaultySource.Run(Integer.MAX_VALUE, FaultySource.Fault.EXCEPTION);
    readInEveryWay(TestDataset.write(directory, FIRST, LAST), run, ReaderOptions.DEFAULT);
    assertEquals(0, run.open());
  }

  private int tryEveryOperation(FaultySource.Fault fault, ReaderOptions options)
      throws IOException {
    TestDataset written = TestDataset.write(directory.resolve("dataset"), FIRST, LAST);
    int failing = 0;
    FaultySource.Run run;
    do {
      run = new FaultySource.Run(++failing, fault);
      try {
        readInEveryWay(written, run, options);
      } catch (IOException e) {
        assertTrue(e.getMessage().contains("injected") || e instanceof PcrException, e.toString());
      }
      assertEquals(0, run.open(), "sources after operation " + failing);
    } while (run.wasReached());
    return failing - 1;
  }

  private static void readInEveryWay(
      TestDataset written, FaultySource.Run run, ReaderOptions options) throws IOException {
    DatasetFolder folder =
        name -> {
          FileByteSource file = FileByteSource.open(written.folder().resolve(name));
          try {
            return run.source(file);
          } catch (IOException e) {
            file.close();
            throw e;
          }
        };
    try (PcrDataset dataset = PcrDataset.open(folder, options.toBuilder().openShards(1).build())) {
      Sample byKey = dataset.sample(LAST.key(2), Fidelity.FULL);
      assertArrayEquals(LAST.expected(2, TestShard.GROUPS), bytes(byKey.file()));
      for (Shard shard : dataset.shards()) {
        TestShard wanted = shard == dataset.shards().get(0) ? FIRST : LAST;
        try (ShardReader reader = shard.read(Fidelity.group(2))) {
          for (int i = 0; i < reader.sampleCount(); i++) {
            Sample sample = reader.sample(i).orElseThrow();
            assertArrayEquals(wanted.expected(i, 2), bytes(sample.file()));
            assertArrayEquals(
                TestShard.caption(i), sample.string("caption").orElseThrow().getBytes(UTF_8));
          }
        }
      }
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
