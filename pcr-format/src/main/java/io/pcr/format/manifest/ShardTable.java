package io.pcr.format.manifest;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;

import io.pcr.format.Fidelity;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.manifest.ShardRules;
import io.pcr.format.internal.manifest.UniqueNames;
import io.pcr.format.internal.tables.ShardTableTable;
import io.pcr.format.shard.ShardVariant;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.UUID;

/**
 * Shards that a manifest's root or a part of it lists, as vectors with one element for each: a
 * million shards take no million objects. The list makes an entry whenever it is asked for one.
 * Immutable and thread-safe.
 */
public final class ShardTable extends AbstractList<ShardEntry> implements RandomAccess {
  /** Without shards. */
  public static final ShardTable EMPTY = ShardTable.of(List.of());

  /** The group count of PCR shards that is not known: they have the same, whatever it is. */
  private static final int ANY_GROUPS = 0;

  private static final int UUID_LENGTH = 16;
  private static final int LIQUID_PREFIXES = 2;

  private final ShardTableTable table;

  /** Where each shard's name ends in the names. */
  private final int[] nameEnds;

  /** Where each shard's prefix lengths end in the prefix lengths. */
  private final int[] prefixEnds;

  /** The number of the first sample of each shard, and of all samples behind the last. */
  private final long[] firstSamples;

  private ShardTable(ShardTableTable table, int groupCount) {
    this.table = table;
    int size = table.shardNumbers().limit();
    requireLengths(size);
    this.nameEnds = nameEnds();
    UniqueNames.require(table.nameBytes(), nameEnds, "ShardTable.name_bytes");
    this.prefixEnds = prefixEnds(groupCount == ANY_GROUPS ? groupCount() : groupCount);
    this.firstSamples = new long[size + 1];
    for (int i = 0; i < size; i++) {
      try {
        requireShard(i);
      } catch (InvalidFieldException e) {
        throw e.element(i);
      }
      firstSamples[i + 1] = firstSamples[i] + sampleCount(i);
    }
  }

  /**
   * Checks a table.
   *
   * @param groupCount of all PCR shards
   * @throws InvalidFieldException when a rule of the format is broken
   */
  static ShardTable check(ShardTableTable table, int groupCount) {
    return new ShardTable(table, groupCount);
  }

  /**
   * Checks the table of a part without its root: all PCR shards have the same number of groups.
   *
   * @throws InvalidFieldException when a rule of the format is broken
   */
  static ShardTable checkAlone(ShardTableTable table) {
    ShardTable shards = new ShardTable(table, ANY_GROUPS);
    requireRange("ShardTable.shard_numbers", shards.size(), 1, ShardPart.MAX_SHARDS);
    int pcr = shards.first(ShardVariant.PCR);
    if (pcr >= 0) {
      int prefixes = shards.prefixCount(pcr);
      requireRange("ShardTable.prefix_lengths", prefixes, 2, Fidelity.MAX_GROUPS + 1L);
    }
    return shards;
  }

  /** Some shards with ascending numbers; those with groups have the same number of them. */
  public static ShardTable of(List<ShardEntry> shards) {
    return shards instanceof ShardTable already
        ? already
        : new ShardTable(ShardVectors.of(shards), ANY_GROUPS);
  }

  private void requireLengths(int size) {
    requireLength("name_lengths", table.nameLengths().limit(), size);
    requireLength("variants", table.variants().limit(), size);
    requireLength("compressions", table.compressions().limit(), size);
    requireLength("shard_uuids", table.shardUuids().limit(), (long) size * UUID_LENGTH);
    requireLength("total_lengths", table.totalLengths().limit(), size);
    requireLength("sample_counts", table.sampleCounts().limit(), size);
    requireLength("head_crc32c", table.headCrc32c().limit(), size);
    requireLength("restore_lengths", table.restoreLengths().limit(), size);
    requireLength("restore_directory_lengths", table.restoreDirectoryLengths().limit(), size);
    requireLength("source_bytes", table.sourceBytes().limit(), size);
    requireLength("restorable_samples", table.restorableSamples().limit(), size);
  }

  private static void requireLength(String field, long found, long required) {
    require(found == required, ErrorCode.MALFORMED, "ShardTable." + field, found, required);
  }

  private int[] nameEnds() {
    int[] ends = new int[table.nameLengths().limit()];
    int end = 0;
    for (int i = 0; i < ends.length; i++) {
      end += Byte.toUnsignedInt(table.nameLengths().get(i));
      ends[i] = end;
    }
    requireLength("name_bytes", table.nameBytes().limit(), end);
    return ends;
  }

  /** The groups of the PCR shards, if all have the same. */
  private int groupCount() {
    int pcr = count(ShardVariant.PCR);
    int ofPcr = table.prefixLengths().limit() - LIQUID_PREFIXES * count(ShardVariant.LIQUID);
    return pcr == 0 ? 1 : ofPcr / pcr - 1;
  }

  private int count(ShardVariant variant) {
    int count = 0;
    for (int i = 0; i < table.variants().limit(); i++) {
      count += table.variants().get(i) == variant.id() ? 1 : 0;
    }
    return count;
  }

