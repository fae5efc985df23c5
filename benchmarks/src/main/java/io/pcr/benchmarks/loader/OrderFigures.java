package io.pcr.benchmarks.loader;

import io.pcr.loader.batch.BatchEntries;
import io.pcr.loader.batch.BatchSize;
import io.pcr.loader.batch.PartPlan;
import io.pcr.loader.batch.Rank;
import io.pcr.loader.batch.Remainder;
import io.pcr.loader.order.EpochOrder;
import io.pcr.loader.order.OrderOptions;
import io.pcr.loader.order.PartOrder;
import io.pcr.loader.order.ShardCounts;
import io.pcr.loader.order.Stretch;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What the order of lanes gives for a dataset as large as ImageNet: how much all readers together
 * read, how many shards a batch is from, and how many samples windows hold at a time.
 */
public final class OrderFigures {
  private static final int SAMPLES = 1_281_167;
  private static final int SHARD = 1024;
  private static final int[] READERS = {1, 2, 8, 16, 32, 64, 128};
  private static final int SAMPLED_BATCHES = 50;

  private OrderFigures() {}

  public static void main(String[] arguments) {
    System.out.println(
        "| B | L | W | read by 1, 2, 8, 16, 32, 64, 128 readers | distinct shards in the batch, and"
            + " in a rank's of 8 | rank correlation with the dataset | samples held |");
    System.out.println("|---:|---:|---:|---|---|---:|---:|");
    int[][] cases = {
      {4096, 64, 256},
      {4096, 64, 512},
      {4096, 64, 1024},
      {4096, 16, 1024},
      {4096, 128, 256},
      {1000, 50, 256},
      {256, 64, 256},
      {256, 16, 1024},
      {96, 48, 256},
    };
    for (int[] each : cases) {
      System.out.println(line(each[0], OrderOptions.lanes(each[1], each[2])));
    }
    System.out.println(line(256, OrderOptions.GLOBAL));
  }

  private static String line(int batch, OrderOptions options) {
    int[] counts = new int[(SAMPLES + SHARD - 1) / SHARD];
    Arrays.fill(counts, SHARD);
    counts[counts.length - 1] = SAMPLES % SHARD;
    ShardCounts shards = ShardCounts.of(counts);
    PartOrder part = new PartOrder(shards, 1, options);
    PartPlan plan = new PartPlan(part, BatchSize.of(batch), Remainder.DROP);
    StringBuilder amplification = new StringBuilder();
    double local = 0;
    for (int readers : READERS) {
      if (batch % readers != 0) {
        amplification.append(" -");
        continue;
      }
      long touched = 0;
      for (int rank = 0; rank < readers; rank++) {
        touched += shardsOf(plan, shards, new Rank(rank, readers), 1, new double[1]).cardinality();
      }
      amplification.append(String.format(Locale.ROOT, " %.2f", (double) touched / counts.length));
    }
    double[] distinct = new double[1];
    shardsOf(plan, shards, Rank.ONLY, SAMPLED_BATCHES, distinct);
    double all = distinct[0];
    if (batch % 8 == 0) {
      shardsOf(plan, shards, new Rank(3, 8), SAMPLED_BATCHES, distinct);
      local = distinct[0];
    }
    return String.format(
        Locale.ROOT,
        "| %d | %d | %d |%s | %.0f, %.0f | %.3f | %d |",
        batch,
        options.lanes(),
        options.window(),
        amplification,
        all,
        local,
        correlation(part.epoch(0)),
        held(part.epoch(0)));
  }

  /** The shards that a rank reads in an epoch; and of each n-th batch, how many it is from. */
  private static BitSet shardsOf(
      PartPlan plan, ShardCounts shards, Rank rank, int every, double[] distinct) {
    BitSet touched = new BitSet();
    BatchEntries entries = new BatchEntries(plan.batch().perRank(rank.ranks()));
    long batches = 0;
    long sum = 0;
    for (long number = 0; number < plan.batches(); number += every) {
      plan.entries(0, number, rank, entries);
      BitSet inBatch = new BitSet();
      for (int i = 0; i < entries.size(); i++) {
        inBatch.set(shards.shardOf(entries.index(i)));
      }
      touched.or(inBatch);
      sum += inBatch.cardinality();
      batches++;
    }
    distinct[0] = (double) sum / batches;
    return touched;
  }

  /** Of positions with the numbers of their samples; 0 in a perfect shuffle. */
  private static double correlation(EpochOrder order) {
    double n = order.samples();
    double sum = 0;
    for (long position = 0; position < order.samples(); position++) {
      double difference = position - order.index(position);
      sum += difference * difference / n;
    }
    return 1 - 6 * sum / (n * n - 1);
  }

  /** The most samples of stretches that have begun and are not at their end. */
  private static long held(EpochOrder order) {
    Map<Long, Stretch> open = new HashMap<>();
    Map<Long, Integer> ending = new HashMap<>();
    long held = 0;
    long most = 0;
    for (long position = 0; position < order.samples(); position++) {
      Stretch stretch = order.stretch(position);
      if (open.put(stretch.id(), stretch) == null) {
        int size = stretch.to() - stretch.from();
        held += size;
        ending.merge(stretch.lastPosition(), size, Integer::sum);
      }
      most = Math.max(most, held);
      held -= ending.getOrDefault(position, 0);
      ending.remove(position);
    }
    return most;
  }
}
