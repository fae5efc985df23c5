package io.pcr.format.internal.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.internal.shard.EncodedRestoreRegion;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.RegionKind;
import io.pcr.format.internal.tables.RestoreDirectoryTable;
import io.pcr.format.internal.tables.Tables;
import io.pcr.format.source.MemoryByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Each rule of the restore region broken by itself, the checksums mended. */
class RestoreDirectoryRulesTest {
  private static final Origin ORIGIN = new Origin("r", 0);
  private static final int FRAMES = 30;

  /** Three samples in two frames of 10 and 20 bytes: ORIGINAL of 4, SAME; ORIGINAL of 5. */
  private static RestoreDirectoryTable valid() {
    return new RestoreDirectoryTable(
        ByteBuffer.wrap(new byte[] {4, 1, 4}),
        ints(4, 0, 5),
        ints(2, 1),
        ints(10, 20),
        ints(1, 2),
        ByteBuffer.allocate(3 * Sha256.LENGTH));
  }

  private static IntBuffer ints(int... values) {
    return IntBuffer.wrap(values);
  }

  private static RestoreDirectory decode(RestoreDirectoryTable table, int samples)
      throws IOException {
    ByteBuffer frame = ByteBuffer.wrap(ZstdFrame.compressTables(table.encode()));
    return RestoreDirectory.decode(frame, samples, FRAMES, Limits.DEFAULT, ORIGIN);
  }

  private static void assertRefused(ErrorCode code, String field, String component, Object value) {
    RestoreDirectoryTable table = Tables.with(valid(), component, value);
    PcrException e = assertThrows(PcrException.class, () -> decode(table, 3));
    assertEquals(code, e.code(), e.getMessage());
    assertEquals("RestoreDirectory." + field, e.field());
  }

  @Test
  void validDirectoryAnswers() throws IOException {
    RestoreDirectory directory = decode(valid(), 3);
    assertEquals(2, directory.frameCount());
    assertEquals(1, directory.frameOf(2));
    assertEquals(0, directory.recordOffset(2));
    assertEquals(10, directory.framePosition(1));
    assertEquals(20, directory.frameLength(1));
    assertEquals(RestoreKind.SAME, directory.kind(1));
    assertEquals(4, directory.contentLength(0));
    Sha256 zeros = Sha256.read(ByteBuffer.allocate(Sha256.LENGTH));
    assertEquals(Optional.of(zeros), directory.sourceSha256(2));
    RestoreDirectory bare = decode(Tables.with(valid(), "sourceSha256", ByteBuffer.allocate(0)), 3);
    assertEquals(Optional.empty(), bare.sourceSha256(2));
  }

  // Covers R-RESTORE-2
  @Test
  void countsSumsAndKindsAgree() {
    ErrorCode length = ErrorCode.MALFORMED;
    ErrorCode range = ErrorCode.MALFORMED;
    assertThrows(PcrException.Corrupt.class, () -> decode(valid(), 2));
    assertRefused(length, "kinds", "kinds", ByteBuffer.wrap(new byte[] {4, 1}));
    assertRefused(length, "record_lengths", "recordLengths", ints(4, 0));
    for (int digests : new int[] {1, 95, 97}) {
      ByteBuffer bytes = ByteBuffer.allocate(digests);
      assertRefused(ErrorCode.MALFORMED, "source_sha256", "sourceSha256", bytes);
    }
    assertRefused(length, "frame_lengths", "frameLengths", ints(30));
    assertRefused(length, "frame_crc32c", "frameCrc32c", ints(1, 2, 3));
    assertRefused(length, "frame_lengths", "frameLengths", ints(10, 21));
    assertRefused(range, "frame_samples[1]", "frameSamples", ints(3, 0));
    assertRefused(length, "frame_samples[1]", "frameSamples", ints(2, 2));
    assertRefused(length, "frame_samples[0]", "frameSamples", ints(-1, 1));
    assertRefused(length, "frame_samples", "frameSamples", ints(1, 1));
    assertRefused(range, "kinds[2]", "kinds", ByteBuffer.wrap(new byte[] {4, 1, 5}));
    assertRefused(range, "record_lengths[1]", "recordLengths", ints(4, 1, 5));
    assertRefused(range, "record_lengths[2]", "recordLengths", ints(4, 0, -1));
  }

