package io.pcr.loader.internal;

import io.pcr.format.index.SampleLocation;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.LoaderPart;
import io.pcr.loader.batch.BatchPlan;
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
  private final List<LoaderPart> parts;
  private final LoaderOptions options;
  private final BatchPlan plan;
  private final PieceStore store;

  Planner(List<LoaderPart> parts, LoaderOptions options, BatchPlan plan, PieceStore store) {
    this.parts = parts;
    this.options = options;
    this.plan = plan;
    this.store = store;
  }

  /** What a piece is known by. */
  private record StretchName(int part, long epoch, long id) {}

  private record ShardName(int part, int shard) {}

  private record ScatteredName(long batch, int part, int shard) {}

  /**
   * Plans a batch, and has read what nobody has had read yet.
   *
   * @param absolute the number of the batch, counted from the beginning of the run
   * @return null when the loader has been closed
   */
  PlannedBatch plan(long absolute) throws IOException, InterruptedException {
    long epoch = absolute / plan.batches();
    long number = absolute % plan.batches();
    PlannedBatch batch = new PlannedBatch(absolute, epoch, number, options.perRank());
    plan.entries(epoch, number, options.rank(), batch.entries);
    Map<ScatteredName, int[]> scattered =
        options.order().kind() == OrderKind.GLOBAL ? scattered(batch) : Map.of();
    for (int entry = 0; entry < batch.entries.size(); entry++) {
      if (!plan(batch, entry, scattered)) {
        return null;
      }
    }
    return batch;
  }

  private boolean plan(PlannedBatch batch, int entry, Map<ScatteredName, int[]> scattered)
      throws IOException, InterruptedException {
    int part = batch.entries.part(entry);
    long epoch = batch.entries.epoch(entry);
    Stretch stretch = plan.order(part, epoch).stretch(batch.entries.position(entry));
    Selection selection = parts.get(part).selection();
    Shard shard = parts.get(part).dataset().shards().get(stretch.shard());
    long index = batch.entries.index(entry);
    int place = (int) (index - selection.counts().start(stretch.shard()));
    int ordinal = selection.ordinal(stretch.shard(), place);
    batch.samples[entry] =
        parts.get(part).dataset().table().number(new SampleLocation(stretch.shard(), ordinal));
    long last = plan.batchOf(part, epoch, stretch.lastPosition());
    Piece piece;
    if (!shard.isDivisible()) {
      Object name = new ShardName(part, stretch.shard());
      piece = store.get(name, batch.absolute, last, unused -> new Piece(shard, new int[0]));
      batch.places[entry] = ordinal;
    } else if (options.order().kind() == OrderKind.GLOBAL) {
      ScatteredName name = new ScatteredName(batch.absolute, part, stretch.shard());
      int[] ordinals = scattered.get(name);
      piece = store.get(name, batch.absolute, last, unused -> new Piece(shard, ordinals));
      batch.places[entry] = Arrays.binarySearch(ordinals, ordinal);
    } else {
      Object name = new StretchName(part, epoch, stretch.id());
      piece =
          store.get(
              name, batch.absolute, last, unused -> new Piece(shard, ordinals(selection, stretch)));
      batch.places[entry] = place - stretch.from();
    }
    batch.pieces[entry] = piece;
    return piece != null;
  }

  private static int[] ordinals(Selection selection, Stretch stretch) {
    int[] ordinals = new int[stretch.to() - stretch.from()];
    for (int i = 0; i < ordinals.length; i++) {
      ordinals[i] = selection.ordinal(stretch.shard(), stretch.from() + i);
    }
    return ordinals;
  }

  /** What a batch needs of each shard, where neighbours in the shard are needed at any time. */
  private Map<ScatteredName, int[]> scattered(PlannedBatch batch) {
    Map<ScatteredName, List<Integer>> found = new HashMap<>();
    for (int entry = 0; entry < batch.entries.size(); entry++) {
      int part = batch.entries.part(entry);
      Selection selection = parts.get(part).selection();
      long index = batch.entries.index(entry);
      int shard = selection.counts().shardOf(index);
      int ordinal = selection.ordinal(shard, (int) (index - selection.counts().start(shard)));
      found
          .computeIfAbsent(new ScatteredName(batch.absolute, part, shard), n -> new ArrayList<>())
          .add(ordinal);
    }
    Map<ScatteredName, int[]> sorted = new HashMap<>();
    found.forEach(
        (name, ordinals) ->
            sorted.put(
                name, ordinals.stream().mapToInt(Integer::intValue).sorted().distinct().toArray()));
    return sorted;
  }
}
