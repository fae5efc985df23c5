package io.pcr.loader.internal;

import io.pcr.format.Fidelity;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.LoaderPart;
import io.pcr.loader.batch.BatchEntries;
import io.pcr.loader.batch.BatchPlan;
import io.pcr.loader.internal.policy.FidelityNumbers;
import io.pcr.loader.order.OrderKind;
import io.pcr.loader.order.Stretch;
import io.pcr.loader.view.Selection;
import io.pcr.reader.Shard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds out what each batch needs, and has it read, in the order in which batches are given. For
 * one thread.
 */
final class Planner {
  /** In a shorter epoch, too much would be read singly and then once more with its window. */
  private static final int LONG_EPOCH = 4 * FirstBatches.COUNT;

  private final List<LoaderPart> parts;
  private final LoaderOptions options;
  private final BatchPlan plan;
  private final PieceStore store;
  private final FidelityPlan fidelities;
  private FirstBatches firstBatches;
  private final BatchEntries scratch;
  private final PrefixUses prefixes;

  /** In the order liquid; null in all others. */
  private final LiquidBuffers liquid;

  /** What is needed of each shard by the batches that are read together, sample by sample. */
  private Map<SomeName, int[]> some = Map.of();

  /** The first batch for which {@link #some} was made, and the one behind the last. */
  private long someFrom;

  private long someUntil;

  /** The fidelity of the batch that was planned last. */
  private Fidelity fidelity = Fidelity.FULL;

  Planner(
      List<LoaderPart> parts,
      LoaderOptions options,
      BatchPlan plan,
      PieceStore store,
      FidelityPlan fidelities,
      PrefixUses prefixes,
      long first) {
    this.parts = parts;
    this.options = options;
    this.plan = plan;
    this.store = store;
    this.fidelities = fidelities;
    this.firstBatches = new FirstBatches(first);
    this.scratch = new BatchEntries(options.perRank());
    this.someUntil = first;
    this.prefixes = prefixes;
    this.liquid =
        options.order().kind() == OrderKind.LIQUID
            ? new LiquidBuffers(parts.get(0), plan, store, options.order().lanes(), options.rank())
            : null;
  }

  /** Samples of a stretch that are read together. */
  private record StretchName(int part, long epoch, long id) {}

  /** A shard that cannot be read in parts. */
  private record ShardName(int part, int shard) {}

  /** Samples of a shard that are read for a few batches alone, from a first one on. */
  private record SomeName(long from, int part, int shard) {}

  /**
   * Plans a batch, and has read what nobody has had read yet.
   *
   * @param absolute the number of the batch, counted from the beginning of the run
   * @return null when the loader has been closed
   */
  PlannedBatch plan(long absolute) throws IOException, InterruptedException {
    long epoch = absolute / plan.batches();
    long number = absolute % plan.batches();
    if (!findFidelity(absolute)) {
      return null;
    }
    PlannedBatch batch = new PlannedBatch(absolute, epoch, number, fidelity, options.perRank());
    plan.entries(epoch, number, options.rank(), batch.entries);
    if (liquid != null && !liquid.plan(batch)) {
      return null;
    }
    if (liquid == null && readsSome(absolute) && absolute >= someUntil) {
      findSome(absolute);
    }
    for (int entry = 0; entry < batch.entries.size(); entry++) {
      if (!plan(batch, entry)) {
        return null;
      }
    }
    return batch;
  }

  /**
   * Finds the fidelity of a batch, once it has been decided. Where nothing could be read ahead
   * until then, reading begins anew, as with the first batch of the run.
   *
   * @return false when the loader has been closed
   */
  private boolean findFidelity(long batch) throws InterruptedException {
    boolean waits = !fidelities.isKnown(batch);
    int number = fidelities.await(batch);
    if (number == 0) {
      return false;
    }
    Fidelity found = FidelityNumbers.fidelity(number);
    boolean changes = !found.equals(fidelity);
    boolean beginsAnew =
        waits && (changes || batch % plan.batches() == 0) && plan.batches() >= LONG_EPOCH;
    if (changes) {
      store.neededUntil(batch - 1);
    }
    if (beginsAnew) {
      firstBatches = new FirstBatches(batch);
    }
    if (changes || beginsAnew) {
      someUntil = batch;
    }
    fidelity = found;
    return true;
  }

