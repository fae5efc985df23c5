package io.pcr.loader;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.format.Fidelity;
import io.pcr.format.quality.Reconstruction;
import io.pcr.loader.batch.BatchSize;
import io.pcr.loader.batch.Rank;
import io.pcr.loader.batch.Remainder;
import io.pcr.loader.cache.LoaderCache;
import io.pcr.loader.crop.RandomCrop;
import io.pcr.loader.internal.MachineMemory;
import io.pcr.loader.order.LiquidOrder;
import io.pcr.loader.order.OrderKind;
import io.pcr.loader.order.OrderOptions;
import io.pcr.loader.policy.FidelityPolicy;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.OnDamage;
import java.util.List;
import java.util.Optional;

/**
 * Options of a loader. Immutable and thread-safe; {@link #builder} makes them.
 *
 * @param batch number of samples in a step, over all ranks; default 256
 * @param rank which of the ranks this is; default: the only one
 * @param seed of the order and the crops; default 0
 * @param order of the samples; default lanes, whose number depends on the batch
 * @param remainder what happens to the samples at the end of an epoch that do not fill a batch;
 *     default: they are dropped
 * @param epochBatches number of batches in an epoch of a mix; 0 if there is only one part
 * @param policy which fidelity each batch has; samples that have only full fidelity are always read
 *     at full fidelity; default: full for all batches
 * @param reconstruction what replaces missing bits; default empty: the reconstruction for which the
 *     targets of each dataset hold
 * @param transform how the images are transformed; default a random crop of 224 x 224
 * @param views number of random crops of each image; the image is decoded once for all of them;
 *     default 1
 * @param onDamage what happens to samples that are damaged or cannot be decoded; by default the
 *     loader fails. Samples that are skipped are replaced by others of the batch, which are marked
 * @param maxReplacedInARow how many samples in a row can be replaced before the loader fails;
 *     default 100
 * @param memory bytes for reading ahead and for batches; default: a quarter of the machine's memory
 * @param threads number of threads that decode; default: one for each processor
 * @param readThreads number of threads that read; default 8
 * @param keys whether batches have the keys of their samples; default false
 * @param hook called for each image on the decoding threads; default none
 * @param columns whose values batches have; values that are placed LATE cost a read for each
 *     sample; default none
 * @param cache what is kept of the datasets on a local disk; default: nothing, and files of this
 *     machine are read through the kernel's page cache, or past it in the order liquid
 */
