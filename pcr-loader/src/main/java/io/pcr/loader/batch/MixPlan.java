package io.pcr.loader.batch;

import static java.util.Objects.requireNonNull;

import io.pcr.loader.order.EpochOrder;
import io.pcr.loader.order.KeyedPermutation;
import io.pcr.loader.order.OrderNumbers;
import io.pcr.loader.order.Purpose;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The batches of a run that mixes several parts by weight (spec/loader.md 7). An epoch is a stated
 * number of batches; each part begins its own next epoch when its samples are used up. Thread-safe.
 */
public final class MixPlan implements BatchPlan {
  private static final int MAX_PARTS = 256;
  private static final long MAX_WEIGHTS = 1 << 20;

  private final List<MixPart> parts;
  private final long seed;
  private final BatchSize batch;
  private final long batches;

  /** The first slot of each part in a block, and at the end the length of a block. */
  private final long[] slots;

  /**
   * @param parts 2 to 256, with weights that no number divides, together at most 2^20
   * @param seed of the run
   * @param batches of an epoch, at least 1
   */
  public MixPlan(List<MixPart> parts, long seed, BatchSize batch, long batches) {
    this.parts = List.copyOf(parts);
    this.seed = seed;
    this.batch = requireNonNull(batch, "batch");
    this.batches = batches;
    if (parts.size() < 2 || parts.size() > MAX_PARTS) {
      throw new IllegalArgumentException("a mix of " + parts.size() + " parts");
    }
    if (batches < 1 || batches > Long.MAX_VALUE / batch.global()) {
      throw new IllegalArgumentException(batches + " batches in an epoch");
    }
    this.slots = new long[parts.size() + 1];
    for (int part = 0; part < parts.size(); part++) {
      slots[part + 1] = slots[part] + parts.get(part).weight();
    }
    if (block() > MAX_WEIGHTS) {
      throw new IllegalArgumentException(
          "the weights of the mix make " + block() + ", which is more than " + MAX_WEIGHTS);
    }
  }

  private long block() {
    return slots[parts.size()];
  }

  @Override
  public BatchSize batch() {
    return batch;
  }

  @Override
  public long batches() {
    return batches;
  }

  @Override
  public EpochOrder order(int part, long epoch) {
    return parts.get(part).order().epoch(epoch);
  }

  @Override
  public long batchOf(int part, long epoch, long position) {
    long block = (epoch * samples(part) + position) / parts.get(part).weight();
    return ((block + 1) * block() - 1) / batch.global(); // A block gives its samples in any order.
  }

  @Override
  public void entries(long epoch, long number, Rank rank, BatchEntries into) {
    Objects.checkIndex(number, batches);
    int perRank = batch.perRank(rank.ranks());
    int size = batch.global();
    long first =
        Math.addExact(
            Math.multiplyExact(epoch, Math.multiplyExact(batches, (long) size)), number * size);
    long[] slotOf = new long[size];
    long[] sorted = new long[size];
    for (int place = 0; place < size; place++) {
      long q = first + place;
      long key = OrderNumbers.key(seed, q / block(), Purpose.MIX_BLOCK.id());
      slotOf[place] = KeyedPermutation.permute(key, block(), q % block());
      int part = partOf(slotOf[place]);
      long turn = turn(q, slotOf[place], part);
      sorted[place] = LaneSort.pack(orderAt(part, turn).lane(position(part, turn)), part, place);
    }
    Arrays.sort(sorted);
    into.clear();
    for (int i = rank.first(size); i < rank.end(size); i++) {
      int place = LaneSort.place(sorted[i]);
      int part = partOf(slotOf[place]);
      long turn = turn(first + place, slotOf[place], part);
      long position = position(part, turn);
      into.add(part, turn / samples(part), position, orderAt(part, turn).index(position), false);
    }
    if (into.size() < perRank) {
      into.repeat(0);
    }
  }

  private int partOf(long slot) {
    int at = Arrays.binarySearch(slots, slot);
    return at < 0 ? -at - 2 : at;
  }

  /** How many samples the part gave before the one at q. */
  private long turn(long q, long slot, int part) {
    return q / block() * parts.get(part).weight() + slot - slots[part];
  }

  private long samples(int part) {
    return parts.get(part).order().counts().samples();
  }

  private EpochOrder orderAt(int part, long turn) {
    return order(part, turn / samples(part));
  }

  private long position(int part, long turn) {
    return turn % samples(part);
  }
}
