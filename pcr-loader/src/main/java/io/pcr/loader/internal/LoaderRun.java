package io.pcr.loader.internal;

import io.pcr.format.error.AlreadyClosedException;
import io.pcr.loader.Batch;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.LoaderPart;
import io.pcr.loader.batch.BatchPlan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * A loader at work. One thread plans batches ahead and has their samples read, one gives planned
 * batches to the decoding threads as memory for batches becomes free, and the caller takes finished
 * batches in order. {@link #next} is for one thread at a time; {@link #close} is for any.
 */
public final class LoaderRun implements AutoCloseable {
  /** One is with the caller, and two are being made. */
  public static final int BATCHES_IN_MEMORY = 3;

  private static final int PLANNED_AHEAD = 16;

  private final Planner planner;
  private final PieceStore store;
  private final MemoryBudget budget;
  private final Counters counters;
  private final LoaderOptions options;
  private final List<RunPart> runParts;
  private final Workers readThreads;
  private final Workers decodeThreads;
  private final Renderers renderers;
  private final Workers planning = new Workers("plan", 1);
  private final Workers starting = new Workers("start", 1);
  private final Handover<PlannedBatch> planned = new Handover<>(PLANNED_AHEAD);
  private final Handover<BatchMemory> free = new Handover<>(BATCHES_IN_MEMORY);
  private final Handover<BatchMaker> begun = new Handover<>(BATCHES_IN_MEMORY);
  private final long first;
  private final long end;
  private final FidelityPlan fidelities;
  private MadeBatch given;

  /** When the caller had no batch to wait for any more: at the last one, or when this began. */
  private long emptySince = System.nanoTime();

  private int replacedInARow;

  /** What ended planning or starting; nobody makes batches then. */
  private volatile Throwable failure;

  /** The batch that the caller waits for, or waited for when it was interrupted. */
  private volatile BatchMaker awaited;

  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * Begins.
   *
   * @param fidelities of the batches; its next batch is the one to begin with
   * @param end the batch behind the last one, counted from the beginning of the run
   */
  public LoaderRun(
      List<LoaderPart> parts,
      LoaderOptions options,
      BatchPlan plan,
      List<RunPart> runParts,
      FidelityPlan fidelities,
      long end,
      Counters counters) {
    this.options = options;
    this.runParts = List.copyOf(runParts);
    this.counters = counters;
    this.first = fidelities.next().absolute();
    this.end = end;
    this.fidelities = fidelities;
    this.budget = new MemoryBudget(options.memory() - batchBytes(options), counters);
    this.readThreads = new Workers("read", options.readThreads());
    this.decodeThreads = new Workers("decode", options.threads());
    this.renderers = new Renderers(options.transform(), options.views());
    this.store = new PieceStore(readThreads, budget, options.onDamage(), counters);
    this.planner =
        new Planner(
            parts, options, plan, store, fidelities, new PrefixUses(options, readThreads), first);
    budget.head(first);
    planning.execute(this::planAll);
    starting.execute(this::startAll);
  }

  /** The bytes of the batches that are in memory at a time. */
  public static long batchBytes(LoaderOptions options) {
    return (long) BATCHES_IN_MEMORY * options.perRank() * options.imageBytes();
  }

  private void planAll() {
    try {
      long batch = first;
      PlannedBatch next;
      do {
        next = planner.plan(batch++);
      } while (next != null && planned.put(next) && batch < end);
    } catch (Throwable e) { // The caller gets it, whatever it is, behind what has been planned.
      failure = e;
    }
    planned.finish();
  }

  private void startAll() {
    try {
      for (int i = 0; i < BATCHES_IN_MEMORY; i++) {
        free.put(
            new BatchMemory(options.perRank(), options.imageBytes(), options.columns().size()));
      }
      for (BatchMaker next = nextMaker(); next != null; next = nextMaker()) {
        next.begin(decodeThreads);
        begun.put(next);
      }
    } catch (Throwable e) { // The caller gets it, whatever it is.
      failure = e;
    }
    begun.finish();
  }

  /** The next batch, once there is memory for it; null when there is none any more. */
  private BatchMaker nextMaker() throws InterruptedException {
    PlannedBatch next = planned.take();
    BatchMemory memory = next == null ? null : free.take();
    return memory == null
        ? null
        : new BatchMaker(next, memory, options, runParts, renderers, counters);
  }

  /**
   * Waits for the next batch. The one before is not valid any more.
   *
   * @throws IOException of the samples of the batch; the loader cannot go on after it
   * @throws AlreadyClosedException when the loader is closed, also while this waits
   */
  public synchronized Batch next() throws IOException {
    requireOpen();
    long began = System.nanoTime();
    MadeBatch batch;
    try {
      giveBack();
      batch = await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a batch");
    }
    long now = System.nanoTime();
    counters.delivered(now - began);
    counters.empty(Math.max(0, batch.madeAt() - emptySince));
    emptySince = now;
    given = batch;
    if (options.transform().imageBytes() > 0) {
      store.release(batch.plan().absolute);
    }
    budget.head(batch.plan().absolute + 1);
    countReplaced(batch);
    counters.cacheHits(batch.plan().cacheHits());
    return batch;
  }

  /** The caller needs the batch no more, nor the stored images that it showed. */
  private void giveBack() throws InterruptedException, IOException {
    if (given != null) {
      store.release(given.plan().absolute);
      free.put(given.memory());
      given = null;
    }
  }

  private MadeBatch await() throws IOException, InterruptedException {
    if (awaited == null) {
      awaited = begun.take();
    }
    BatchMaker next = awaited;
    if (next == null) {
      requireOpen();
      return rethrow(failure);
    }
    if (closed.get()) {
      next.cancel(); // It was taken too late for close to see it.
    }
    try {
      MadeBatch made = next.await();
      awaited = null;
      return made;
    } catch (ExecutionException e) {
      return rethrow(e.getCause()); // It stays awaited: the loader cannot go on.
    }
  }

  private static MadeBatch rethrow(Throwable failure) throws IOException {
    if (failure instanceof IOException io) {
      throw io;
    }
    if (failure instanceof RuntimeException runtime) {
      throw runtime;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    throw new IOException(failure);
  }

  private void countReplaced(MadeBatch batch) throws IOException {
    for (int image = 0; image < batch.size(); image++) {
      replacedInARow = batch.isReplaced(image) ? replacedInARow + 1 : 0;
      if (replacedInARow > options.maxReplacedInARow()) {
        throw new IOException(
            replacedInARow
                + " samples in a row could not be used, up to batch "
                + batch.number()
                + " of epoch "
                + batch.epoch());
      }
    }
  }

  private void requireOpen() throws AlreadyClosedException {
    if (closed.get()) {
      throw new AlreadyClosedException("the loader");
    }
  }

  /** How often a thread of this run waited for a lock that another one had. */
  public long lockWaits() {
    return Stream.of(planning, starting, readThreads, decodeThreads)
        .mapToLong(Workers::lockWaits)
        .sum();
  }

  /** The most bytes of samples that were reserved at a time. */
  public long mostBytes() {
    return budget.most();
  }

  /**
   * Ends all threads, and waits for what they are reading or decoding at this moment. Can be called
   * at any time, from any thread, any number of times.
   */
  @Override
  public void close() throws IOException {
    if (closed.getAndSet(true)) {
      return;
    }
    store.stop();
    fidelities.close();
    budget.close();
    planned.close();
    free.close();
    begun.close().forEach(BatchMaker::cancel);
    BatchMaker waitedFor = awaited;
    if (waitedFor != null) {
      waitedFor.cancel();
    }
    boolean interrupted = planning.end();
    interrupted |= starting.end();
    interrupted |= readThreads.end();
    interrupted |= decodeThreads.end();
    renderers.close();
    store.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
