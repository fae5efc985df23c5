package io.pcr.loader;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Fidelity;
import io.pcr.loader.batch.BatchPlan;
import io.pcr.loader.batch.MixPart;
import io.pcr.loader.batch.MixPlan;
import io.pcr.loader.batch.PartPlan;
import io.pcr.loader.batch.Remainder;
import io.pcr.loader.internal.CachedParts;
import io.pcr.loader.internal.Counters;
import io.pcr.loader.internal.FidelityPlan;
import io.pcr.loader.internal.LiquidFormats;
import io.pcr.loader.internal.LoaderRun;
import io.pcr.loader.internal.MemoryNeed;
import io.pcr.loader.internal.PartCosts;
import io.pcr.loader.internal.RateMeter;
import io.pcr.loader.internal.RunPart;
import io.pcr.loader.order.OrderKind;
import io.pcr.loader.order.OrderNumbers;
import io.pcr.loader.order.PartOrder;
import io.pcr.loader.order.Purpose;
import io.pcr.loader.policy.BatchPlace;
import io.pcr.loader.policy.DecisionPoint;
import io.pcr.loader.policy.FidelityDecision;
import io.pcr.loader.policy.FidelityPolicy;
import io.pcr.loader.policy.PolicyRun;
import io.pcr.loader.policy.Rates;
import io.pcr.loader.policy.SampleCosts;
import io.pcr.loader.state.LoaderState;
import io.pcr.loader.state.PartId;
import io.pcr.loader.state.PolicyState;
import io.pcr.reader.PcrDataset;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.ToLongFunction;

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

  private final List<LoaderPart> parts;
  private final LoaderOptions options;
  private final LoaderState beginning;
  private final BatchPlan plan;
  private final FidelityPlan fidelities;
  private final long end;
  private final Counters counters = new Counters();
  private final RateMeter meter;
  private final CachedParts cached;

  /** What others have read of the datasets before. */
  private final long requestsBefore;

  private final long bytesBefore;
  private final LoaderRun run;

  /**
   * Begins.
   *
   * @param end the batch behind the last one, counted from the beginning of the run
   */
  private Loader(
      CachedParts cached,
      LoaderOptions options,
      LoaderState beginning,
      BatchPlan plan,
      List<RunPart> runParts,
      FidelityPlan fidelities,
      long end) {
    this.cached = cached;
    this.parts = cached.parts();
    this.options = options;
    this.beginning = beginning;
    this.plan = plan;
    this.fidelities = fidelities;
    this.end = end;
    this.meter = new RateMeter(counters, options.threads());
    this.requestsBefore = storage(PcrDataset::storageReads);
    this.bytesBefore = storage(PcrDataset::storageBytes);
    this.run = new LoaderRun(parts, options, plan, runParts, fidelities, end, counters);
  }

  /** Opens a loader of all samples of a dataset, from its first epoch on. */
  public static Loader open(PcrDataset dataset, LoaderOptions options) throws IOException {
    return open(List.of(LoaderPart.of(dataset)), options);
  }

  /** Opens a loader of a dataset, a view or a mix, from its first epoch on. */
  public static Loader open(List<LoaderPart> parts, LoaderOptions options) throws IOException {
    return open(parts, options, Optional.empty(), Long.MAX_VALUE);
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
    return open(parts, options, Optional.of(state), Long.MAX_VALUE);
  }

  private static Loader open(
      List<LoaderPart> parts, LoaderOptions options, Optional<LoaderState> saved, long end)
      throws IOException {
    requireNonNull(options, "options");
    CachedParts cached = CachedParts.open(parts, options);
    Loader loader = null;
    try {
      loader = open(cached, options, saved, end);
      return loader;
    } finally {
      if (loader == null) {
        cached.close();
      }
    }
  }

  private static Loader open(
      CachedParts cached, LoaderOptions options, Optional<LoaderState> saved, long end)
      throws IOException {
    List<LoaderPart> parts = cached.parts();
    for (LoaderPart part : parts) {
      part.requireColumns(options.columns());
    }
    LoaderState beginning = start(parts, options);
    saved.ifPresent(state -> state.requireFits(beginning));
    long[] seeds = new long[parts.size()];
    BatchPlan plan = plan(parts, options, seeds);
    if (plan.batches() == 0) {
      throw new IllegalArgumentException(
          "the dataset or view has fewer samples than a batch of "
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
    BatchPlace first = BatchPlace.of(first(saved.orElse(beginning), plan), plan.batches());
    FidelityPolicy policy = options.policy();
    PolicyRun policyRun = policy.begin(saved.flatMap(LoaderState::policy), plan.batches());
    FidelityPlan fidelities = new FidelityPlan(policy.name(), policyRun, first);
    return new Loader(cached, options, beginning, plan, runParts, fidelities, end);
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
    if (parts.size() > 1 && options.order().kind() == OrderKind.LIQUID) {
      throw new IllegalArgumentException("the order liquid is for one dataset, not for a mix");
    }
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
        ids,
        options.policy().name().map(name -> new PolicyState(name, Map.of())));
  }

  private static BatchPlan plan(List<LoaderPart> parts, LoaderOptions options, long[] seeds)
      throws IOException {
    if (parts.size() == 1) {
      seeds[0] = options.seed();
      PartOrder order = order(parts.get(0), options);
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

  private static PartOrder order(LoaderPart part, LoaderOptions options) throws IOException {
    return options.order().kind() == OrderKind.LIQUID
        ? PartOrder.liquid(
            LiquidFormats.of(part, options.readThreads()),
            options.seed(),
            options.order(),
            options.batch().global())
        : new PartOrder(part.selection().counts(), options.seed(), options.order());
  }

  /** The number of batches of each epoch. */
  public long batches() {
    return plan.batches();
  }

  /**
   * Waits for the next batch and returns it. The batch before it is not valid any more. After the
   * last batch of an epoch comes the first batch of the next one. If the policy has to decide
   * before this batch, it does so first, in this thread.
   *
   * @throws NoSuchElementException when this is the loader of a probe, and has given all its
   *     batches
   * @throws IOException when samples cannot be read, or are damaged and must not be skipped; the
   *     loader cannot continue then
   * @throws io.pcr.format.error.AlreadyClosedException when the loader is closed, also while this
   *     call waits
   */
  public Batch next() throws IOException {
    long number = fidelities.next().absolute();
    if (number >= end) {
      throw new NoSuchElementException("the probe has given its " + end + " batches");
    }
    meter.asked();
    fidelities.decide(new Decision());
    Batch batch = run.next();
    fidelities.given(number);
    return batch;
  }

  /**
   * Gives some batches of images of this run at a fidelity, to look at or to measure on. The
   * position of the run does not move, and the same call gives the same images in the same crops.
   * The batches need memory of their own, beside that of the loader.
   *
   * @param batches how many there are
   * @return a loader that the caller closes
   */
  public Loader probe(int batches, Fidelity fidelity) throws IOException {
    return probe(0, batches, fidelity);
  }

  private Loader probe(long draw, int batches, Fidelity fidelity) throws IOException {
    if (batches < 1) {
      throw new IllegalArgumentException("a probe of " + batches + " batches");
    }
    long seed = OrderNumbers.key(options.seed(), draw, Purpose.PROBE.id());
    boolean isSmall =
        parts.size() == 1 && parts.get(0).selection().counts().samples() < beginning.batch();
    Remainder remainder = isSmall ? Remainder.PAD : Remainder.DROP;
    LoaderOptions unlimited = options.forProbe(seed, fidelity, remainder, Long.MAX_VALUE);
    long memory = MemoryNeed.of(parts, unlimited, plan).bytes();
    LoaderOptions probing = options.forProbe(seed, fidelity, remainder, Math.max(1, memory));
    return open(parts, probing, Optional.empty(), batches);
  }

  /** What a policy sees when it decides before the next batch. */
  private final class Decision implements DecisionPoint {
    @Override
    public BatchPlace place() {
      return fidelities.next();
    }

    @Override
    public SampleCosts costs() {
      return new PartCosts(parts);
    }

    @Override
    public Rates rates() {
      return meter.period();
    }

    @Override
    public Loader probe(long draw, int batches, Fidelity fidelity) throws IOException {
      return Loader.this.probe(draw, batches, fidelity);
    }
  }

  /** Where the run is: after the batches that {@link #next} has returned. */
  public LoaderState state() {
    FidelityPlan.Place place = fidelities.place();
    BatchPlace next = place.next();
    return beginning.at(next.epoch(), next.batch() * beginning.batch(), place.policy());
  }

  /** The last decision that the policy took; empty before the first one. */
  public Optional<FidelityDecision> lastDecision() {
    return fidelities.last();
  }

  /** The options that it was opened with. */
  public LoaderOptions options() {
    return options;
  }

  /** What the loader has done so far. */
  public LoaderStatistics statistics() {
    return LoaderStatistics.of(
        counters,
        storage(PcrDataset::storageReads) - requestsBefore,
        storage(PcrDataset::storageBytes) - bytesBefore,
        run.lockWaits(),
        run.mostBytes());
  }

  /** A dataset can be several parts of a mix. */
  private long storage(ToLongFunction<PcrDataset> count) {
    return parts.stream().map(LoaderPart::dataset).distinct().mapToLong(count).sum();
  }

  @Override
  public void close() throws IOException {
    try (cached) {
      run.close();
    }
  }
}