public record LoaderOptions(
    BatchSize batch,
    Rank rank,
    long seed,
    OrderOptions order,
    Remainder remainder,
    long epochBatches,
    FidelityPolicy policy,
    Optional<Reconstruction> reconstruction,
    Transform transform,
    int views,
    OnDamage onDamage,
    int maxReplacedInARow,
    long memory,
    int threads,
    int readThreads,
    boolean keys,
    Optional<SampleHook> hook,
    List<String> columns,
    LoaderCache cache) {
  /** The most views of an image. */
  public static final int MAX_VIEWS = 64;

  public LoaderOptions {
    requireNonNull(batch, "batch");
    requireNonNull(rank, "rank");
    requireNonNull(order, "order");
    requireNonNull(remainder, "remainder");
    requireNonNull(policy, "policy");
    requireNonNull(reconstruction, "reconstruction");
    requireNonNull(transform, "transform");
    requireNonNull(onDamage, "onDamage");
    requireNonNull(hook, "hook");
    columns = List.copyOf(columns);
    requireAtLeast(1, views, "views");
    if (views > MAX_VIEWS || (views > 1 && !(transform instanceof Transform.RandomResizedCrop))) {
      throw new IllegalArgumentException(
          views
              + " views; there can be up to "
              + MAX_VIEWS
              + " random crops of an image, and one"
              + " view of any other kind");
    }
    Math.multiplyExact(views, transform.imageBytes());
    requireAtLeast(0, epochBatches, "epochBatches");
    requireAtLeast(0, maxReplacedInARow, "maxReplacedInARow");
    requireAtLeast(1, memory, "memory");
    requireAtLeast(1, threads, "threads");
    requireAtLeast(1, readThreads, "readThreads");
    requireNonNull(cache, "cache");
    if (order.kind() == OrderKind.LIQUID) {
      requireLiquid(order, batch, rank, policy, cache);
    }
    batch.perRank(rank.ranks()); // Says it now that the ranks cannot get equal parts.
  }

  private static void requireLiquid(
      OrderOptions order, BatchSize batch, Rank rank, FidelityPolicy policy, LoaderCache cache) {
    int perTurn = LiquidOrder.perTurn(order, batch.global());
    if (perTurn > 0 && order.lanes() % rank.ranks() != 0) {
      throw new IllegalArgumentException(
          "in the order liquid each rank has lanes of its own, and "
              + rank.ranks()
              + " ranks do not divide "
              + order.lanes()
              + " lanes");
    }
    if (policy.name().isPresent()) {
      throw new IllegalArgumentException(
          "the order liquid reads shards that have full fidelity only, so no policy can choose it");
    }
    if (cache.kind() == LoaderCache.Kind.PREFIX || cache.kind() == LoaderCache.Kind.MINIO) {
      throw new IllegalArgumentException(
          "the order liquid keeps samples in buffers of its own; its cache is none or page");
    }
  }

  private static void requireAtLeast(long least, long value, String name) {
    if (value < least) {
      throw new IllegalArgumentException(name + " " + value + " is not at least " + least);
    }
  }

  /** Begins with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The options with which a probe reads (spec/loader.md 10.7), from parts that are cached already.
   *
   * @param probeMemory for its few batches
   */
  LoaderOptions forProbe(
      long probeSeed, Fidelity fidelity, Remainder probeRemainder, long probeMemory) {
    return new LoaderOptions(
        batch,
        rank,
        probeSeed,
        OrderOptions.GLOBAL,
        probeRemainder,
        epochBatches,
        FidelityPolicy.fixed(fidelity),
        reconstruction,
        transform,
        views,
        onDamage,
        maxReplacedInARow,
        probeMemory,
        threads,
        readThreads,
        keys,
        hook,
        columns,
        LoaderCache.PAGE);
  }

  /**
   * About how often all ranks together read a dataset in an epoch: more than once when there are
   * more ranks than lanes, as several ranks then read the same lanes.
   */
  public double timesRead() {
    return order.kind() == OrderKind.LANES ? Math.max(1, (double) rank.ranks() / order.lanes()) : 1;
  }

  /** The images of a rank in a batch. */
  public int perRank() {
    return batch.perRank(rank.ranks());
  }

  /** The bytes of all views of an image; 0 when batches have files. */
  public int imageBytes() {
    return views * transform.imageBytes();
  }

  /** Sets options one by one. For one thread. */
  public static final class Builder {
    private BatchSize batch = BatchSize.of(256);
    private Rank rank = Rank.ONLY;
    private long seed;
    private OrderKind kind = OrderKind.LANES;
    private Optional<Integer> lanes = Optional.empty();
    private Optional<Integer> window = Optional.empty();
    private Remainder remainder = Remainder.DROP;
    private long epochBatches;
    private FidelityPolicy policy = FidelityPolicy.fixed(Fidelity.FULL);
    private Optional<Reconstruction> reconstruction = Optional.empty();
    private Transform transform =
        new Transform.RandomResizedCrop(
            new ResizeShape(224, 224, PixelFormat.RGB, false, true), RandomCrop.DEFAULT);
    private int views = 1;
    private OnDamage onDamage = OnDamage.FAIL;
    private int maxReplacedInARow = 100;
    private long memory = MachineMemory.bytes() / 4;
    private int threads = Runtime.getRuntime().availableProcessors();
    private int readThreads = 8;
    private boolean keys;
    private Optional<SampleHook> hook = Optional.empty();
    private List<String> columns = List.of();
    private Optional<LoaderCache> cache = Optional.empty();

    private Builder() {}

    /** Samples of all ranks in a step, which the number of ranks must divide. */
    public Builder batch(int value) {
      return batch(BatchSize.of(value));
    }

    public Builder batch(BatchSize value) {
      batch = value;
      return this;
    }

    /** Which of the equal readers of the run this is. */
    public Builder rank(int value, int ranks) {
      rank = new Rank(value, ranks);
      return this;
    }

    public Builder seed(long value) {
      seed = value;
      return this;
    }

    public Builder order(OrderKind value) {
      kind = value;
      return this;
    }

    /** The number of lanes, in an order of lanes. */
    public Builder lanes(int value) {
      lanes = Optional.of(value);
      return this;
    }

    /** The samples of a window, in an order of lanes. */
    public Builder window(int value) {
      window = Optional.of(value);
      return this;
    }

    public Builder remainder(Remainder value) {
      remainder = value;
      return this;
    }

    /** The batches of an epoch of a mix. */
    public Builder epochBatches(long value) {
      epochBatches = value;
      return this;
    }

    /** One fidelity for all batches. A sample that has fewer groups is read whole. */
    public Builder fidelity(Fidelity value) {
      return policy(FidelityPolicy.fixed(value));
    }

    public Builder policy(FidelityPolicy value) {
      policy = value;
      return this;
    }

    public Builder reconstruction(Reconstruction value) {
      reconstruction = Optional.of(value);
      return this;
    }

    public Builder transform(Transform value) {
      transform = value;
      return this;
    }

    /** What is done with each image on the decoding threads. */
    public Builder hook(SampleHook value) {
      hook = Optional.of(value);
      return this;
    }

    /** The columns whose values batches have. */
    public Builder columns(String... names) {
      columns = List.of(names);
      return this;
    }

    public Builder cache(LoaderCache value) {
      cache = Optional.of(value);
      return this;
    }

    /** The number of random crops of each image. */
    public Builder views(int value) {
      views = value;
      return this;
    }

    public Builder onDamage(OnDamage value) {
      onDamage = value;
      return this;
    }

    public Builder maxReplacedInARow(int value) {
      maxReplacedInARow = value;
      return this;
    }

    public Builder memory(long value) {
      memory = value;
      return this;
    }

    public Builder threads(int value) {
      threads = value;
      return this;
    }

    public Builder readThreads(int value) {
      readThreads = value;
      return this;
    }

    public Builder keys(boolean value) {
      keys = value;
      return this;
    }

    /**
     * The options.
     *
     * @throws IllegalArgumentException when they contradict each other
     */
    public LoaderOptions build() {
      return new LoaderOptions(
          batch,
          rank,
          seed,
          order(),
          remainder,
          epochBatches,
          policy,
          reconstruction,
          transform,
          views,
          onDamage,
          maxReplacedInARow,
          memory,
          threads,
          readThreads,
          keys,
          hook,
          columns,
          cache.orElse(kind == OrderKind.LIQUID ? LoaderCache.NONE : LoaderCache.PAGE));
    }

    private OrderOptions order() {
      OrderOptions usual = OrderOptions.forBatch(kind, batch.global());
      return new OrderOptions(kind, lanes.orElse(usual.lanes()), window.orElse(usual.window()));
    }
  }
}
