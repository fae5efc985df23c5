package io.pcr.format.internal.keys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.KeySegment;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class KeySegmentTest {
  private static final long MAX_U32 = 0xFFFF_FFFFL;

  @Provide
  Arbitrary<KeyPlace> places() {
    return Combinators.combine(
            Arbitraries.longs().greaterOrEqual(0),
            Arbitraries.longs().between(1, MAX_U32),
            Arbitraries.longs().between(0, MAX_U32))
        .as(KeyPlace::new)
        .injectDuplicates(.2);
  }

  /** Hashes of all sizes, some equal, in an order of their own. */
  @Provide
  Arbitrary<List<KeyEntry>> entries() {
    Arbitrary<Long> hashes =
        Arbitraries.oneOf(
            Arbitraries.longs(), Arbitraries.longs().between(-3, 3), Arbitraries.just(7L));
    Arbitrary<KeyPlace> maybePlaces =
        Arbitraries.oneOf(Arbitraries.just(KeyPlace.UNKNOWN), places());
    return Combinators.combine(
            hashes,
            Arbitraries.longs().between(0, MAX_U32),
            Arbitraries.longs().between(0, MAX_U32),
            maybePlaces)
        .as(KeyEntry::new)
        .list()
        .uniqueElements(entry -> List.of(entry.hash(), entry.shardNumber(), entry.ordinal()))
        .ofMaxSize(300);
  }

  /** Covers R-KEYS-1 and R-KEYS-6. */
  @Property(tries = 200)
  void whatIsWrittenIsFoundOnThePageOfItsHash(@ForAll("entries") List<KeyEntry> entries)
      throws IOException {
    SegmentFixture segment = SegmentFixture.of(entries);
    boolean hasPlace = entries.stream().anyMatch(entry -> entry.place().isKnown());
    assertEquals(hasPlace ? 32 : 16, segment.segment().entryLength());
    assertEquals(64 + 16_384 * segment.segment().pageCount(), segment.file().length);
    List<KeyEntry> sorted = entries.stream().sorted().toList();
    assertEquals(sorted, segment.entries());
    for (KeyEntry entry : entries) {
      List<KeyEntry> same = sorted.stream().filter(e -> e.hash() == entry.hash()).toList();
      assertEquals(same, segment.open().pageOf(entry.hash()).withHash(entry.hash()));
    }
  }

  /** Covers R-KEYS-6. */
  @Property(tries = 50)
  void bytesFollowFromTheEntriesInWhateverOrderTheyCome(
      @ForAll("entries") List<KeyEntry> entries, @ForAll long seed) throws IOException {
    List<KeyEntry> shuffled = new ArrayList<>(entries);
    Collections.shuffle(shuffled, new Random(seed));
    SegmentFixture one = SegmentFixture.of(entries);
    SegmentFixture other = SegmentFixture.of(shuffled, 1 << 20);
    assertEquals(one.segment(), other.segment());
    assertArrayEquals(one.file(), other.file());
  }

  @Property
  void pageIsTheHighHalfOfTheProduct(
      @ForAll long hash, @ForAll @LongRange(min = 1, max = MAX_U32) long pages) {
    BigInteger unsigned = new BigInteger(Long.toUnsignedString(hash));
    assertEquals(
        unsigned.multiply(BigInteger.valueOf(pages)).shiftRight(64).longValueExact(),
        KeyHash.page(hash, pages));
  }

  @Test
  void hashIsTheBeginningOfSha256() {
    assertEquals(0x141c_fc98_42c4_b0e3L, KeyHash.of(""));
    assertEquals(0x860c_b701_19fd_d793L, KeyHash.of("n01440764/n01440764_10026.JPEG"));
    KeyHash hash = new KeyHash();
    assertEquals(KeyHash.of("a"), hash.of(new byte[] {'a'}));
    assertEquals(KeyHash.of("a"), hash.of(new byte[] {'a'}));
  }

  @Test
  void segmentOfNothingHasAnEmptyPage() throws IOException {
    SegmentFixture segment = SegmentFixture.of(List.of());
    assertEquals(
        new KeySegment("keys-7-3.pcrk", 1, 16, 0, segment.segment().segmentCrc32c()),
        segment.segment());
    assertEquals(List.of(), segment.entries());
  }

  /** Covers R-KEYS-6. */
  @Test
  void pagesAreAddedUntilAllEntriesFit() throws IOException {
    assertEquals(1, pagesOf(1, 850, KeyPlace.UNKNOWN));
    assertEquals(2, pagesOf(1, 851, KeyPlace.UNKNOWN));
    assertEquals(2, pagesOf(1, 1023, KeyPlace.UNKNOWN));
    // 1,024 hashes of one page: pages grow until two pages share them.
    assertEquals(19, pagesOf(1L << 50, 1024, KeyPlace.UNKNOWN));
    KeyPlace place = new KeyPlace(0, 1, 0);
    assertEquals(1, pagesOf(1, 400, place));
    assertEquals(2, pagesOf(1, 511, place));
  }

  private static long pagesOf(long step, int count, KeyPlace place) throws IOException {
    List<KeyEntry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      entries.add(new KeyEntry(step * i, 1, i, place));
    }
    SegmentFixture segment = SegmentFixture.of(entries);
    assertEquals(count, segment.entries().size());
    return segment.segment().pageCount();
  }

  @Test
  void sampleThatIsThereTwiceIsRefused() {
    KeyEntry entry = new KeyEntry(1, 2, 3);
    PcrException.Corrupt refused =
        assertThrows(PcrException.Corrupt.class, () -> SegmentFixture.of(List.of(entry, entry)));
    assertEquals(ErrorCode.MALFORMED, refused.code());
  }
}
