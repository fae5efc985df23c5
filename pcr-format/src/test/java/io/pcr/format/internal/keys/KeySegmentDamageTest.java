package io.pcr.format.internal.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.KeySegment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class KeySegmentDamageTest {
  private static final int COUNT = 1000;
  private static final int FIRST = 64 + 16;

  private static SegmentFixture intact;

  @BeforeAll
  @BeforeContainer
  static void write() throws IOException {
    List<KeyEntry> entries = new ArrayList<>();
    for (long i = 0; i < COUNT; i++) {
      entries.add(new KeyEntry(i << 54, 1, i));
    }
    intact = SegmentFixture.of(entries);
    assertEquals(COUNT, intact.entries().size());
    assertEquals(2, intact.segment().pageCount());
  }

  /** Covers R-KEYS-8. */
  @Property(tries = 300)
  void eachFlippedBitIsFound(@ForAll @IntRange(max = 8 * (64 + 2 * 16_384) - 1) int bit)
      throws IOException {
    byte[] file = intact.file().clone();
    file[bit / 8] ^= (byte) (1 << bit % 8);
    SegmentFixture damaged = intact.with(file);
    ErrorCode expected = bit < 64 ? ErrorCode.NOT_PCR : ErrorCode.CHECKSUM_MISMATCH;
    assertEquals(expected, damaged.refusal().code());
    if (bit / 8 >= 64) {
      int page = (bit / 8 - 64) / 16_384;
      PcrException refused = assertThrows(PcrException.class, () -> damaged.open().page(page));
      assertEquals(ErrorCode.CHECKSUM_MISMATCH, refused.code());
      damaged.open().page(1 - page);
    }
  }

  /** Of a damaged file all intact pages give their entries, and nothing else. */
  @Property(tries = 100)
  void intactPagesGiveTheirEntries(
      @ForAll @IntRange(max = 8 * (64 + 2 * 16_384) - 1) int bit,
      @ForAll @IntRange(max = 64 + 2 * 16_384) int length)
      throws IOException {
    byte[] file = intact.file().clone();
    file[bit / 8] ^= (byte) (1 << bit % 8);
    int damaged = bit / 8 < 64 ? -1 : (bit / 8 - 64) / 16_384;
    List<KeyEntry> expected = new ArrayList<>();
    for (int page = 0; page < 2; page++) {
      if (page != damaged && length >= 64 + (page + 1) * 16_384) {
        KeyPage whole = intact.open().page(page);
        for (int i = 0; i < whole.entryCount(); i++) {
          expected.add(whole.entry(i));
        }
      }
    }
    List<KeyEntry> found = new ArrayList<>();
    intact
        .with(Arrays.copyOf(file, length))
        .open()
        .forEachIntact((entry, page) -> found.add(entry));
    assertEquals(expected, found);
  }

  /** Covers R-KEYS-10. */
  @Property(tries = 100)
  void cutFileIsTruncated(@ForAll @IntRange(max = 64 + 2 * 16_384 - 1) int length)
      throws IOException {
    assertEquals(
        ErrorCode.TRUNCATED, intact.with(Arrays.copyOf(intact.file(), length)).refusal().code());
  }

  @Test
  void longerFileIsMalformed() throws IOException {
    byte[] longer = Arrays.copyOf(intact.file(), intact.file().length + 1);
    assertEquals(ErrorCode.MALFORMED, intact.with(longer).refusal().code());
  }

  /** Covers R-KEYS-10. */
  @Test
  void headWithRightChecksumIsChecked() throws IOException {
    assertEquals(ErrorCode.UNSUPPORTED, headRefusal(8, 1));
    assertEquals(ErrorCode.MALFORMED, headRefusal(9, 1));
    assertEquals(ErrorCode.MALFORMED, headRefusal(52, 1));
    assertEquals(ErrorCode.MALFORMED, headRefusal(59, 1));
    assertEquals(ErrorCode.MALFORMED, headRefusal(10, 24));
    assertOutOfRange(headRefusal(12, 0, 0, 0, 0));
    assertOutOfRange(headRefusal(23, 0x80));
    assertOutOfRange(headRefusal(47, 0x80));
    assertEquals(ErrorCode.NOT_AS_LISTED, headRefusal(10, 32));
    assertEquals(ErrorCode.NOT_AS_LISTED, headRefusal(12, 9));
    assertEquals(ErrorCode.NOT_AS_LISTED, headRefusal(16, 9));
    assertEquals(ErrorCode.NOT_AS_LISTED, headRefusal(24, 9));
    assertEquals(ErrorCode.NOT_AS_LISTED, headRefusal(40, 9));
    assertEquals(ErrorCode.NOT_AS_LISTED, headRefusal(48, 9));
  }

  private static void assertOutOfRange(ErrorCode code) {
    assertEquals(ErrorCode.MALFORMED, code);
  }

  private static ErrorCode headRefusal(int at, int... bytes) throws IOException {
    return intact.with(at, bytes).withHeadSealed().refusal().code();
  }

  /** Covers R-KEYS-10. */
  @Test
  void otherCountOfEntriesThanInAllPagesIsMalformed() throws IOException {
    KeySegment listed = intact.segment();
    SegmentFixture other = intact.with(16, 0xE9).withHeadSealed();
    int crc = ByteBuffer.wrap(other.file()).order(ByteOrder.LITTLE_ENDIAN).getInt(60);
    for (int page = 0; page < 2; page++) {
      int at = 64 + 16_384 * page + 4;
      other = other.with(at, crc, crc >> 8, crc >> 16, crc >> 24).withPageSealed(page);
    }
    KeySegment stated = new KeySegment(listed.name(), listed.pageCount(), 16, COUNT + 1, crc);
    assertEquals(ErrorCode.MALFORMED, new SegmentFixture(other.file(), stated).refusal().code());
  }

  /** Covers R-KEYS-8 and R-KEYS-9. */
  @Test
  void pageWithRightChecksumIsChecked() throws IOException {
    assertEquals(ErrorCode.CHECKSUM_MISMATCH, pageRefusal(64 + 4, 0));
    assertEquals(ErrorCode.CHECKSUM_MISMATCH, pageRefusal(64 + 8, 1));
    int perPage = COUNT - 488;
    assertEquals(perPage, (intact.file()[64 + 12] & 0xFF) + (intact.file()[64 + 13] << 8));
    assertEquals(ErrorCode.MALFORMED, pageRefusal(64 + 12, 0, 4));
    assertEquals(ErrorCode.MALFORMED, pageRefusal(64 + 12, 0xFF, 0xFF, 0xFF, 0xFF));
    assertEquals(ErrorCode.MALFORMED, pageRefusal(64 + 12, perPage - 1, (perPage - 1) >> 8));
    assertEquals(ErrorCode.MALFORMED, pageRefusal(64 + 16_383, 1));
    // The first hash is made greater than the second, the last one a hash of the other page.
    assertEquals(ErrorCode.MALFORMED, pageRefusal(FIRST + 7, 0x40));
    assertEquals(ErrorCode.MALFORMED, pageRefusal(FIRST + 16 * (perPage - 1) + 7, 0xFF));
  }

  private static ErrorCode pageRefusal(int at, int... bytes) throws IOException {
    SegmentFixture changed = intact.with(at, bytes).withPageSealed(0);
    PcrException refused = assertThrows(PcrException.class, () -> changed.open().page(0));
    assertEquals(refused.code(), changed.refusal().code());
    return refused.code();
  }

  /** Covers R-KEYS-9. */
  @Test
  void entriesThatDoNotAscendAreMalformed() throws IOException {
    SegmentFixture same =
        SegmentFixture.of(
            List.of(new KeyEntry(5, 1, 1), new KeyEntry(5, 1, 2), new KeyEntry(5, 2, 0)));
    // Equal; then ordinals, shards and hashes that descend.
    for (int[] edit :
        new int[][] {{FIRST + 28, 1}, {FIRST + 28, 0}, {FIRST + 24, 0}, {FIRST + 16, 4}}) {
      SegmentFixture changed = same.with(edit[0], edit[1]).withPageSealed(0);
      assertEquals(ErrorCode.MALFORMED, changed.refusal().code());
    }
    assertEquals(3, same.with(FIRST + 28, 3).withPageSealed(0).entries().size());
  }

  /** Covers R-INT-1. */
  @Test
  void placeBeyondTheLargestOffsetIsRefused() throws IOException {
    SegmentFixture placed =
        SegmentFixture.of(List.of(new KeyEntry(5, 1, 1, new KeyPlace(1, 1, 1))));
    assertOutOfRange(placed.with(FIRST + 23, 0x80).withPageSealed(0).refusal().code());
  }
}
