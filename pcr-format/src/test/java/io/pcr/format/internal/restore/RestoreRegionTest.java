package io.pcr.format.internal.restore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardFixture;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RestoreRegionTest {
  private static final Origin ORIGIN = new Origin("test", 0);

  private static RestoreRegion open(byte[] file) throws IOException {
    ByteSource source = new MemoryByteSource("part.pcr", ByteBuffer.wrap(file));
    ShardFile shard = ShardFile.open(source, Limits.DEFAULT);
    Region region = shard.regions().restore().orElseThrow();
    return RestoreRegion.open(source, region, shard.metadata().sampleCount(), Limits.DEFAULT);
  }

  private static byte[] shard(List<RestoreRecord> records) {
    return ShardFixture.pcr(1, 2)
        .samples(records.size())
        .restore(RestoreFixture.builder(records).build())
        .encode();
  }

  @Property(tries = 100)
  void recordsOfEveryKindReadBackInAnyOrder(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 40) int samples) throws IOException {
    List<RestoreRecord> records = RestoreFixture.records(seed, samples);
    RestoreRegion region = open(shard(records));
    for (int i = samples - 1; i >= 0; i--) {
      assertEquals(records.get(i), region.record(i));
    }
  }

  // Covers R-LIMIT-1
  @Test
  void directoryAndFramesBeyondTheLimitsAreRefusedUnread() throws IOException {
    byte[] file = shard(RestoreFixture.records(3, 20));
    ByteSource source = new MemoryByteSource("part.pcr", ByteBuffer.wrap(file));
    Region region = ShardFile.open(source, Limits.DEFAULT).regions().restore().orElseThrow();
    PcrException.LimitExceeded e =
        assertThrows(
            PcrException.LimitExceeded.class,
            () -> RestoreRegion.open(source, region, 20, Limits.DEFAULT.withMetadataBytes(10)));
    assertEquals("RestoreRegion.directory_length", e.field());
    assertEquals(region.offset(), e.offset());
    RestoreRegion restore =
        RestoreRegion.open(source, region, 20, Limits.DEFAULT.withSliceBytes(10));
    assertTrue(restore.directory().frameLength(0) > 10);
    e = assertThrows(PcrException.LimitExceeded.class, () -> restore.checkFrame(0));
    assertEquals("RestoreDirectory.frame_lengths[0]", e.field());
    assertEquals(restore.directory().frameLength(0), e.needed());
    assertEquals(20, restore.directory().sampleCount());
  }

  @Test
  void recipeHasAtLeastOneLiteral() {
    assertThrows(InvalidFieldException.class, () -> new RestoreRecipe(List.of()));
  }

  @Test
  void largeRecordsStandAloneAndSmallOnesShareFrames() throws IOException {
    Random random = new Random(1);
    List<RestoreRecord> records = new ArrayList<>();
    for (int length : new int[] {600_000, 600_000, 10, 3_000_000, 20, 500_000}) {
      records.add(new RestoreRecord(RestoreKind.ORIGINAL, RestoreFixture.bytes(random, length)));
    }
    RestoreRegion region = open(shard(records));
    RestoreDirectory directory = region.directory();
    assertEquals(4, directory.frameCount());
    assertEquals(3_000_000, directory.contentLength(2));
    for (int frame = 0; frame < directory.frameCount(); frame++) {
      assertTrue(frame == 2 || directory.contentLength(frame) <= 1 << 20);
    }
    for (int i = 0; i < records.size(); i++) {
      assertEquals(records.get(i), region.record(i));
    }
  }

  @Test
  void shardWithoutSamplesHasAnEmptyRegion() throws IOException {
    assertEquals(0, open(shard(List.of())).directory().frameCount());
  }

  // Covers R-RESTORE-5
  @Property(tries = 100)
  void recipeReadsBackAndAssembles(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    RestoreRecipe recipe = RestoreFixture.recipe(random);
    assertEquals(recipe, RestoreRecipe.decode(recipe.encode().bytes(), Limits.DEFAULT, ORIGIN));
    List<ByteBuffer> scans = new ArrayList<>();
    for (int i = 0; i < recipe.scanCount(); i++) {
      scans.add(RestoreFixture.bytes(random, 5));
    }
    List<ByteBuffer> original = recipe.assemble(scans);
    assertEquals(2 * recipe.scanCount() + 1, original.size());
    for (int i = 0; i < recipe.scanCount(); i++) {
      assertEquals(recipe.literals().get(i), original.get(2 * i));
      assertEquals(scans.get(i), original.get(2 * i + 1));
    }
    scans.add(ByteBuffer.allocate(0));
    assertThrows(IllegalArgumentException.class, () -> recipe.assemble(scans));
  }

  @Test
  void patchGivesTheOriginalFromItsBaseAndIsSmall() throws IOException {
    Random random = new Random(5);
    byte[] base = RestoreFixture.bytes(random, 300_000).array();
    byte[] original = Arrays.copyOf(base, base.length + 7);
    original[150_000] ^= 1;
    RestorePatch patch = RestorePatch.of(Optional.empty(), base, ByteBuffer.wrap(original));
    ByteBuffer record = patch.encode().bytes();
    assertTrue(record.remaining() < 200, record.remaining() + " bytes");
    RestorePatch again = RestorePatch.decode(record, Limits.DEFAULT, ORIGIN);
    assertEquals(patch, again);
    assertArrayEquals(original, again.apply(base, Limits.DEFAULT, ORIGIN));
    PcrException.LimitExceeded e =
        assertThrows(
            PcrException.LimitExceeded.class,
            () -> again.apply(base, Limits.DEFAULT.withSliceBytes(1000), ORIGIN));
    assertEquals(original.length, e.needed());
  }

  // Covers R-RESTORE-7
  @Test
  void baseThatLooksLikeATrainedDictionaryIsRefused() {
    byte[] base = {0x37, (byte) 0xA4, 0x30, (byte) 0xEC, 0};
    ByteBuffer original = ByteBuffer.wrap(new byte[] {1, 2, 3});
    assertThrows(
        IllegalArgumentException.class, () -> RestorePatch.of(Optional.empty(), base, original));
    RestorePatch patch = RestorePatch.of(Optional.empty(), new byte[5], original);
    PcrException.Corrupt e =
        assertThrows(PcrException.Corrupt.class, () -> patch.apply(base, Limits.DEFAULT, ORIGIN));
    assertEquals(ErrorCode.MALFORMED, e.code());
  }

  /**
   * Four bytes for an empty literal, over a hundred for the object: 256 MiB asked for gigabytes.
   */
  @Test
  void recipeOfMoreScansThanTheLimitIsRefusedBeforeItsLiteralsAreMade() throws IOException {
    int scans = 100;
    ByteBuffer record = ByteBuffer.allocate(Integer.BYTES * (scans + 2));
    record.order(ByteOrder.LITTLE_ENDIAN).putInt(0, scans + 1);
    assertEquals(scans, RestoreRecipe.decode(record, Limits.DEFAULT, ORIGIN).scanCount());
    Limits fewer = Limits.DEFAULT.withInputScans(scans - 1);
    PcrException.LimitExceeded e =
        assertThrows(
            PcrException.LimitExceeded.class, () -> RestoreRecipe.decode(record, fewer, ORIGIN));
    assertEquals("RestoreRecipe.literal_count", e.field());
    assertEquals(scans, e.needed());
    assertEquals(scans - 1, e.allowed());
  }

  @Test
  void damagedRecordsEndInAnError() {
    Random random = new Random(9);
    for (int i = 0; i < 200; i++) {
      byte[] recipe = bytes(RestoreFixture.recipe(random).encode().bytes());
      byte[] patch =
          bytes(
              RestorePatch.of(
                      Optional.of(RestoreFixture.recipe(random)), recipe, ByteBuffer.wrap(recipe))
                  .encode()
                  .bytes());
      for (int length = 0; length < recipe.length; length++) {
        ByteBuffer cut = ByteBuffer.wrap(recipe, 0, length);
        assertThrows(
            PcrException.Corrupt.class, () -> RestoreRecipe.decode(cut, Limits.DEFAULT, ORIGIN));
      }
      for (int length = 0; length < patch.length; length++) {
        ByteBuffer cut = ByteBuffer.wrap(patch, 0, length);
        assertThrows(
            PcrException.Corrupt.class,
            () ->
                RestorePatch.decode(cut, Limits.DEFAULT, ORIGIN)
                    .apply(recipe, Limits.DEFAULT, ORIGIN));
      }
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  // Covers G-4
  @Test
  void damagedFrameCostsItsSamplesOnly() throws IOException {
    Random random = new Random(1);
    List<RestoreRecord> records = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      records.add(new RestoreRecord(RestoreKind.ORIGINAL, RestoreFixture.bytes(random, 1 << 20)));
    }
    byte[] file = shard(records);
    int middle = file.length - 3 * (1 << 20) / 2;
    file[middle] ^= 1;
    RestoreRegion region = open(file);
    assertEquals(records.get(0), region.record(0));
    PcrException.Corrupt e = assertThrows(PcrException.Corrupt.class, () -> region.record(1));
    assertEquals(ErrorCode.CHECKSUM_MISMATCH, e.code());
    assertEquals("RestoreDirectory.frame_crc32c[1]", e.field());
    assertEquals(records.get(2), region.record(2));
  }

  @Test
  void kindWithoutRecordRefusesOne() {
    ByteBuffer some = ByteBuffer.allocate(1);
    assertThrows(InvalidFieldException.class, () -> new RestoreRecord(RestoreKind.SAME, some));
    assertFalse(RestoreRecord.SAME.bytes().hasRemaining());
  }
}