  /** Whether a batch has single samples read, and not stretches. */
  private boolean readsSome(long batch) {
    return options.order().kind() == OrderKind.GLOBAL || firstBatches.has(batch);
  }

  private boolean plan(PlannedBatch batch, int entry) throws IOException, InterruptedException {
    int part = batch.entries.part(entry);
    Selection selection = parts.get(part).selection();
    long index = batch.entries.index(entry);
    int number = selection.counts().shardOf(index);
    int place = (int) (index - selection.counts().start(number));
    int ordinal = selection.ordinal(number, place);
    Shard shard = parts.get(part).dataset().shards().get(number);
    batch.parts[entry] = part;
    batch.samples[entry] = selection.number(number, ordinal);
    if (liquid != null) {
      return true; // It has been planned with the others.
    }
    Piece piece;
    if (shard.isDivisible() && readsSome(batch.absolute)) {
      SomeName name = new SomeName(someFrom, part, number);
      int[] ordinals = some.get(name);
      boolean isFirst = firstBatches.isOfFirstEpoch(batch.absolute, plan.batches());
      piece =
          store.get(
              name,
              batch.absolute,
              someUntil - 1,
              fidelity,
              () -> new Piece(shard, ordinals, prefix(part, number, isFirst)));
      batch.places[entry] = Arrays.binarySearch(ordinals, ordinal);
    } else {
      long epoch = batch.entries.epoch(entry);
      Stretch stretch = plan.order(part, epoch).stretch(batch.entries.position(entry));
      long last = plan.batchOf(part, epoch, stretch.lastPosition());
      if (shard.isDivisible()) {
        Object name = new StretchName(part, epoch, stretch.id());
        piece =
            store.get(
                name,
                batch.absolute,
                last,
                fidelity,
                () -> new Piece(shard, ordinals(selection, stretch), prefix(part, number, false)));
        batch.places[entry] = place - stretch.from();
      } else {
        Object name = new ShardName(part, number);
        piece =
            store.get(
                name,
                batch.absolute,
                last,
                fidelity,
                () -> new Piece(shard, new int[0], prefix(part, number, false)));
        batch.places[entry] = ordinal;
      }
    }
    batch.pieces[entry] = piece;
    return piece != null;
  }

  /**
   * What is done about the cache before a piece of a shard is read. The first batches do not wait
   * until a whole prefix is there.
   */
  private PrefixUse prefix(int part, int number, boolean isFirst) throws IOException {
    Shard shard = parts.get(part).dataset().shards().get(number);
    return isFirst
        ? prefixes.behind(part, number, shard, fidelity)
        : prefixes.before(part, number, shard, fidelity);
  }

  private static int[] ordinals(Selection selection, Stretch stretch) {
    int[] ordinals = new int[stretch.to() - stretch.from()];
    for (int i = 0; i < ordinals.length; i++) {
      ordinals[i] = selection.ordinal(stretch.shard(), stretch.from() + i);
    }
    return ordinals;
  }

  /** Finds what a batch needs of each shard, and with it those that are read together with it. */
  private void findSome(long absolute) {
    long until =
        firstBatches.has(absolute) ? firstBatches.end(firstBatches.phase(absolute)) : absolute + 1;
    Map<SomeName, List<Integer>> found = new HashMap<>();
    for (long batch = absolute; batch < until; batch++) {
      plan.entries(batch / plan.batches(), batch % plan.batches(), options.rank(), scratch);
      for (int entry = 0; entry < scratch.size(); entry++) {
        int part = scratch.part(entry);
        Selection selection = parts.get(part).selection();
        long index = scratch.index(entry);
        int shard = selection.counts().shardOf(index);
        int ordinal = selection.ordinal(shard, (int) (index - selection.counts().start(shard)));
        found
            .computeIfAbsent(new SomeName(absolute, part, shard), name -> new ArrayList<>())
            .add(ordinal);
      }
    }
    some = new HashMap<>();
    found.forEach(
        (name, ordinals) ->
            some.put(
                name, ordinals.stream().mapToInt(Integer::intValue).sorted().distinct().toArray()));
    someFrom = absolute;
    someUntil = until;
  }
}
