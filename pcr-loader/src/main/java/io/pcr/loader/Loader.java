package io.pcr.loader;

import static java.util.Objects.requireNonNull;

import io.pcr.loader.batch.BatchPlan;
import io.pcr.loader.batch.MixPart;
import io.pcr.loader.batch.MixPlan;
import io.pcr.loader.batch.PartPlan;
import io.pcr.loader.internal.Counters;
import io.pcr.loader.internal.LoaderRun;
import io.pcr.loader.internal.MemoryNeed;
import io.pcr.loader.internal.RunPart;
import io.pcr.loader.order.PartOrder;
import io.pcr.loader.state.LoaderState;
import io.pcr.loader.state.PartId;
import io.pcr.reader.PcrDataset;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives a training run its batches. A batch has decoded images of one size, in an order that
 * depends only on the dataset, the seed and the epoch. The loader reads and decodes ahead within a
 * limit of memory.
 *
 * <p>Each rank of a run opens a loader with the same options, except for the rank. The ranks do not
 * communicate. {@link #state} says where the run is, and a loader that is opened with a state
 * continues there, on any number of ranks. Epochs follow each other without end; a caller that
 * wants fewer stops calling {@link #next}.
 *
 * <p>{@link #next} is for one thread at a time; any thread may call the other methods. Whoever
 * opens a loader closes it, and closes its datasets after it.
 */
public final class Loader implements Closeable {
  /** Numbers of samples are exact in every language up to here. */
  private static final long MOST_SAMPLES = 1L << 53;

  private final LoaderState beginning;
  private final BatchPlan plan;
  private final LoaderRun run;
  private final Counters counters;

  /** The batch that comes next, counted from the beginning of the run. */
  private volatile long next;

  private Loader(
      LoaderState beginning, BatchPlan plan, long first, LoaderRun run, Counters counters) {
    this.beginning = beginning;
    this.plan = plan;
    this.next = first;
    this.run = run;
    this.counters = counters;
  }

  /** Opens a loader of all samples of a dataset, from its first epoch on. */
  public static Loader open(PcrDataset dataset, LoaderOptions options) throws IOException {
    return open(List.of(LoaderPart.of(dataset)), options);
  }

  /** Opens a loader of a dataset, a view or a mix, from its first epoch on. */
  public static Loader open(List<LoaderPart> parts, LoaderOptions options) throws IOException {
    return open(parts, options, start(parts, options));
  }

  /**
   * Opens a loader that continues where another one was, on any rank.
   *
   * @param parts the parts of that other loader, at the same generation
   * @throws io.pcr.loader.state.StateMismatchException when the state belongs to another run
   * @throws IllegalArgumentException when there is too little memory, or nothing to read; the
   *     message says what fits
   */
  public static Loader open(List<LoaderPart> parts, LoaderOptions options, LoaderState state)
      throws IOException {
    requireNonNull(options, "options");
    for (LoaderPart part : parts) {
      part.requireColumns(options.columns());
    }
    LoaderState beginning = start(parts, options);
    state.requireFits(beginning);
    long[] seeds = new long[parts.size()];
    BatchPlan plan = plan(parts, options, seeds);
    if (plan.batches() == 0) {
      throw new IllegalArgumentException(
          "the dataset has fewer samples than a batch of "
              + options.batch().global()
              + ", and the remainder is dropped; use a smaller batch, or another remainder");
    }
    MemoryNeed.of(parts, options, plan).require(options.memory());
    List<RunPart> runParts = new ArrayList<>();
    for (int part = 0; part < seeds.length; part++) {
      runParts.add(
          new RunPart(
              seeds[part], options.reconstruction().orElse(parts.get(part).reconstruction())));
    }
    long first = first(state, plan);
    Counters counters = new Counters();
    LoaderRun run = new LoaderRun(parts, options, plan, runParts, first, counters);
    return new Loader(beginning, plan, first, run, counters);
  }

  /** The batch that comes next, counted from the beginning of the run. */
  private static long first(LoaderState state, BatchPlan plan) {
    long samples = plan.batches() * plan.batch().global();
    if (state.position() >= samples) {
      throw new IllegalArgumentException(
          "the state has position "
              + state.position()
              + ", and an epoch ends at "
              + samples
              + "; it is not a state of this run");
    }
    if (state.epoch() >= (MOST_SAMPLES + samples - 1) / samples) {
      throw new IllegalArgumentException(
          "the state has epoch " + state.epoch() + ", and a run has at most 2^53 samples");
    }
    return state.epoch() * plan.batches() + state.position() / plan.batch().global();
  }

  /** The state of a run before its first batch. */
  private static LoaderState start(List<LoaderPart> parts, LoaderOptions options)
      throws IOException {
    if (parts.size() > 1 != options.epochBatches() > 0) {
      throw new IllegalArgumentException(
          parts.size() > 1
              ? "a mix needs a number of batches in an epoch"
              : "only a mix takes a number of batches in an epoch");
    }
    List<PartId> ids = new ArrayList<>();
    for (LoaderPart part : parts) {
      ids.add(part.id());
    }
    return new LoaderState(
        options.order(),
        options.seed(),
        0,
        0,
        options.batch().global(),
        options.remainder(),
        options.epochBatches(),
        ids);
  }

  private static BatchPlan plan(List<LoaderPart> parts, LoaderOptions options, long[] seeds) {
    if (parts.size() == 1) {
      seeds[0] = options.seed();
      PartOrder order =
          new PartOrder(parts.get(0).selection().counts(), options.seed(), options.order());
      return new PartPlan(order, options.batch(), options.remainder());
    }
    List<MixPart> mixed = new ArrayList<>();
    for (int part = 0; part < parts.size(); part++) {
      LoaderPart each = parts.get(part);
      MixPart one =
          MixPart.of(
              each.selection().counts(), options.seed(), part, options.order(), each.weight());
      seeds[part] = one.order().seed();
      mixed.add(one);
    }
    return new MixPlan(mixed, options.seed(), options.batch(), options.epochBatches());
  }

  /** The number of batches of each epoch. */
  public long batches() {
    return plan.batches();
  }

  /**
   * Waits for the next batch and returns it. The batch before it is not valid any more. After the
   * last batch of an epoch comes the first batch of the next one.
   *
   * @throws IOException when samples cannot be read, or are damaged and must not be skipped; the
   *     loader cannot continue then
   * @throws io.pcr.format.error.AlreadyClosedException when the loader is closed, also while this
   *     call waits
   */
  public Batch next() throws IOException {
    Batch batch = run.next();
    next = batch.epoch() * plan.batches() + batch.number() + 1;
    return batch;
  }

  /** Where the run is: after the batches that {@link #next} has returned. */
  public LoaderState state() {
    long batch = next;
    return beginning.at(batch / plan.batches(), batch % plan.batches() * beginning.batch());
  }

  /** What the loader has done so far. */
  public LoaderStatistics statistics() {
    return LoaderStatistics.of(counters, run.mostBytes());
  }

  @Override
  public void close() throws IOException {
    run.close();
  }
}
