package io.pcr.format.manifest;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.RandomAccess;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;

/**
 * All shards of a generation, in the order of the dataset: those of its parts, each of which is
 * read when a shard of it is first needed, and those of the root. Thread-safe; holds no file open.
 */
public final class ShardList {
  /** Opens the files of a dataset. */
  @FunctionalInterface
  public interface Opener {
    /** A file, which the caller closes. */
    ByteSource open(String name) throws IOException;
  }

  private final Manifest manifest;
  private final Opener opener;
  private final Limits limits;
  private final AtomicReferenceArray<ShardTable> parts;
  private final Map<ShardPart, IOException> lost;

  /** Where each part begins among the shards, then where the root's own do, then their end. */
  private final int[] firstShards;

  /** The same among the samples. */
  private final long[] firstSamples;

  /**
   * The list of a generation.
   *
   * @param opener of files beside the manifest
   */
  public ShardList(Manifest manifest, Opener opener, Limits limits) {
    this.manifest = requireNonNull(manifest, "manifest");
    this.opener = requireNonNull(opener, "opener");
    this.limits = requireNonNull(limits, "limits");
    this.lost = Map.of();
    int count = manifest.parts().size();
    this.parts = new AtomicReferenceArray<>(count);
    this.firstShards = new int[count + 2];
    this.firstSamples = new long[count + 2];
    for (int i = 0; i < count; i++) {
      firstShards[i + 1] = firstShards[i] + manifest.parts().get(i).shardCount();
      firstSamples[i + 1] = firstSamples[i] + manifest.parts().get(i).sampleCount();
    }
    firstShards[count + 1] = firstShards[count] + manifest.shards().size();
    firstSamples[count + 1] = firstSamples[count] + manifest.shards().sampleCount();
  }

  private ShardList(ShardList whole, Map<ShardPart, IOException> lost) {
    this.manifest = whole.manifest;
    this.opener = whole.opener;
    this.limits = whole.limits;
    this.parts = new AtomicReferenceArray<>(whole.parts.length());
    this.firstShards = whole.firstShards.clone();
    this.firstSamples = whole.firstSamples.clone();
    this.lost = Map.copyOf(lost);
    for (int i = 0; i < parts.length(); i++) {
      ShardPart part = manifest.parts().get(i);
      boolean isLost = lost.containsKey(part);
      parts.set(i, isLost ? ShardTable.EMPTY : whole.parts.get(i));
      firstShards[i + 1] = firstShards[i] + (isLost ? 0 : part.shardCount());
      firstSamples[i + 1] = firstSamples[i] + (isLost ? 0 : part.sampleCount());
    }
    int own = parts.length();
    firstShards[own + 1] = firstShards[own] + manifest.shards().size();
    firstSamples[own + 1] = firstSamples[own] + manifest.shards().sampleCount();
  }

  /**
   * The list without the shards of parts that cannot be read, so that those of the others can be.
   * Reads all parts. Shards and samples behind a lost part have other positions and numbers than in
   * the dataset.
   *
   * @param isOfPart whether an error concerns a part alone; others are thrown
   */
  public ShardList withoutLostParts(Predicate<IOException> isOfPart) throws IOException {
    Map<ShardPart, IOException> found = new LinkedHashMap<>();
    for (int part = 0; part < parts.length(); part++) {
      try {
        table(part);
      } catch (IOException e) {
        if (!isOfPart.test(e)) {
          throw e;
        }
        found.put(manifest.parts().get(part), e);
      }
    }
    return found.isEmpty() ? this : new ShardList(this, found);
  }

  /** The parts whose shards were left out, and why each cannot be read; empty for most lists. */
  public Map<ShardPart, IOException> lostParts() {
    return lost;
  }

  /**
   * The list with the shards of parts that were left out, as something else says what these were.
   *
   * @param found for some of {@link #lostParts}, shards that {@link #mayBe} theirs
   */
  public ShardList with(Map<ShardPart, ShardTable> found) {
    Map<ShardPart, IOException> left = new LinkedHashMap<>(lost);
    left.keySet().removeAll(found.keySet());
    ShardList list = new ShardList(this, left);
    for (int i = 0; i < parts.length(); i++) {
      ShardTable shards = found.get(manifest.parts().get(i));
      if (shards != null) {
        list.parts.set(i, shards);
      }
    }
    return list;
  }

  /** Whether shards may be those of a part: their number, their numbers and their samples. */
  public boolean mayBe(ShardPart part, ShardTable shards) {
    int position = manifest.parts().indexOf(part);
    return shards.size() == part.shardCount()
        && shards.sampleCount() == part.sampleCount()
        && shards.shardNumber(0) == part.firstShardNumber()
        && shards.shardNumber(shards.size() - 1) < numberBehind(position);
  }

  /** Whether a shard number belongs to a part that was left out. */
  public boolean isOfLostPart(int shardNumber) {
    int table = tableOfNumber(shardNumber);
    return table >= 0 && table < parts.length() && lost.containsKey(manifest.parts().get(table));
  }

  /** The root that lists them. */
  public Manifest manifest() {
    return manifest;
  }

  /** How many there are. */
  public int size() {
    return firstShards[firstShards.length - 1];
  }

  /** How many samples they have together. */
  public long sampleCount() {
    return firstSamples[firstSamples.length - 1];
  }

  /** A shard by its position. */
  public ShardEntry get(int position) throws IOException {
    int table = tableOf(position);
    return table(table).get(position - firstShards[table]);
  }

