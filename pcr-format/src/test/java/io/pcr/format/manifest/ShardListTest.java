package io.pcr.format.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The shards of parts and root together, whatever part they are in. */
class ShardListTest {
  private final Map<String, ByteBuffer> files = new HashMap<>();
  private final List<String> opened = new ArrayList<>();
  private int written;

  private static ShardEntry shard(int name, int samples) {
    return new ShardEntry(
        "part-" + name + ".tfrecord",
        ShardEntry.UNLISTED,
        ShardVariant.TFRECORD,
        Compression.NONE,
        new UUID(name, 2),
        10,
        samples,
        0,
        List.of(),
        0,
        0,
        5,
        samples);
  }

  private ByteSource open(String name) throws NoSuchFileException {
    opened.add(name);
    if (!files.containsKey(name)) {
      throw new NoSuchFileException(name);
    }
    return new MemoryByteSource(name, files.get(name).duplicate());
  }

  private ShardPart write(List<ShardEntry> shards) {
    ShardTable table = ShardTable.of(shards);
    String name = ShardPart.fileName(7, written++);
    ByteBuffer file = ShardPart.encode(table, 7);
    files.put(name, file);
    return ShardPart.describe(name, file, table);
  }

  private ShardList list(Manifest manifest) {
    return new ShardList(manifest, this::open, Limits.DEFAULT);
  }

  /** Shards in parts and a root as the seed decides, with numbers that may have gaps. */
  private Manifest manifest(Random random, int count, List<ShardEntry> all) {
    int number = random.nextInt(3);
    for (int i = 0; i < count; i++) {
      all.add(shard(i, random.nextInt(3)).numbered(number));
      number += 1 + random.nextInt(3) / 2 * random.nextInt(5);
    }
    List<ShardPart> parts = new ArrayList<>();
    int from = 0;
    while (from < count && random.nextInt(4) > 0) {
      int to = from + 1 + random.nextInt(count - from);
      parts.add(write(all.subList(from, to)));
      from = to;
    }
    return Manifest.builder(new UUID(1, 2))
        .generation(7)
        .shards(parts, ShardTable.of(all.subList(from, count)))
        .nextShardNumber(number + random.nextInt(2))
        .build();
  }

  // Covers R-MANIFEST-13, R-PART-1, R-PART-2
  @Property(tries = 300)
  void everyShardAndSampleIsFound(@ForAll long seed, @ForAll @IntRange(min = 0, max = 30) int count)
      throws IOException {
    files.clear();
    List<ShardEntry> all = new ArrayList<>();
    Manifest written = manifest(new Random(seed), count, all);
    Manifest manifest = Manifest.decode(written.encode(), "manifest", Limits.DEFAULT);
    assertEquals(written, manifest);
    ShardList list = list(manifest);
    assertEquals(count, list.size());
    assertEquals(count, manifest.shardCount());
    long number = 0;
    for (int i = 0; i < count; i++) {
      assertEquals(all.get(i), list.get(i));
      assertEquals(OptionalInt.of(i), list.positionOf(all.get(i).shardNumber()));
      for (int ordinal = 0; ordinal < all.get(i).sampleCount(); ordinal++) {
        SampleLocation place = new SampleLocation(i, ordinal);
        assertEquals(place, list.locate(number));
        assertEquals(number++, list.number(place));
      }
    }
    assertEquals(number, list.sampleCount());
    assertEquals(number, manifest.sampleCount());
    assertEquals(all, list.asList());
    List<Integer> numbers = all.stream().map(ShardEntry::shardNumber).toList();
    for (int missing = 0; missing < manifest.nextShardNumber() + 3; missing++) {
      assertEquals(numbers.contains(missing), list.positionOf(missing).isPresent());
    }
  }

  // Covers R-MANIFEST-13
  @Test
  void partIsReadOnceAndOnlyWhenAShardOfItIsNeeded() throws IOException {
    ShardPart first = write(List.of(shard(0, 2).numbered(0), shard(1, 3).numbered(1)));
    ShardPart second = write(List.of(shard(2, 4).numbered(5)));
    Manifest manifest =
        Manifest.builder(new UUID(1, 2))
            .shards(List.of(first, second), ShardTable.of(List.of(shard(3, 1).numbered(6))))
            .nextShardNumber(7)
            .build();
    ShardList list = list(manifest);
    assertEquals(4, list.size());
    assertEquals(10, list.sampleCount());
    assertEquals("part-3.tfrecord", list.get(3).name());
    assertEquals(new SampleLocation(3, 0), list.locate(9));
    assertEquals(List.of(), opened);
    assertEquals(new SampleLocation(2, 3), list.locate(8));
    assertEquals(OptionalInt.of(2), list.positionOf(5));
    assertEquals(List.of(second.name()), opened);
    list.load();
    list.load();
    assertEquals(List.of(second.name(), first.name()), opened);
  }

  private ErrorCode refusal(Manifest manifest) {
    return assertThrows(PcrException.class, () -> list(manifest).load()).code();
  }

