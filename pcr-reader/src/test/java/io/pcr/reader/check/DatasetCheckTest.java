package io.pcr.reader.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Limit;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.TestShard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A check as a program makes it. */
class DatasetCheckTest {
  private static final TestShard SHARD = TestShard.ofNoise(7, 9, 3000);

  private final byte[] bytes = SHARD.bytes();
  private final List<Damage> damages = new ArrayList<>();

  private PcrDataset open() throws IOException {
    return PcrDataset.open(
        new MemoryByteSource("s.pcr", ByteBuffer.wrap(bytes)), ReaderOptions.DEFAULT);
  }

  @Test
  void intactShardIsIntactAndAllOfItWasRead() throws IOException {
    AtomicLong samples = new AtomicLong();
    AtomicLong read = new AtomicLong();
    try (PcrDataset dataset = open()) {
      DatasetCheck check =
          DatasetCheck.of(dataset)
              .onDamage(damages::add)
              .withProgress(
                  (items, in, out) -> {
                    samples.addAndGet(items);
                    read.addAndGet(in);
                  });
      assertEquals(bytes.length, check.bytesToRead());
      CheckResult result = check.run();
      assertTrue(result.isIntact());
      assertEquals(List.of(), damages);
      assertEquals(1, result.shards());
      assertEquals(9, result.samples());
      assertEquals(result.bytes(), read.get());
      assertEquals(9, samples.get());
      assertEquals(Optional.empty(), result.index());
    }
  }

  @Test
  void damageSaysWhereItIsAndWhatIsLeft() throws IOException {
    int group = 3;
    int sample = 4;
    assertTrue(SHARD.file().metadata().sliceLength(group, sample) > 0);
    long at = SHARD.file().layout().slicePosition(group, sample);
    bytes[(int) at] ^= 1;
    try (PcrDataset dataset = open()) {
      CheckResult result = DatasetCheck.of(dataset).onDamage(damages::add).run();
      assertFalse(result.isIntact());
      assertEquals(1, result.damages());
    }
    Damage damage = damages.get(0);
    assertEquals("s.pcr", damage.file());
    assertEquals(sample, damage.sample());
    assertEquals(SHARD.key(sample), damage.key());
    assertEquals(group, damage.group());
    assertEquals(at, damage.offset());
    assertEquals(ErrorCode.CHECKSUM_MISMATCH, damage.code());
    assertEquals("can be read at fidelity 2", damage.readable());
    assertEquals(Optional.empty(), damage.limit());
    assertTrue(damage.toString().startsWith("s.pcr: sample 4 \""), damage.toString());
  }

  @Test
  void limitIsNoDamageAndIsNamed() throws IOException {
    try (PcrDataset dataset = open()) {
      CheckResult result =
          DatasetCheck.of(dataset)
              .onDamage(damages::add)
              .withLimits(Limits.DEFAULT.withMetadataBytes(100))
              .run();
      assertEquals(List.of(), damages);
      assertEquals(0, result.damages());
      assertFalse(result.isIntact());
      Unchecked left = result.unchecked().get(0);
      assertEquals(Optional.of(Limit.METADATA_BYTES), left.limit());
      assertEquals(Optional.of(ErrorCode.LIMIT_EXCEEDED), left.code());
      assertTrue(left.toString().startsWith("s.pcr: not checked to the end: "), left.toString());
    }
  }
}