  /** How many samples a shard has. */
  public int sampleCount(int position) throws IOException {
    int table = tableOf(position);
    return table(table).sampleCount(position - firstShards[table]);
  }

  private int tableOf(int position) {
    Objects.checkIndex(position, size());
    int found = Arrays.binarySearch(firstShards, position);
    int table = found >= 0 ? found : -found - 2;
    while (firstShards[table + 1] == position) {
      table++; // A root without shards of its own begins where they end.
    }
    return table;
  }

  /** The shards of a part by its position; behind them, those of the root. */
  private ShardTable table(int table) throws IOException {
    if (table == parts.length()) {
      return manifest.shards();
    }
    ShardTable known = parts.get(table);
    if (known == null) {
      known = read(table);
      parts.compareAndSet(table, null, known);
    }
    return known;
  }

  private ShardTable read(int part) throws IOException {
    ShardPart stated = manifest.parts().get(part);
    try (ByteSource source = opener.open(stated.name())) {
      ShardTable shards = ShardPart.read(source, stated, manifest.groupCount(), limits);
      int last = shards.shardNumber(shards.size() - 1);
      if (last >= numberBehind(part)) {
        throw new PcrException.Corrupt(
            ErrorCode.MALFORMED,
            new FieldLocation("ShardTable.shard_numbers", 0, source.toString()),
            last,
            "less than " + numberBehind(part));
      }
      return shards;
    }
  }

  /** No shard of a part has this number, or a higher one. */
  private int numberBehind(int part) {
    if (part + 1 < parts.length()) {
      return manifest.parts().get(part + 1).firstShardNumber();
    }
    return manifest.shards().isEmpty()
        ? manifest.nextShardNumber()
        : manifest.shards().shardNumber(0);
  }

  /**
   * Reads all parts that have not been read.
   *
   * @throws PcrException when one is damaged, or the root has groups and no shard has
   */
  public void load() throws IOException {
    for (int part = 0; part < parts.length(); part++) {
      table(part);
    }
    if (lost.isEmpty() && !has(ShardVariant.PCR)) {
      try {
        ShardListRules.requireNoGroups(manifest.groupCount(), manifest.targets());
      } catch (InvalidFieldException e) {
        throw e.in(new Origin(Manifest.FILE_NAME, 0));
      }
    }
  }

  /** The number of a shard. */
  public int shardNumber(int position) throws IOException {
    int table = tableOf(position);
    return table(table).shardNumber(position - firstShards[table]);
  }

  /**
   * The position of the shard with a number; empty when this generation does not have it.
   *
   * @param shardNumber a u32
   */
  public OptionalInt positionOf(long shardNumber) throws IOException {
    if (shardNumber >= manifest.nextShardNumber()) {
      return OptionalInt.empty();
    }
    int number = (int) shardNumber;
    int table = tableOfNumber(number);
    int index = table < 0 ? -1 : table(table).indexOfNumber(number);
    return index < 0 ? OptionalInt.empty() : OptionalInt.of(firstShards[table] + index);
  }

  /** The part, or the root, that has a shard number if any has. */
  private int tableOfNumber(int shardNumber) {
    ShardTable own = manifest.shards();
    if (!own.isEmpty() && shardNumber >= own.shardNumber(0)) {
      return parts.length();
    }
    int table = parts.length() - 1;
    while (table >= 0 && manifest.parts().get(table).firstShardNumber() > shardNumber) {
      table--;
    }
    return table;
  }

  /**
   * The place of a sample by its number.
   *
   * @throws IndexOutOfBoundsException when no sample has the number
   */
  public SampleLocation locate(long number) throws IOException {
    Objects.checkIndex(number, sampleCount());
    int found = Arrays.binarySearch(firstSamples, number);
    int table = found >= 0 ? found : -found - 2;
    while (firstSamples[table + 1] == number) {
      table++; // Parts without samples begin at the same number.
    }
    ShardTable shards = table(table);
    long inTable = number - firstSamples[table];
    int shard = shards.shardOf(inTable);
    int ordinal = (int) (inTable - shards.firstSample(shard));
    return new SampleLocation(firstShards[table] + shard, ordinal);
  }

  /**
   * The number of the sample at a place.
   *
   * @throws IndexOutOfBoundsException when there is no such sample
   */
  public long number(SampleLocation place) throws IOException {
    int table = tableOf(place.shard());
    ShardTable shards = table(table);
    int shard = place.shard() - firstShards[table];
    Objects.checkIndex(place.ordinal(), shards.sampleCount(shard));
    return firstSamples[table] + shards.firstSample(shard) + place.ordinal();
  }

  /** Whether any shard is of a variant. */
  public boolean has(ShardVariant variant) throws IOException {
    for (int table = 0; table <= parts.length(); table++) {
      if (table(table).first(variant) >= 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * The same as a list, which makes an entry whenever it is asked for one. It throws an {@link
   * UncheckedIOException} where a part cannot be read; not after {@link #load}.
   */
  public List<ShardEntry> asList() {
    return new View();
  }

  private final class View extends AbstractList<ShardEntry> implements RandomAccess {
    @Override
    public ShardEntry get(int position) {
      try {
        return ShardList.this.get(position);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public int size() {
      return ShardList.this.size();
    }
  }

  @Override
  public String toString() {
    return size() + " shards with " + sampleCount() + " samples";
  }
}