  private static Manifest with(ShardPart part) {
    return Manifest.builder(new UUID(1, 2))
        .shards(List.of(part), ShardTable.EMPTY)
        .nextShardNumber(100)
        .build();
  }

  // Covers R-PART-3, R-PART-4
  @Test
  void partThatIsNotTheOneStatedIsRefused() {
    ShardPart part = write(List.of(shard(0, 2).numbered(3), shard(1, 3).numbered(4)));
    ShardPart other = write(List.of(shard(0, 2).numbered(3), shard(2, 3).numbered(4)));
    long length = part.length();
    int crc = part.partCrc32c();
    String name = part.name();
    assertEquals(
        ErrorCode.NOT_AS_LISTED, refusal(with(new ShardPart(name, length + 1, crc, 2, 3, 5))));
    assertEquals(
        ErrorCode.NOT_AS_LISTED,
        refusal(with(new ShardPart(name, length, other.partCrc32c(), 2, 3, 5))));
    for (ShardPart wrong :
        List.of(
            new ShardPart(name, length, crc, 3, 3, 5),
            new ShardPart(name, length, crc, 2, 2, 5),
            new ShardPart(name, length, crc, 2, 3, 6))) {
      assertEquals(ErrorCode.MALFORMED, refusal(with(wrong)));
    }
  }

  // Covers R-PART-2
  @Test
  void numbersOfAPartStayBelowThoseOfTheNext() {
    ShardPart wide = write(List.of(shard(0, 2).numbered(0), shard(1, 3).numbered(9)));
    ShardPart next = write(List.of(shard(2, 2).numbered(5)));
    Manifest manifest =
        Manifest.builder(new UUID(1, 2))
            .shards(List.of(wide, next), ShardTable.EMPTY)
            .nextShardNumber(10)
            .build();
    assertEquals(ErrorCode.MALFORMED, refusal(manifest));
  }

  // Covers R-MANIFEST-11, R-MANIFEST-2
  @Test
  void everyFlippedBitOfAPartIsFound() {
    ShardPart part = write(List.of(shard(0, 2).numbered(3), shard(1, 3).numbered(4)));
    ByteBuffer intact = files.get(part.name());
    for (int bit = 0; bit < 8 * intact.remaining(); bit++) {
      ByteBuffer flipped = ByteBuffer.allocate(intact.remaining()).put(intact.duplicate()).flip();
      flipped.put(bit / 8, (byte) (flipped.get(bit / 8) ^ 1 << bit % 8));
      files.put(part.name(), flipped);
      assertThrows(PcrException.class, () -> list(with(part)).load(), "bit " + bit);
    }
    files.put(part.name(), Manifest.builder(new UUID(1, 2)).build().encode());
    assertThrows(PcrException.class, () -> list(with(part)).load(), "a root");
  }

  // Covers R-PART-1, R-SHARD-1
  @Test
  void shardsThatAreTooManyForTheRootGoIntoParts() throws IOException {
    List<ShardEntry> added = new ArrayList<>();
    for (int i = 0; i < 2 * Manifest.MAX_SHARDS + 5; i++) {
      added.add(shard(i, 1));
    }
    Manifest first =
        Manifest.builder(new UUID(1, 2))
            .add(added.subList(0, 5))
            .inParts(
                (shards, generation) -> {
                  throw new AssertionError("few shards need no part");
                })
            .build();
    List<Long> generations = new ArrayList<>();
    Manifest second =
        first
            .next()
            .add(added.subList(5, added.size()))
            .inParts(
                (shards, generation) -> {
                  generations.add(generation);
                  return write(shards);
                })
            .build();
    assertEquals(List.of(2L, 2L), generations);
    assertEquals(5, second.shards().size());
    assertEquals(added.size(), second.nextShardNumber());
    List<ShardEntry> listed = list(second).asList();
    for (int i = 0; i < added.size(); i++) {
      assertEquals(added.get(i).numbered(i), listed.get(i));
    }
  }

  private final class Parts implements Manifest.Builder.PartWriter {
    @Override
    public ShardPart write(ShardTable shards, long generation) {
      return ShardListTest.this.write(shards);
    }

    @Override
    public Optional<ShardTable> read(ShardPart part, int groupCount) throws IOException {
      if (!files.containsKey(part.name())) {
        return Optional.empty();
      }
      try (ByteSource source = open(part.name())) {
        return Optional.of(ShardPart.read(source, part, groupCount, Limits.DEFAULT));
      }
    }
  }

  /** A root with parts of some sizes, and as many shards of its own as it can have. */
  private Manifest full(List<ShardEntry> all, int... sizes) {
    List<ShardPart> parts = new ArrayList<>();
    for (int size : sizes) {
      int from = all.size();
      for (int i = 0; i < size; i++) {
        all.add(shard(all.size(), 1).numbered(all.size()));
      }
      parts.add(write(all.subList(from, all.size())));
    }
    int from = all.size();
    for (int i = 0; i < Manifest.MAX_SHARDS; i++) {
      all.add(shard(all.size(), 1).numbered(all.size()));
    }
    return Manifest.builder(new UUID(1, 2))
        .shards(parts, ShardTable.of(all.subList(from, all.size())))
        .nextShardNumber(all.size())
        .build();
  }