  private static PcrException refusal(EncodedRestoreRegion region, int crc, int samples) {
    ByteBuffer bytes = ByteBuffer.allocate((int) region.length());
    region.buffers().forEach(buffer -> bytes.put(buffer.duplicate()));
    return refusal(bytes.flip(), crc, samples);
  }

  private static PcrException refusal(ByteBuffer region, int crc, int samples) {
    // A region never starts before byte 64.
    ByteBuffer file = ByteBuffer.allocate(64 + region.remaining()).position(64).put(region).flip();
    MemoryByteSource source = new MemoryByteSource("r", file);
    Region entry = new Region(RegionKind.RESTORE, 0, crc, 64, file.limit() - 64);
    return assertThrows(
        PcrException.class,
        () -> {
          RestoreRegion restore = RestoreRegion.open(source, entry, samples, Limits.DEFAULT);
          for (int sample = 0; sample < samples; sample++) {
            restore.record(sample);
          }
        });
  }

  // Covers R-RESTORE-1
  @Test
  void directoryIsInsideTheRegionAndUnderItsChecksum() {
    EncodedRestoreRegion region = RestoreFixture.builder(RestoreFixture.records(1, 5)).build();
    assertEquals(
        ErrorCode.CHECKSUM_MISMATCH, refusal(region, region.directoryCrc32c() + 1, 5).code());
    ByteBuffer tooLong = ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN).putInt(0, 17);
    assertEquals(ErrorCode.MALFORMED, refusal(tooLong, 0, 5).code());
    assertEquals(ErrorCode.MALFORMED, refusal(ByteBuffer.allocate(3), 0, 5).code());
    ByteBuffer huge = ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN).putInt(0, -1);
    assertEquals(ErrorCode.MALFORMED, refusal(huge, 0, 5).code());
  }

  // Covers R-RESTORE-3
  @Test
  void frameDecodesToItsRecordsAndSharedOnesAreSmall() {
    assertRefused(
        ErrorCode.MALFORMED, "record_lengths[2]", "recordLengths", ints(1, 0, Integer.MIN_VALUE));
    RestoreDirectoryTable shared = Tables.with(valid(), "recordLengths", ints(1 << 20, 0, 1));
    RestoreDirectoryTable table =
        Tables.with(
            Tables.with(Tables.with(shared, "frameSamples", ints(3)), "frameLengths", ints(FRAMES)),
            "frameCrc32c",
            ints(1));
    PcrException e = assertThrows(PcrException.class, () -> decode(table, 3));
    assertEquals("RestoreDirectory.record_lengths[2]", e.field());
    // A directory that says one byte more than the frame holds.
    ByteBuffer content = RestoreFixture.bytes(new Random(1), 50);
    byte[] frame = ZstdFrame.compress(content, 3);
    RestoreDirectoryTable one =
        new RestoreDirectoryTable(
            ByteBuffer.wrap(new byte[] {4}),
            ints(51),
            ints(1),
            ints(frame.length),
            ints(io.pcr.format.internal.checksum.Crc32C.of(frame)),
            ByteBuffer.allocate(0));
    byte[] directory = ZstdFrame.compressTables(one.encode());
    ByteBuffer region =
        ByteBuffer.allocate(4 + directory.length + frame.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(directory.length)
            .put(directory);
    int crc = io.pcr.format.internal.checksum.Crc32C.of(region.duplicate().flip());
    PcrException wrong = refusal(region.put(frame).flip(), crc, 1);
    assertEquals(ErrorCode.MALFORMED, wrong.code());
    assertEquals("RestoreFrame.content_size", wrong.field());
  }
}
