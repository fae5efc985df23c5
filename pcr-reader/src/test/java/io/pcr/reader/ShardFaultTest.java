package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.programme.Programme;
import io.pcr.format.source.FaultySource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.internal.ContainerShard;
import io.pcr.reader.internal.ReaderContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shards in sources of which one operation goes wrong. */
class ShardFaultTest {
  private static final TestShard GOOD = TestShard.ofNoise(3, 12, 12);
  private static final int LAST = TestShard.GROUPS;

  /** A progressive sample with a slice in group 3. */
  private static final int VICTIM = victim();

  private static int victim() {
    for (int i = 0; ; i++) {
      if (GOOD.file().metadata().sliceLength(3, i) > 0 && i != 3) {
        return i;
      }
    }
  }

  // Covers T5
  @ParameterizedTest
  @EnumSource(FaultySource.Fault.class)
  void anyOperationMayFailAndNothingIsLeftBehind(FaultySource.Fault fault) throws IOException {
    FaultySource.Run run;
    int failing = 1;
    do {
      run = new FaultySource.Run(failing++, fault);
      FaultySource.Run current = run;
      ReaderContext faulty = new ReaderContext(ReaderOptions.builder().openShards(1).build());
      for (int i = 0; i < 2; i++) {
        ContainerShard shard =
            new ContainerShard(
                "shard" + i,
                Optional.empty(),
                () ->
                    current.source(
                        new MemoryByteSource("shard.pcr", ByteBuffer.wrap(GOOD.bytes()))),
                faulty);
        try {
          readInEveryWay(shard);
        } catch (IOException e) {
          assertTrue(
              e.getMessage().contains("injected") || e instanceof PcrException, e.toString());
        }
      }
      try {
        faulty.close();
      } catch (IOException e) {
        assertTrue(e.getMessage().contains("injected"), e.toString());
      }
      assertEquals(0, faulty.buffersInUse(), "buffers after operation " + failing);
      assertEquals(0, faulty.openFiles(), "files after operation " + failing);
      assertEquals(0, run.open(), "sources after operation " + failing);
    } while (run.wasReached());
    assertTrue(failing > 10, failing + " operations");
    Programme.T5.passed("reading shards, whole and by sample", failing - 2);
  }

  private static void readInEveryWay(ContainerShard shard) throws IOException {
    try (ShardReader reader = shard.read(Fidelity.group(3))) {
      GOOD.assertAllSamples(reader, 3);
      assertEquals("подпись 4", reader.sample(4).orElseThrow().string("caption").orElseThrow());
    }
    assertArrayEquals(
        GOOD.expected(VICTIM, LAST), ThreeShards.bytes(shard.sample(VICTIM, Fidelity.FULL).file()));
    assertEquals("подпись 1", shard.sample(1, Fidelity.group(1)).string("caption").orElseThrow());
  }
}
