package io.pcr.loader.view;

import io.pcr.loader.order.ShardCounts;
import io.pcr.loader.state.PartId;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Which samples of a dataset a view has (spec/loader.md 6). Immutable and thread-safe. Needs two
 * bits of memory for each sample of a shard of which some are in the view and some not.
 */
public final class Selection {
  private static final int HASH_BYTES = 16;

  private final List<Shard> shards;
  private final ShardCounts counts;
  private final String hash;

  /** The number of each shard's first sample. */
  private final long[] firsts;

  private Selection(List<Shard> shards) {
    this.shards = shards;
    this.firsts = new long[shards.size()];
    for (int shard = 1; shard < firsts.length; shard++) {
      firsts[shard] = firsts[shard - 1] + shards.get(shard - 1).samples;
    }
    this.counts = ShardCounts.of(shards.stream().mapToInt(Shard::selected).toArray());
    boolean isAll = shards.stream().allMatch(shard -> shard.selected() == shard.samples);
    this.hash = isAll ? PartId.ALL : hash(shards);
  }

  /** All samples of shards with these counts. */
  public static Selection all(int... samples) {
    return new Selection(IntStream.of(samples).mapToObj(Shard::all).toList());
  }

  /** Begins a selection without shards. */
  public static Builder builder() {
    return new Builder();
  }

  /** How many samples of each shard are in the view. */
  public ShardCounts counts() {
    return counts;
  }

  /** The hash in a state. */
  public String hash() {
    return hash;
  }

  /** Whether all samples of the dataset are in the view. */
  public boolean isAll() {
    return hash.equals(PartId.ALL);
  }

  /**
   * The position in its shard of a sample of the view.
   *
   * @param place among the shard's samples that are in the view, from 0
   */
  public int ordinal(int shard, int place) {
    return shards.get(shard).ordinal(place);
  }

  /** Whether a sample is in the view, by its position in its shard. */
  public boolean has(int shard, int ordinal) {
    return shards.get(shard).isSelected(ordinal);
  }

  /** The number in the dataset of a sample, by its position in its shard. */
  public long number(int shard, int ordinal) {
    return firsts[shard] + ordinal;
  }

  private static String hash(List<Shard> shards) {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Every JDK has it.
    }
    for (Shard shard : shards) {
      digest.update(shard.bytes());
    }
    return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
  }

  /** Makes a selection, shard by shard. */
  public static final class Builder {
    private final List<Shard> shards = new ArrayList<>();

    private Builder() {}

    /**
     * Adds the next shard in the order of the manifest.
     *
     * @param isSelected asked for each position in the shard
     */
    public Builder shard(int samples, IntPredicate isSelected) {
      shards.add(Shard.of(samples, isSelected));
      return this;
    }

    /** The selection. */
    public Selection build() {
      return new Selection(List.copyOf(shards));
    }
  }

  /** The selected samples of one shard: a bit for each, and how many are selected before a word. */
  private static final class Shard {
    private static final long[] NONE = {};

    private final int samples;

    /** Empty when all or none are selected. */
    private final long[] bits;

    /** Of each word how many are selected before it, and at the end how many are selected. */
    private final int[] before;

    private Shard(int samples, long[] bits, int[] before) {
      this.samples = samples;
      this.bits = bits;
      this.before = before;
    }

    static Shard all(int samples) {
      return new Shard(checked(samples), NONE, new int[] {samples});
    }

    private static int checked(int samples) {
      if (samples < 0) {
        throw new IllegalArgumentException("a shard of " + samples + " samples");
      }
      return samples;
    }

    static Shard of(int samples, IntPredicate isSelected) {
      checked(samples);
      long[] bits = new long[(samples + 63) >>> 6];
      int[] before = new int[bits.length + 1];
      for (int ordinal = 0; ordinal < samples; ordinal++) {
        if (isSelected.test(ordinal)) {
          bits[ordinal >>> 6] |= 1L << ordinal;
        }
      }
      for (int word = 0; word < bits.length; word++) {
        before[word + 1] = before[word] + Long.bitCount(bits[word]);
      }
      int selected = before[bits.length];
      boolean isPlain = selected == 0 || selected == samples;
      return isPlain
          ? new Shard(samples, NONE, new int[] {selected})
          : new Shard(samples, bits, before);
    }

    int selected() {
      return before[before.length - 1];
    }

    int ordinal(int place) {
      if (place < 0 || place >= selected()) {
        throw new IndexOutOfBoundsException("no sample " + place + " among " + selected());
      }
      if (bits.length == 0) {
        return place;
      }
      int found = Arrays.binarySearch(before, place);
      int word = found < 0 ? -found - 2 : found;
      while (before[word + 1] <= place) {
        word++; // Words without a selected sample begin at the same place.
      }
      long rest = bits[word];
      for (int skip = place - before[word]; skip > 0; skip--) {
        rest &= rest - 1;
      }
      return (word << 6) + Long.numberOfTrailingZeros(rest);
    }

    byte[] bytes() {
      ByteBuffer bytes =
          ByteBuffer.allocate(4 + ((samples + 7) >>> 3)).order(ByteOrder.LITTLE_ENDIAN);
      bytes.putInt(samples);
      for (int ordinal = 0; ordinal < samples; ordinal += 8) {
        int eight = 0;
        for (int bit = 0; bit < 8 && ordinal + bit < samples; bit++) {
          eight |= isSelected(ordinal + bit) ? 1 << bit : 0;
        }
        bytes.put((byte) eight);
      }
      return bytes.array();
    }

    private boolean isSelected(int ordinal) {
      return bits.length == 0 ? selected() > 0 : (bits[ordinal >>> 6] & 1L << ordinal) != 0;
    }
  }
}
