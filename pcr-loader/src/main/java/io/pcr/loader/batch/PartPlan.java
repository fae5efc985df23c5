package io.pcr.loader.batch;

import static java.util.Objects.requireNonNull;

import io.pcr.loader.order.EpochOrder;
import io.pcr.loader.order.PartOrder;
import java.util.Arrays;
import java.util.Objects;

/** The batches of a run that reads one part. Thread-safe. */
public final class PartPlan implements BatchPlan {
  private final PartOrder part;
  private final BatchSize batch;
  private final Remainder remainder;

  public PartPlan(PartOrder part, BatchSize batch, Remainder remainder) {
    this.part = requireNonNull(part, "part");
    this.batch = requireNonNull(batch, "batch");
    this.remainder = requireNonNull(remainder, "remainder");
  }

  @Override
  public BatchSize batch() {
    return batch;
  }

  @Override
  public long batches() {
    return remainder.batches(part.counts().samples(), batch.global());
  }

  @Override
  public EpochOrder order(int only, long epoch) {
    Objects.checkIndex(only, 1);
    return part.epoch(epoch);
  }

  @Override
  public long batchOf(int only, long epoch, long position) {
    long batchInEpoch = Math.min(position / batch.global(), batches() - 1);
    return epoch * batches() + batchInEpoch;
  }

  @Override
  public void entries(long epoch, long number, Rank rank, BatchEntries into) {
    Objects.checkIndex(number, batches());
    int perRank = batch.perRank(rank.ranks());
    EpochOrder order = part.epoch(epoch);
    long first = number * batch.global();
    int real = (int) Math.min(batch.global(), order.samples() - first);
    int size = remainder == Remainder.PAD ? batch.global() : real;
    long[] sorted = new long[size];
    for (int place = 0; place < size; place++) {
      sorted[place] = LaneSort.pack(order.lane(first + place % real), 0, place);
    }
    Arrays.sort(sorted);
    into.clear();
    for (int i = rank.first(size); i < rank.end(size); i++) {
      int place = LaneSort.place(sorted[i]);
      long position = first + place % real;
      into.add(0, epoch, position, order.index(position), place >= real);
    }
    if (size == batch.global() && into.size() < perRank) {
      into.repeat(0);
    }
  }
}