  private Manifest addOne(Manifest full, List<ShardEntry> all) throws IOException {
    ShardEntry added = shard(all.size(), 1);
    Manifest next = full.next().add(List.of(added)).inParts(new Parts()).build();
    all.add(added.numbered(all.size()));
    assertEquals(all, list(Manifest.decode(next.encode(), "m", Limits.DEFAULT)).asList());
    assertEquals(1, next.shards().size());
    return next;
  }

  private static List<Integer> sizes(Manifest manifest) {
    return manifest.parts().stream().map(ShardPart::shardCount).toList();
  }

  // Covers R-PART-5
  @Test
  void lastPartsAreMergedIntoANewOneAsLongAsTheyAreSmall() throws IOException {
    List<ShardEntry> all = new ArrayList<>();
    Manifest full = full(all, 10, 4_096, 1, 4_095, 7);
    assertEquals(List.of(10, 4_096, 8_199), sizes(addOne(full, all)));
  }

  // Covers R-PART-1, R-PART-5
  @Test
  void asManyPartsAsARootCanHaveDoNotKeepNewShardsOut() throws IOException {
    List<ShardEntry> all = new ArrayList<>();
    int[] sizes = new int[Manifest.MAX_PARTS];
    Arrays.fill(sizes, 1);
    Manifest full = full(all, sizes);
    assertEquals(List.of(2 * Manifest.MAX_SHARDS), sizes(addOne(full, all)));
  }

  // Covers R-PART-4, R-PART-5
  @Test
  void mergedPartHasNoMoreShardsThanAPartMayHave() throws IOException {
    List<ShardEntry> all = new ArrayList<>();
    int[] sizes = new int[16];
    Arrays.fill(sizes, 4_095);
    Manifest full = full(all, sizes);
    assertEquals(List.of(4_095, 4_096 + 15 * 4_095), sizes(addOne(full, all)));
  }

  // Covers R-PART-5
  @Test
  void partThatCannotBeReadStaysAsItIs() throws IOException {
    List<ShardEntry> all = new ArrayList<>();
    Manifest full = full(all, 5, 6, 7);
    ByteBuffer kept = files.remove(full.parts().get(1).name());
    Manifest next = full.next().add(List.of(shard(all.size(), 1))).inParts(new Parts()).build();
    assertEquals(List.of(5, 6, 4_103), sizes(next));
    files.put(full.parts().get(1).name(), kept);
    assertEquals(all, list(next).asList().subList(0, all.size()));
  }

  /** Spec section 17: of a part that is lost, the entries of its shards are lost, no others. */
  @Property(tries = 200)
  void shardsOfOtherPartsStay(@ForAll long seed, @ForAll @IntRange(min = 1, max = 30) int count)
      throws IOException {
    files.clear();
    List<ShardEntry> all = new ArrayList<>();
    Random random = new Random(seed);
    Manifest manifest = manifest(random, count, all);
    List<ShardEntry> left = new ArrayList<>(all);
    List<ShardPart> lost = new ArrayList<>();
    for (ShardPart part : manifest.parts()) {
      if (random.nextBoolean()) {
        files.get(part.name()).put(50, (byte) ~files.get(part.name()).get(50));
        lost.add(part);
      }
    }
    int position = 0;
    for (ShardPart part : manifest.parts()) {
      if (lost.contains(part)) {
        left.removeAll(all.subList(position, position + part.shardCount()));
      }
      position += part.shardCount();
    }
    ShardList list = list(manifest).withoutLostParts(PcrException.class::isInstance);
    assertEquals(new HashSet<>(lost), list.lostParts().keySet());
    assertEquals(left, list.asList());
    assertEquals(left.stream().mapToLong(ShardEntry::sampleCount).sum(), list.sampleCount());
    list.load();
    for (ShardEntry shard : all) {
      int number = shard.shardNumber();
      assertEquals(left.indexOf(shard), list.positionOf(number).orElse(-1));
      assertEquals(!left.contains(shard), list.isOfLostPart(number));
    }
    Map<ShardPart, ShardTable> found = new HashMap<>();
    int from = 0;
    for (ShardPart part : manifest.parts()) {
      ShardTable table = ShardTable.of(all.subList(from, from + part.shardCount()));
      assertTrue(list.mayBe(part, table));
      if (lost.contains(part)) {
        found.put(part, table);
      }
      from += part.shardCount();
    }
    assertEquals(all, list.with(found).asList());
    assertEquals(Map.of(), list.with(found).lostParts());
    assertEquals(left, list.with(Map.of()).asList());
    if (!lost.isEmpty()) {
      assertThrows(PcrException.Corrupt.class, () -> list(manifest).load());
      assertThrows(PcrException.Corrupt.class, () -> list(manifest).withoutLostParts(e -> false));
    }
  }
}
