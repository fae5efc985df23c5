package io.pcr.reader.internal.find;

import static io.pcr.reader.internal.find.NamedShards.CONTAINERS;
import static io.pcr.reader.internal.find.NamedShards.list;
import static io.pcr.reader.internal.find.NamedShards.manifest;
import static io.pcr.reader.internal.find.NamedShards.name;
import static io.pcr.reader.internal.find.NamedShards.read;
import static io.pcr.reader.internal.find.NamedShards.records;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders in memory, where every opening of a file and every listing is counted. */
class ShardFinderTest {
  /**
   * Any files under any names, some of them gone, some twice: what is there is found, and nothing
   * else is taken for it.
   */
  @Property(tries = 300)
  void whatIsInTheFolderIsFoundUnderWhateverName(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int count) throws IOException {
    Random random = new Random(seed);
    List<byte[]> shards = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean isContainer = i < CONTAINERS.size() && random.nextBoolean();
      // Few lengths, so that many are equal.
      shards.add(isContainer ? CONTAINERS.get(i) : records(i, 20 + random.nextInt(3)));
    }
    Manifest manifest = manifest(shards);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 2 * count; i++) {
      names.add(i < count ? name(i) : "other-" + i);
    }
    Collections.shuffle(names, random);
    CountedFolder folder = new CountedFolder(true);
    Map<Integer, Integer> copies = new HashMap<>();
    for (String file : names) {
      int shard = random.nextInt(count + 2);
      if (shard < count) {
        folder.files.put(file, shards.get(shard));
        copies.merge(shard, 1, Integer::sum);
      }
    }
    List<String> notices = new ArrayList<>();
    ShardFinder finder = new ShardFinder(folder, list(manifest), notices::add);
    for (int i = 0; i < count; i++) {
      ShardEntry shard = manifest.shards().get(i);
      finder.searchByContent(shard);
      if (copies.containsKey(i)) {
        ByteBuffer expected = ByteBuffer.wrap(shards.get(i));
        byte[] atItsName = folder.files.get(shard.name());
        boolean isRight = atItsName == shards.get(i);
        assertEquals(expected, read(folder.open(finder.fileOf(shard))), shard.name());
        assertTrue(!isRight || expected.equals(read(finder.open(shard))), shard.name());
      } else {
        assertFalse(finder.found().containsKey(shard.name()), shard.name());
      }
    }
    assertEquals(finder.found().size(), notices.size());
    assertTrue(folder.listings <= 1, folder.listings + " listings");
  }

  @Test
  void whileAllNamesAreRightNothingElseIsLookedAt() throws IOException {
    List<byte[]> shards = new ArrayList<>(CONTAINERS);
    shards.add(records(6, 30));
    Manifest manifest = manifest(shards);
    CountedFolder folder = new CountedFolder(true);
    for (int i = 0; i < shards.size(); i++) {
      folder.files.put(name(i), shards.get(i));
    }
    ShardFinder finder = new ShardFinder(folder, list(manifest), notice -> {});
    for (ShardEntry shard : manifest.shards()) {
      finder.open(shard).close();
    }
    assertEquals(shards.size(), folder.opened);
    assertEquals(0, folder.listings);
  }

  /** How many files are opened while all shards are looked for, each of which stands elsewhere. */
  private static long steps(int count, boolean isThere) throws IOException {
    List<byte[]> shards = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      shards.add(records(i, 30));
    }
    Manifest manifest = manifest(shards);
    CountedFolder folder = new CountedFolder(true);
    for (int i = 0; i < count; i++) {
      folder.files.put(
          (isThere ? "moved-" : "x") + i, isThere ? shards.get(i) : records(-1 - i, 30));
    }
    ShardFinder finder = new ShardFinder(folder, list(manifest), notice -> {});
    for (ShardEntry shard : manifest.shards()) {
      if (isThere) {
        finder.open(shard).close();
      } else {
        assertThrows(NoSuchFileException.class, () -> finder.open(shard));
      }
    }
    assertEquals(isThere ? count : 0, finder.found().size());
    assertEquals(1, folder.listings);
    return folder.opened;
  }

  @Test
  void twiceAsManyShardsTakeTwiceAsManySteps() throws IOException {
    for (boolean isThere : new boolean[] {true, false}) {
      long once = steps(2_000, isThere);
      long twice = steps(4_000, isThere);
      assertEquals(2 * once, twice);
      assertTrue(once <= 4 * 2_000, once + " files opened for 2,000 shards");
    }
  }

  /** Containers that were moved on by one name, of which each is a look away from the next. */
  @Test
  void exchangedNamesAreSortedOutWhereNothingCanBeListed() throws IOException {
    Manifest manifest = manifest(CONTAINERS);
    CountedFolder folder = new CountedFolder(false);
    int count = CONTAINERS.size();
    for (int i = 0; i < count; i++) {
      folder.files.put(name((i + 1) % count), CONTAINERS.get(i));
    }
    ShardFinder finder = new ShardFinder(folder, list(manifest), notice -> {});
    for (int i = 0; i < count; i++) {
      assertEquals(ByteBuffer.wrap(CONTAINERS.get(i)), read(finder.open(manifest.shards().get(i))));
    }
    assertEquals(count, finder.found().size());
    assertTrue(folder.opened <= 3L * count, folder.opened + " requests");
  }

  /** Errors that say nothing of the file at which they come. */
  private static List<IOException> errorsOfTheMachine() {
    return List.of(
        new FileSystemException("part-00001", null, "Too many open files"),
        new IOException("Input/output error"),
        new ClosedByInterruptException(),
        new InterruptedIOException("interrupted"));
  }

  /**
   * Six files of which two were swapped and one was renamed. Whichever opening fails, and with
   * whatever, everything is found when it is looked for again.
   */
  @Test
  void searchThatFailedAnywhereIsMadeAgain() throws IOException {
    for (boolean isContainer : new boolean[] {true, false}) {
      List<byte[]> shards = new ArrayList<>();
      for (int i = 0; i < CONTAINERS.size(); i++) {
        shards.add(isContainer ? CONTAINERS.get(i) : records(i, 30));
      }
      Manifest manifest = manifest(shards);
      // Without a list nothing tells TFRecords of one length that stand at each other's names.
      for (boolean isListed : isContainer ? List.of(true, false) : List.of(true)) {
        for (IOException error : errorsOfTheMachine()) {
          boolean hasFailed = true;
          for (int step = 1; hasFailed; step++) {
            CountedFolder folder = exchanged(shards, isListed);
            folder.failsAt = step;
            folder.failure = error;
            hasFailed = assertFoundAgain(folder, manifest, shards);
          }
        }
      }
    }
  }

  private static CountedFolder exchanged(List<byte[]> shards, boolean isListed) {
    CountedFolder folder = new CountedFolder(isListed);
    for (int i = 0; i < shards.size(); i++) {
      folder.files.put(name(i), shards.get(i));
    }
    folder.files.put(name(0), shards.get(1));
    folder.files.put(name(1), shards.get(0));
    if (isListed) {
      folder.files.put("roses", folder.files.remove(name(3)));
    }
    return folder;
  }

  /** Looks for all shards, and again for those whose search fails; whether one did. */
  private static boolean assertFoundAgain(
      CountedFolder folder, Manifest manifest, List<byte[]> shards) throws IOException {
    ShardFinder finder = new ShardFinder(folder, list(manifest), notice -> {});
    for (int i = 0; i < shards.size(); i++) {
      ShardEntry shard = manifest.shards().get(i);
      // Of TFRecords that look right where they are, the caller finds out that they are not.
      boolean isAsked = i < 2;
      ByteBuffer found;
      try {
        found = read(give(finder, shard, isAsked));
      } catch (IOException e) {
        assertEquals(folder.failure, e);
        found = read(give(finder, shard, isAsked));
      }
      assertEquals(ByteBuffer.wrap(shards.get(i)), found, shard + " at " + folder.failsAt);
    }
    return folder.opened >= folder.failsAt;
  }

  private static ByteSource give(ShardFinder finder, ShardEntry shard, boolean isAsked)
      throws IOException {
    if (isAsked) {
      finder.searchByContent(shard);
    }
    return finder.open(shard);
  }

  /** A folder with a damaged shard and an intact copy of it under another name. */
  private static CountedFolder damagedBesideCopy(boolean isListed) {
    CountedFolder folder = new CountedFolder(isListed);
    byte[] shard = CONTAINERS.get(0);
    byte[] damaged = shard.clone();
    damaged[damaged.length - 50] ^= 1;
    folder.files.put(name(0), damaged);
    folder.files.put(name(1), CONTAINERS.get(1));
    folder.files.put("copy", shard);
    return folder;
  }

  @Test
  void intactCopyIsFoundOnceAndReadFromThenOn() throws IOException {
    CountedFolder folder = damagedBesideCopy(true);
    Manifest manifest = manifest(CONTAINERS.subList(0, 2));
    List<String> notices = new ArrayList<>();
    ShardFinder finder = new ShardFinder(folder, list(manifest), notices::add);
    ShardEntry shard = manifest.shards().get(0);
    assertEquals(ByteBuffer.wrap(folder.files.get(name(0))), read(finder.open(shard)));
    assertTrue(finder.findIntact(shard));
    long opened = folder.opened;
    assertTrue(finder.findIntact(shard));
    assertEquals(opened, folder.opened);
    assertEquals(ByteBuffer.wrap(CONTAINERS.get(0)), read(finder.open(shard)));
    assertEquals(
        List.of(name(0) + " is damaged; copy is an intact copy and is read instead"), notices);
    assertFalse(finder.findIntact(manifest.shards().get(1)));
  }

  @Test
  void whereFilesCannotBeListedNoCopyIsLookedFor() throws IOException {
    CountedFolder folder = damagedBesideCopy(false);
    Manifest manifest = manifest(CONTAINERS.subList(0, 2));
    ShardFinder finder = new ShardFinder(folder, list(manifest), notice -> {});
    assertFalse(finder.findIntact(manifest.shards().get(0)));
    assertEquals(0, folder.opened);
  }

  @Test
  void copyThatTheDiskDoesNotGiveIsLookedForAgain() throws IOException {
    CountedFolder folder = damagedBesideCopy(true);
    Manifest manifest = manifest(CONTAINERS.subList(0, 2));
    ShardFinder finder = new ShardFinder(folder, list(manifest), notice -> {});
    ShardEntry shard = manifest.shards().get(0);
    folder.broken.put("copy", new IOException("Input/output error"));
    assertFalse(finder.findIntact(shard));
    folder.broken.clear();
    assertTrue(finder.findIntact(shard));
  }

  @Test
  void shardThatAnInterruptedThreadLooksForIsFoundByTheNext(@TempDir Path folder)
      throws IOException {
    for (byte[] bytes : List.of(CONTAINERS.get(0), records(0, 30))) {
      Manifest manifest = manifest(List.of(bytes));
      ShardEntry shard = manifest.shards().get(0);
      Files.write(folder.resolve("roses"), bytes);
      ShardFinder finder = ShardFinder.local(folder, manifest, notice -> {});
      Thread.currentThread().interrupt();
      try {
        assertThrows(ClosedByInterruptException.class, () -> finder.open(shard));
      } finally {
        assertTrue(Thread.interrupted());
      }
      assertEquals(ByteBuffer.wrap(bytes), read(finder.open(shard)));
    }
  }

  @Test
  void fileThatTheDiskDoesNotGiveIsNoneButKeepsWhatIsNotFoundFromBeingMissing() throws IOException {
    IOException error = new IOException("Input/output error");
    for (boolean isContainer : new boolean[] {true, false}) {
      List<byte[]> shards =
          isContainer ? CONTAINERS.subList(0, 2) : List.of(records(0, 30), records(1, 30));
      Manifest manifest = manifest(shards);
      CountedFolder folder = new CountedFolder(true);
      folder.files.put("broken", shards.get(1));
      folder.files.put("roses", shards.get(0));
      folder.broken.put("broken", error);
      ShardFinder finder = new ShardFinder(folder, list(manifest), notice -> {});
      ShardEntry first = manifest.shards().get(0);
      assertEquals(ByteBuffer.wrap(shards.get(0)), read(finder.open(first)));
      assertEquals(isContainer ? List.of("roses") : List.of(), finder.copies(first));
      ShardEntry second = manifest.shards().get(1);
      assertEquals(error, assertThrows(IOException.class, () -> finder.open(second)));
      folder.broken.clear();
      assertEquals(ByteBuffer.wrap(shards.get(1)), read(finder.open(second)));
    }
  }

  @Test
  void missingShardOnAServerCostsFewRequests() throws IOException {
    List<byte[]> shards = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      shards.add(records(i, 30));
    }
    Manifest manifest = manifest(shards);
    CountedFolder folder = new CountedFolder(false);
    for (int i = 10; i < shards.size(); i++) {
      folder.files.put(name(i), shards.get(i));
    }
    ShardFinder finder = new ShardFinder(folder, list(manifest), notice -> {});
    for (int i = 0; i < 10; i++) {
      ShardEntry shard = manifest.shards().get(i);
      assertThrows(NoSuchFileException.class, () -> finder.open(shard));
    }
    assertTrue(folder.opened <= 210, folder.opened + " requests");
  }
}
