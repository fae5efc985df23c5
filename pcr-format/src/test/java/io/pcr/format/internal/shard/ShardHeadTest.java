package io.pcr.format.internal.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.shard.ShardVariant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShardHeadTest {
  private ByteBuffer file;

  @BeforeEach
  void writeShard() {
    byte[] bytes = ShardFixture.pcr(5, 3).samples(4).allColumns().encode();
    file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void mend() {
    int table = file.getInt(ShardHeadLayout.REGION_COUNT_OFFSET) * RegionLayout.LENGTH;
    ByteBuffer head = file.slice(0, ShardHeadLayout.HEAD_CRC32C_OFFSET);
    int crc = Crc32C.of(head, file.slice(ShardHeadLayout.LENGTH, table));
    file.putInt(ShardHeadLayout.HEAD_CRC32C_OFFSET, crc);
  }

  private PcrException refusal() {
    return assertThrows(PcrException.class, () -> ShardFile.decode(file, "a.pcr", Limits.DEFAULT));
  }

  private void assertRefused(ErrorCode code, String field, long offset) {
    PcrException e = refusal();
    assertEquals(code, e.code(), e.getMessage());
    assertEquals(field, e.field());
    assertEquals(offset, e.offset());
    assertEquals("a.pcr", e.source());
  }

  private int entry(int region, int field) {
    return ShardHead.headLength(region) + field;
  }

  // Covers R-HEAD-1
  @Test
  void otherMagicIsAnotherFile() {
    file.put(0, (byte) 0x89);
    assertRefused(ErrorCode.NOT_PCR, "ShardHead.magic", 0);
    assertTrue(refusal() instanceof PcrException.NotPcr);
  }

  // Covers R-HEAD-2
  @Test
  void damageIsNotTakenForANewerVersionOrFeature() {
    file.put(ShardHeadLayout.MAJOR_OFFSET, (byte) 3);
    assertRefused(ErrorCode.CHECKSUM_MISMATCH, "ShardHead.head_crc32c", 60);
    file.put(ShardHeadLayout.MAJOR_OFFSET, (byte) ShardHead.MAJOR);
    file.put(ShardHeadLayout.INCOMPAT_FEATURES_OFFSET, (byte) 1);
    assertRefused(ErrorCode.CHECKSUM_MISMATCH, "ShardHead.head_crc32c", 60);
  }

  // Covers R-HEAD-3
  @Test
  void regionCountOutOfRangeIsRefusedBeforeTheChecksum() {
    for (int count : new int[] {0, 1025, -1}) {
      file.putInt(ShardHeadLayout.REGION_COUNT_OFFSET, count);
      assertRefused(ErrorCode.CHECKSUM_MISMATCH, "ShardHead.region_count", 28);
    }
    assertEquals(24_640, ShardHead.headLength(ShardHead.MAX_REGIONS));
  }

  // Covers R-HEAD-4
  @Test
  void otherMajorIsUnsupported() {
    for (int major : new int[] {0, 1, 3, 255}) {
      file.put(ShardHeadLayout.MAJOR_OFFSET, (byte) major);
      mend();
      assertRefused(ErrorCode.UNSUPPORTED, "ShardHead.major", 8);
    }
  }

  // Covers R-HEAD-5
  @Test
  void unknownIncompatibleBitIsRefusedByName() {
    for (int bit = 0; bit < Integer.SIZE; bit++) {
      file.putInt(ShardHeadLayout.INCOMPAT_FEATURES_OFFSET, 1 << bit | 1 << 31);
      mend();
      assertRefused(ErrorCode.UNSUPPORTED, "ShardHead.incompat_features", 16);
      PcrException.Unsupported e = (PcrException.Unsupported) refusal();
      assertEquals("incompatible feature bit " + bit, e.feature());
    }
  }

  // Covers R-FEATURE-1
  @Test
  void otherUnknownBitsAreReadButNotWritten() throws IOException {
    file.putInt(ShardHeadLayout.RO_COMPAT_FEATURES_OFFSET, 1 << 7);
    file.putInt(ShardHeadLayout.COMPAT_FEATURES_OFFSET, 1 << 9);
    mend();
    Features features = ShardFile.decode(file, "a.pcr", Limits.DEFAULT).head().features();
    assertEquals(new Features(0, 1 << 7, 1 << 9), features);
    FieldLocation field = new FieldLocation("ShardHead.ro_compat_features", 20, "a.pcr");
    PcrException.Unsupported e =
        assertThrows(PcrException.Unsupported.class, () -> features.requireWritable(field));
    assertEquals("read-only-compatible feature bit 7", e.feature());
    Features.NONE.requireWritable(field);
  }

  // Covers R-HEAD-6
  @Test
  void otherVariantIsUnsupportedAndReservedByteIsZero() {
    for (int variant : new int[] {0, 3, 255}) {
      file.put(ShardHeadLayout.VARIANT_OFFSET, (byte) variant);
      mend();
      assertRefused(ErrorCode.UNSUPPORTED, "ShardHead.variant", 9);
    }
    file.put(ShardHeadLayout.VARIANT_OFFSET, (byte) ShardVariant.PCR.id());
    file.put(ShardHeadLayout.RESERVED_OFFSET, (byte) 1);
    mend();
    assertRefused(ErrorCode.MALFORMED, "ShardHead.reserved", 10);
  }

  // Covers R-HEAD-7
  @Test
  void lengthsThatContradictTheRegionTableAreRefused() {
    int at = ShardHeadLayout.SAMPLE_COUNT_OFFSET;
    file.putInt(at, -1);
    mend();
    assertRefused(ErrorCode.MALFORMED, "ShardHead.sample_count", 56);
    writeShard();
    file.putInt(at, file.getInt(at) + 1);
    mend();
    assertEquals(ErrorCode.MALFORMED, refusal().code());
    writeShard();
    file.putLong(ShardHeadLayout.TOTAL_LENGTH_OFFSET, file.capacity() + 1);
    mend();
    assertRefused(ErrorCode.MALFORMED, "ShardHead.total_length", 64);
  }

  // Covers R-INT-1
  @Test
  void lengthBeyondTheSignedRangeIsRefused() {
    file.putLong(ShardHeadLayout.TOTAL_LENGTH_OFFSET, Long.MIN_VALUE);
    mend();
    assertRefused(ErrorCode.MALFORMED, "ShardHead.total_length", 32);
    writeShard();
    file.putLong(entry(1, RegionLayout.REGION_LENGTH_OFFSET), -1);
    mend();
    assertRefused(ErrorCode.MALFORMED, "RegionTable.regions[1].region_length", entry(1, 0));
  }

  // Covers R-REGION-1
  @Test
  void kindRuleAndNumberAreThoseOfTheTable() {
    for (int kind : new int[] {0, 6, 255}) {
      writeShard();
      file.put(entry(1, RegionLayout.KIND_OFFSET), (byte) kind);
      mend();
      assertRefused(ErrorCode.MALFORMED, "RegionTable.regions[1].kind", entry(1, 0));
    }
    writeShard();
    file.put(entry(1, RegionLayout.RESERVED_OFFSET), (byte) 1);
    mend();
    assertRefused(ErrorCode.MALFORMED, "RegionTable.regions[1].reserved", entry(1, 0));
    writeShard();
    file.putShort(entry(0, RegionLayout.NUMBER_OFFSET), (short) 1);
    mend();
    assertRefused(ErrorCode.MALFORMED, "RegionTable.regions[0].number", entry(0, 0));
    writeShard();
    file.putInt(entry(1, RegionLayout.REGION_CRC32C_OFFSET), 1);
    mend();
    assertRefused(ErrorCode.MALFORMED, "RegionTable.regions[1].region_crc32c", entry(1, 0));
  }

  // Covers R-REGION-2
  @Test
  void gapsAndOverlapsAreRefused() {
    int at = entry(2, RegionLayout.REGION_OFFSET_OFFSET);
    for (int shift : new int[] {-1, 1}) {
      writeShard();
      file.putLong(at, file.getLong(at) + shift);
      mend();
      assertRefused(ErrorCode.MALFORMED, "RegionTable.regions[2].region_offset", 64);
    }
  }

  // Covers R-REGION-3
  @Test
  void firstRegionIsTheMetadata() {
    file.put(entry(0, RegionLayout.KIND_OFFSET), (byte) RegionKind.SCAN_GROUP.id());
    file.put(entry(0, RegionLayout.RESERVED_OFFSET), (byte) 0);
    file.putShort(entry(0, RegionLayout.NUMBER_OFFSET), (short) 1);
    file.putInt(entry(0, RegionLayout.REGION_CRC32C_OFFSET), 0);
    mend();
    assertRefused(ErrorCode.MALFORMED, "RegionTable.regions[0].kind", 64);
  }

  // Covers R-REGION-4
  @Test
  void regionsAreThoseThatTheMetadataDemands() {
    int behind = file.getInt(ShardHeadLayout.REGION_COUNT_OFFSET) - 1;
    file.putShort(entry(behind, RegionLayout.NUMBER_OFFSET), (short) 77);
    mend();
    assertRefused(ErrorCode.MALFORMED, "RegionTable.regions[" + behind + "].kind", 0);
    // Without its last region a shard is shorter and consistent, but not what the metadata says.
    writeShard();
    int last = file.getInt(ShardHeadLayout.REGION_COUNT_OFFSET) - 1;
    byte[] bytes = file.array();
    int entry = ShardHead.headLength(last);
    byte[] without = new byte[bytes.length - RegionLayout.LENGTH];
    System.arraycopy(bytes, 0, without, 0, entry);
    System.arraycopy(bytes, entry + RegionLayout.LENGTH, without, entry, without.length - entry);
    file = ByteBuffer.wrap(without).order(ByteOrder.LITTLE_ENDIAN);
    long lost = file.getLong(entry(last - 1, RegionLayout.REGION_LENGTH_OFFSET));
    file.putInt(ShardHeadLayout.REGION_COUNT_OFFSET, last);
    long end = 0;
    for (int i = 0; i < last; i++) {
      int at = entry(i, RegionLayout.REGION_OFFSET_OFFSET);
      file.putLong(at, file.getLong(at) - RegionLayout.LENGTH);
      end = file.getLong(at) + file.getLong(entry(i, RegionLayout.REGION_LENGTH_OFFSET));
    }
    assertTrue(lost > 0);
    file.putLong(ShardHeadLayout.TOTAL_LENGTH_OFFSET, end + metadataEnd() + TrailerLayout.LENGTH);
    mend();
    assertRefused(ErrorCode.MALFORMED, "ShardHead.region_count", 0);
  }

  private long metadataEnd() {
    return file.getLong(entry(0, RegionLayout.REGION_OFFSET_OFFSET))
        + file.getLong(entry(0, RegionLayout.REGION_LENGTH_OFFSET));
  }

  // Covers R-REGION-5
  @Test
  void regionLengthsAreThoseThatTheMetadataDemands() {
    int length = entry(1, RegionLayout.REGION_LENGTH_OFFSET);
    int next = entry(2, RegionLayout.REGION_OFFSET_OFFSET);
    int nextLength = entry(2, RegionLayout.REGION_LENGTH_OFFSET);
    file.putLong(length, file.getLong(length) - 1);
    file.putLong(next, file.getLong(next) - 1);
    file.putLong(nextLength, file.getLong(nextLength) + 1);
    mend();
    assertRefused(ErrorCode.MALFORMED, "RegionTable.regions[1].region_length", 0);
  }

  @Test
  void metadataWithAWrongChecksumIsRefusedUnread() {
    int at = (int) file.getLong(entry(0, RegionLayout.REGION_OFFSET_OFFSET));
    file.put(at + 20, (byte) ~file.get(at + 20));
    assertRefused(ErrorCode.CHECKSUM_MISMATCH, "RegionTable.regions[0].region_crc32c", at);
  }

  // Covers R-TRAILER-1
  @Test
  void trailerThatIsNotTheHeadsIsRefused() throws IOException {
    ShardFile shard = ShardFile.decode(file, "a.pcr", Limits.DEFAULT);
    int trailer = file.capacity() - TrailerLayout.LENGTH;
    for (int at = 0; at < TrailerLayout.LENGTH; at++) {
      file.put(trailer + at, (byte) ~file.get(trailer + at));
      assertEquals(ErrorCode.CHECKSUM_MISMATCH, incompleteness(shard).code());
      file.put(trailer + at, (byte) ~file.get(trailer + at));
    }
    file.put(trailer, new Trailer(file.capacity() - 1, 100).encode(), 0, TrailerLayout.LENGTH);
    assertEquals(ErrorCode.MALFORMED, incompleteness(shard).code());
    Trailer other = new Trailer(file.capacity(), (int) metadataEnd() - 1);
    file.put(trailer, other.encode(), 0, TrailerLayout.LENGTH);
    assertEquals("Trailer.copy_length", incompleteness(shard).field());
    writeShard();
    for (int at = (int) shard.regions().end(); at < trailer; at++) {
      file.put(at, (byte) ~file.get(at));
      assertEquals(ErrorCode.CHECKSUM_MISMATCH, incompleteness(shard).code());
      file.put(at, (byte) ~file.get(at));
    }
  }

  private PcrException incompleteness(ShardFile shard) {
    return assertThrows(
        PcrException.class, () -> shard.requireComplete(ShardFileTest.source(file.array())));
  }

  // Covers R-UUID-1
  @Test
  void identityIsAUuidOfVersionEightThatAnyChangeChanges() {
    ShardHead head = ShardFixture.pcr(5, 3).samples(4).plan().shard().head();
    assertEquals(8, head.shardUuid().version());
    assertEquals(2, head.shardUuid().variant());
    assertNotEquals(
        head.shardUuid(), ShardFixture.pcr(6, 3).samples(4).plan().shard().head().shardUuid());
    assertEquals(
        head.shardUuid(), ShardFixture.pcr(5, 3).samples(4).plan().shard().head().shardUuid());
    byte[] bytes = ShardFixture.pcr(5, 3).samples(4).encode();
    byte[] uuid = Arrays.copyOfRange(bytes, 40, 56);
    assertEquals(head.shardUuid().getMostSignificantBits(), ByteBuffer.wrap(uuid).getLong());
  }
}
