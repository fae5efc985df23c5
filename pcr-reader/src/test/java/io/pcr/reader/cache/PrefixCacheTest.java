package io.pcr.reader.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.format.source.RecordingByteSource;
import io.pcr.format.source.RecordingByteSource.Read;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrefixCacheTest {
  private static final int LENGTH = 100_000;
  private static final int G1 = 10_000;
  private static final int G2 = 35_000;

  @TempDir Path temporary;

  private final List<String> notices = new ArrayList<>();

  /** A shard-like object whose content follows from its number. */
  private static final class Item {
    private final byte[] content = new byte[LENGTH];
    private final RecordingByteSource origin;
    private final CacheIdentity identity;

    private Item(int number) {
      new Random(number).nextBytes(content);
      origin =
          new RecordingByteSource(
              new MemoryByteSource("object " + number, ByteBuffer.wrap(content)));
      identity = CacheIdentity.ofShard(new UUID(0, number), number, LENGTH);
    }

    static Item number(int number) {
      return new Item(number);
    }
  }

  private Path directory() {
    return temporary.resolve("cache");
  }

  private PrefixCache open(long maxBytes) throws IOException {
    return PrefixCache.open(directory(), maxBytes, notices::add);
  }

  private static void assertPrefix(ByteSource source, Item item, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    source.readFully(0, bytes);
    assertArrayEquals(Arrays.copyOf(item.content, length), bytes.array());
  }

  @Test
  void raisingTheFidelityFetchesExactlyTheDifference() throws IOException {
    Item item = Item.number(1);
    ByteSource source = open(1 << 20).cached(item.origin, item.identity);
    assertPrefix(source, item, G1);
    assertPrefix(source, item, G1);
    assertEquals(List.of(new Read(0, G1)), item.origin.reads());
    assertPrefix(source, item, G2);
    assertEquals(List.of(new Read(0, G1), new Read(G1, G2 - G1)), item.origin.reads());
    assertPrefix(source, item, G2);
    assertEquals(2, item.origin.reads().size());
  }

  @Test
  void anotherProcessLaterFindsThePrefixOnDisk() throws IOException {
    Item item = Item.number(1);
    assertPrefix(open(1 << 20).cached(item.origin, item.identity), item, G2);
    item.origin.clear();
    PrefixCache again = open(1 << 20);
    assertPrefix(again.cached(item.origin, item.identity), item, G2);
    assertEquals(List.of(), item.origin.reads());
    assertEquals(new PrefixCache.Statistics(G2, 0, 0), again.statistics());
  }

  @Test
  void entryIsTheTruncatedObjectItself() throws IOException {
    Item item = Item.number(1);
    assertPrefix(open(1 << 20).cached(item.origin, item.identity), item, G1);
    assertArrayEquals(Arrays.copyOf(item.content, G1), Files.readAllBytes(entries().get(0)));
  }

  @Test
  void readsAwayFromThePrefixPassThroughAndAreNotKept() throws IOException {
    Item item = Item.number(1);
    ByteSource source = open(1 << 20).cached(item.origin, item.identity);
    assertPrefix(source, item, G1);
    source.readFully(G2, ByteBuffer.allocate(100));
    assertEquals(G1, Files.size(entries().get(0)));
    ByteBuffer across = ByteBuffer.allocate(200);
    source.readFully(G1 - 100, across);
    assertEquals(new Read(G1, 100), item.origin.reads().get(2));
    assertArrayEquals(Arrays.copyOfRange(item.content, G1 - 100, G1 + 100), across.array());
  }

  @Test
  void leastRecentlyUsedGoesFirst() throws IOException {
    PrefixCache cache = open(3 * G1);
    Item[] items = new Item[4];
    for (int i = 0; i < 3; i++) {
      items[i] = Item.number(i);
      assertPrefix(cache.cached(items[i].origin, items[i].identity), items[i], G1);
      age(items[i], 100 - i);
    }
    // Used again by a source opened later, 0 is younger than 1.
    assertPrefix(cache.cached(items[0].origin, items[0].identity), items[0], G1);
    items[3] = Item.number(3);
    assertPrefix(cache.cached(items[3].origin, items[3].identity), items[3], G1);
    assertEquals(1, cache.statistics().evictions());
    for (int i = 0; i < 4; i++) {
      assertEquals(i != 1, Files.exists(path(items[i])), "item " + i);
    }
  }

  @Test
  void boundHoldsAndBytesAreRightWhateverIsRead() throws IOException {
    long bound = 4L * G2;
    PrefixCache cache = open(bound);
    Item[] items = Stream.iterate(0, i -> i + 1).limit(8).map(Item::number).toArray(Item[]::new);
    Random random = new Random(11);
    for (int i = 0; i < 400; i++) {
      Item item = items[random.nextInt(items.length)];
      assertPrefix(cache.cached(item.origin, item.identity), item, random.nextInt(LENGTH));
      long total = 0;
      for (Path entry : entries()) {
        total += Files.size(entry);
      }
      assertTrue(total <= bound, total + " bytes");
    }
    assertTrue(cache.statistics().evictions() > 0);
    assertTrue(cache.statistics().bytesFromCache() > 0);
    assertEquals(List.of(), notices);
  }

  @Test
  void prefixLargerThanTheCacheEvictsNothing() throws IOException {
    PrefixCache cache = open(G2);
    Item small = Item.number(1);
    Item large = Item.number(2);
    assertPrefix(cache.cached(small.origin, small.identity), small, G1);
    assertPrefix(cache.cached(large.origin, large.identity), large, LENGTH);
    assertTrue(Files.exists(path(small)));
    assertEquals(0, cache.statistics().evictions());
  }

  @Test
  void cacheOpenedWithALowerBoundShrinksAtOnce() throws IOException {
    PrefixCache cache = open(1 << 20);
    for (int i = 0; i < 5; i++) {
      Item item = Item.number(i);
      assertPrefix(cache.cached(item.origin, item.identity), item, G1);
    }
    PrefixCache smaller = open(2 * G1);
    assertEquals(2, entries().size());
    assertEquals(0, smaller.statistics().bytesFromCache());
  }

  @Test
  void damagedEntryIsDroppedAndFetchedAgain() throws IOException {
    Item item = Item.number(1);
    PrefixCache cache = open(1 << 20);
    ByteSource source = cache.cached(item.origin, item.identity);
    assertPrefix(source, item, G1);
    byte[] damaged = Files.readAllBytes(path(item));
    damaged[777] ^= 1;
    Files.write(path(item), damaged);
    source.healing().orElseThrow().discard();
    assertPrefix(source, item, G1);
    assertPrefix(source, item, G1);
    assertEquals(List.of(new Read(0, G1), new Read(0, G1)), item.origin.reads());
  }

  @Test
  void entryTornByACrashIsContinuedWhereItEnds() throws IOException {
    Item item = Item.number(1);
    PrefixCache cache = open(1 << 20);
    assertPrefix(cache.cached(item.origin, item.identity), item, G2);
    Files.write(path(item), Arrays.copyOf(item.content, 12_345));
    item.origin.clear();
    assertPrefix(cache.cached(item.origin, item.identity), item, G2);
    assertEquals(List.of(new Read(12_345, G2 - 12_345)), item.origin.reads());
    assertEquals(G2, Files.size(path(item)));
  }

  @Test
  void entryLongerThanItsObjectIsDropped() throws IOException {
    Item item = Item.number(1);
    PrefixCache cache = open(1 << 20);
    assertPrefix(cache.cached(item.origin, item.identity), item, G1);
    Files.write(path(item), new byte[LENGTH + 1]);
    assertPrefix(cache.cached(item.origin, item.identity), item, G1);
    assertEquals(G1, Files.size(path(item)));
  }

  @Test
  void changedObjectHasAnotherEntry() throws IOException {
    Item old = Item.number(1);
    PrefixCache cache = open(1 << 20);
    assertPrefix(cache.cached(old.origin, old.identity), old, G1);
    Item changed = Item.number(2);
    assertNotEquals(old.identity.entryName(), changed.identity.entryName());
    assertNotEquals(new CacheIdentity("v", 1).entryName(), new CacheIdentity("v", 2).entryName());
    assertPrefix(cache.cached(changed.origin, changed.identity), changed, G1);
    assertEquals(2, entries().size());
  }

  @Test
  void directoryOfOthersIsRefusedAndLeftAlone() throws IOException {
    Files.createDirectories(directory());
    Path precious = Files.writeString(directory().resolve("part-00000.pcr"), "the only copy");
    IOException e = assertThrows(IOException.class, () -> open(0));
    assertTrue(e.getMessage().contains(directory().toRealPath().toString()), e.getMessage());
    assertEquals("the only copy", Files.readString(precious));
    assertEquals(List.of(precious), entries());
  }

  @Test
  void filesOfOthersInTheCacheAreLeftAlone() throws IOException {
    open(G1);
    Path precious = Files.writeString(directory().resolve("part-00000.pcr"), "x".repeat(G1));
    Item item = Item.number(1);
    assertPrefix(open(G1).cached(item.origin, item.identity), item, G1);
    assertTrue(Files.exists(precious));
    assertTrue(Files.exists(path(item)));
  }

  @Test
  void vanishedDirectoryCostsANoticeNotTheRead() throws IOException {
    Item item = Item.number(1);
    PrefixCache cache = open(1 << 20);
    ByteSource source = cache.cached(item.origin, item.identity);
    assertPrefix(source, item, G1);
    Files.delete(path(item));
    Files.delete(directory().resolve(CacheDirectory.MARKER));
    Files.delete(directory());
    assertPrefix(source, item, G1);
    assertEquals(1, notices.size(), notices.toString());
  }

  @Test
  void cacheThatCannotBeLockedServesWhatItHolds() throws IOException {
    Item item = Item.number(1);
    assertPrefix(open(1 << 20).cached(item.origin, item.identity), item, G1);
    Files.delete(directory().resolve(CacheDirectory.MARKER));
    Files.createDirectory(directory().resolve(CacheDirectory.MARKER));
    item.origin.clear();
    ByteSource source = open(1 << 20).cached(item.origin, item.identity);
    assertEquals(1, notices.size(), notices.toString());
    assertPrefix(source, item, G1);
    assertEquals(List.of(), item.origin.reads());
    assertPrefix(source, item, G2);
    assertEquals(2, notices.size(), notices.toString());
  }

  @Test
  void lockThatIsNeverGivenBackCostsOneWaitAndNoRead() throws IOException {
    Item item = Item.number(1);
    Duration wait = Duration.ofMillis(200);
    PrefixCache cache = PrefixCache.open(directory(), 1 << 20, notices::add, wait);
    ByteSource source = cache.cached(item.origin, item.identity);
    try (FileChannel marker =
            FileChannel.open(directory().resolve(CacheDirectory.MARKER), StandardOpenOption.WRITE);
        FileLock held = marker.lock()) {
      assertTrue(held.isValid());
      assertTimeoutPreemptively(
          Duration.ofSeconds(60),
          () -> {
            for (int i = 0; i < 100; i++) {
              assertPrefix(source, item, G1);
            }
          });
    }
    assertEquals(1, notices.size(), notices.toString());
    assertEquals(List.of(), entries());
  }

  @Test
  void entryThatCannotBeReadCostsANoticeNotTheRead() throws IOException {
    Item item = Item.number(1);
    PrefixCache cache = open(1 << 20);
    Files.createDirectory(path(item));
    assertPrefix(cache.cached(item.origin, item.identity), item, G1);
    assertTrue(!notices.isEmpty());
  }

  @Test
  void failingOriginLeavesWhatWasCached() throws IOException {
    Item item = Item.number(1);
    PrefixCache cache = open(1 << 20);
    Failing origin = new Failing(new MemoryByteSource("gone", ByteBuffer.wrap(item.content)));
    ByteSource source = cache.cached(origin, item.identity);
    assertPrefix(source, item, G1);
    origin.isGone = true;
    assertPrefix(source, item, G1);
    assertThrows(NoSuchFileException.class, () -> assertPrefix(source, item, G2));
    assertEquals(G1, Files.size(path(item)));
  }

  @Test
  void prefixIsKeptByFetchingWhatIsMissing() throws IOException {
    PrefixCache cache = open(LENGTH);
    Item item = Item.number(1);
    ByteSource source = cache.cached(item.origin, item.identity);
    assertFalse(PrefixCache.holds(source, 1));
    assertEquals(PrefixCache.Kept.NOW, PrefixCache.keep(source, G1));
    assertEquals(PrefixCache.Kept.NOW, PrefixCache.keep(source, G2));
    assertEquals(List.of(new Read(0, G1), new Read(G1, G2 - G1)), item.origin.reads());
    assertEquals(PrefixCache.Kept.BEFORE, PrefixCache.keep(source, G1));
    assertTrue(PrefixCache.holds(source, G2));
    assertFalse(PrefixCache.holds(source, G2 + 1));
    ByteBuffer middle = ByteBuffer.allocate(100);
    source.readFully(G1 - 50, middle);
    assertArrayEquals(Arrays.copyOfRange(item.content, G1 - 50, G1 + 50), middle.array());
    assertEquals(2, item.origin.reads().size());
  }

  @Test
  void prefixThatCannotFitIsNotFetched() throws IOException {
    Item item = Item.number(1);
    ByteSource source = open(G1).cached(item.origin, item.identity);
    assertEquals(PrefixCache.Kept.NOT, PrefixCache.keep(source, G2));
    assertEquals(List.of(), item.origin.reads());
    assertEquals(PrefixCache.Kept.NOT, PrefixCache.keep(item.origin, G1));
  }

  @Test
  void fixedObjectsAreNeverEvictedAndOthersNeverKept() throws IOException {
    Item other = Item.number(7);
    PrefixCache cache = open(2 * G2);
    assertPrefix(cache.cached(other.origin, other.identity), other, G2);
    Item[] items = {Item.number(0), Item.number(1), Item.number(2)};
    PrefixCache fixed = cache.withFixed(Set.of(items[0].identity, items[1].identity));
    assertTrue(fixed.hasLocalFiles());
    for (Item item : items) {
      ByteSource source = fixed.cached(item.origin, item.identity);
      PrefixCache.Kept kept = PrefixCache.keep(source, G2);
      assertEquals(item == items[2] ? PrefixCache.Kept.NOT : PrefixCache.Kept.NOW, kept);
      assertPrefix(source, item, G2);
    }
    assertFalse(Files.exists(path(other)), "what is not fixed makes room");
    assertFalse(Files.exists(path(items[2])));
    ByteSource again = fixed.cached(items[0].origin, items[0].identity);
    assertPrefix(again, items[0], LENGTH);
    assertEquals(G2, Files.size(path(items[0])), "there is no room for more");
    assertEquals(G2, Files.size(path(items[1])));
  }

  @Test
  void entryThatGoesAwayWhileItIsKeptIsFetchedAgain() throws IOException {
    PrefixCache cache = open(LENGTH);
    Item item = Item.number(1);
    ByteSource source = cache.cached(item.origin, item.identity);
    assertEquals(PrefixCache.Kept.NOW, PrefixCache.keep(source, G2));
    Files.delete(path(item));
    assertPrefix(source, item, 10);
    assertEquals(PrefixCache.Kept.NOW, PrefixCache.keep(source, G2));
    assertPrefix(source, item, G2);
  }

  /** A source whose medium can go away. */
  private static final class Failing implements ByteSource {
    private final ByteSource inner;
    private boolean isGone;

    Failing(ByteSource inner) {
      this.inner = inner;
    }

    @Override
    public long length() throws IOException {
      return inner.length();
    }

    @Override
    public void readFully(long position, ByteBuffer dst) throws IOException {
      if (isGone) {
        throw new NoSuchFileException(toString());
      }
      inner.readFully(position, dst);
    }

    @Override
    public String toString() {
      return inner.toString();
    }

    @Override
    public void close() throws IOException {
      inner.close();
    }
  }

  private Path path(Item item) {
    return directory().resolve(item.identity.entryName());
  }

  private void age(Item item, int seconds) throws IOException {
    Files.setLastModifiedTime(
        path(item), FileTime.fromMillis(System.currentTimeMillis() - 1000L * seconds));
  }

  private List<Path> entries() throws IOException {
    try (Stream<Path> files = Files.list(directory())) {
      return files.filter(f -> f.toString().endsWith(CacheDirectory.ENTRY_SUFFIX)).toList();
    }
  }
}