  private int[] prefixEnds(int groupCount) {
    int[] ends = new int[table.variants().limit()];
    long end = 0;
    for (int i = 0; i < ends.length; i++) {
      end +=
          switch (variant(i)) {
            case PCR -> groupCount + 1;
            case LIQUID -> LIQUID_PREFIXES;
            case TFRECORD -> 0;
          };
      require(
          end <= table.prefixLengths().limit(),
          ErrorCode.MALFORMED,
          "ShardTable.prefix_lengths",
          table.prefixLengths().limit(),
          "at least " + end);
      ends[i] = (int) end;
    }
    requireLength("prefix_lengths", table.prefixLengths().limit(), end);
    return ends;
  }

  private void requireShard(int i) {
    int compression = table.compressions().get(i) & 0xFF;
    long restoreLength = table.restoreLengths().get(i);
    require(
        i == 0 || shardNumber(i) > shardNumber(i - 1),
        ErrorCode.MALFORMED,
        "ShardTable.shard_numbers",
        shardNumber(i),
        "more than the one before");
    requireRange("ShardTable.shard_numbers", shardNumber(i), 0, Integer.MAX_VALUE);
    requireRange("ShardTable.compressions", compression, 0, Compression.assigned().size() - 1L);
    ShardRules.requireCounts(
        totalLength(i),
        sampleCount(i),
        table.sourceBytes().get(i),
        table.restorableSamples().get(i));
    ShardRules.requireRestore(restoreLength, table.restoreDirectoryLengths().get(i));
    int start = start(prefixEnds, i);
    ShardRules.requireVariant(
        variant(i), compression, table.headCrc32c().get(i), restoreLength, prefixEnds[i] - start);
    ShardRules.requirePrefixes(
        table.prefixLengths(), start, prefixEnds[i], totalLength(i), restoreLength);
  }

  private static int start(int[] ends, int i) {
    return i == 0 ? 0 : ends[i - 1];
  }

  ShardTableTable table() {
    return table;
  }

  @Override
  public int size() {
    return nameEnds.length;
  }

  /** The samples of all of them. */
  public long sampleCount() {
    return firstSamples[size()];
  }

  /** How many samples the shards before one have. */
  long firstSample(int i) {
    return firstSamples[i];
  }

  /** The shard that has a sample, by the sample's number in this table. */
  int shardOf(long number) {
    int found = Arrays.binarySearch(firstSamples, number);
    int shard = found >= 0 ? found : -found - 2;
    while (firstSamples[shard + 1] == number) {
      shard++; // Shards without samples begin at the same number.
    }
    return shard;
  }

  public String name(int i) {
    int start = start(nameEnds, i);
    byte[] name = new byte[nameEnds[i] - start];
    table.nameBytes().get(start, name);
    return new String(name, StandardCharsets.US_ASCII);
  }

  public int shardNumber(int i) {
    return table.shardNumbers().get(i);
  }

  /** Where the shard with a number stands, or a negative number when there is none. */
  public int indexOfNumber(int shardNumber) {
    int low = 0;
    int high = size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (shardNumber(middle) == shardNumber) {
        return middle;
      }
      if (shardNumber(middle) < shardNumber) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  /** The first shard of a variant, or a negative number when there is none. */
  int first(ShardVariant variant) {
    int i = 0;
    while (i < size() && variant(i) != variant) {
      i++;
    }
    return i < size() ? i : -1;
  }

  /** How many prefix lengths a shard has. */
  int prefixCount(int i) {
    return prefixEnds[i] - start(prefixEnds, i);
  }

  public ShardVariant variant(int i) {
    int id = table.variants().get(i);
    return ShardVariant.ofId(id)
        .orElseThrow(
            () ->
                new InvalidFieldException(
                    ErrorCode.MALFORMED, "ShardTable.variants[" + i + "]", id, "1 to 3"));
  }

  public UUID shardUuid(int i) {
    ByteBuffer uuids = table.shardUuids();
    ByteBuffer uuid = uuids.slice(i * UUID_LENGTH, UUID_LENGTH); // Big-endian, as text is.
    return new UUID(uuid.getLong(), uuid.getLong());
  }

  public long totalLength(int i) {
    return table.totalLengths().get(i);
  }

  public int sampleCount(int i) {
    return table.sampleCounts().get(i);
  }

  @Override
  public ShardEntry get(int i) {
    Objects.checkIndex(i, size());
    List<Long> prefixLengths = new ArrayList<>();
    for (int p = start(prefixEnds, i); p < prefixEnds[i]; p++) {
      prefixLengths.add(table.prefixLengths().get(p));
    }
    return new ShardEntry(
        name(i),
        shardNumber(i),
        variant(i),
        Compression.ofId(table.compressions().get(i)).orElseThrow(),
        shardUuid(i),
        totalLength(i),
        sampleCount(i),
        table.headCrc32c().get(i),
        prefixLengths,
        table.restoreLengths().get(i),
        table.restoreDirectoryLengths().get(i),
        table.sourceBytes().get(i),
        table.restorableSamples().get(i));
  }
}
