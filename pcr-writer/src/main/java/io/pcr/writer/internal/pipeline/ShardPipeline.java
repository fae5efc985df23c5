package io.pcr.writer.internal.pipeline;

import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.internal.shard.ShardCut;
import io.pcr.writer.internal.shard.ShardListener;
import io.pcr.writer.internal.shard.ShardSamples;
import io.pcr.writer.internal.shard.ShardWriter;
import io.pcr.writer.internal.source.InputPresentException;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.journal.InputCounts.Count;
import io.pcr.writer.shard.ShardLimits;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * Encodes inputs on several threads and writes them as shards in the order in which they were
 * submitted, whatever the number of threads. In memory are the inputs under way, and what two
 * shards may have there ({@link ShardSamples}): one being gathered and one being written.
 *
 * <p>For one submitting thread. Closing without {@link #finish} leaves what was not written out.
 *
 * @param <T> what an input is
 */
public final class ShardPipeline<T> implements Closeable {
  /** Inputs under way for each thread: enough that none waits while the oldest is a large one. */
  private static final int INPUTS_PER_THREAD = 16;

  /** Inputs under way are also bounded by their bytes, but for one; at least so many. */
  private static final long MIN_BYTES_UNDER_WAY = 64L << 20;

  /** So that many threads are not kept waiting by inputs of many megabytes. */
  private static final long BYTES_PER_THREAD = 32L << 20;

  /** Hears what becomes of the inputs. */
  public interface Listener {
    /** An input is in a shard that is being gathered; in order, in the submitting thread. */
    void encoded(EncodedSample sample) throws IOException;

    /** An input did not get in; in order, in the submitting thread. */
    void rejected(InputRejectedException e) throws IOException;

    /** The dataset has an input already; in order, in the submitting thread. */
    default void present(InputPresentException e) throws IOException {
      throw e;
    }

    /**
     * A shard is complete; in the submitting thread, before any later input is heard of.
     *
     * @param nextInput the first input that is not in a shard so far
     * @return who hears of the shard as it is written
     */
    ShardListener complete(long nextInput, InputCounts tally) throws IOException;
  }

  private final class UnderWay {
    private final EncodingPool<T>.Job job;
    private final long number;
    private final long bytes;
    private final long sourceBytes;

    private UnderWay(EncodingPool<T>.Job job, long number, long bytes, long sourceBytes) {
      this.job = job;
      this.number = number;
      this.bytes = bytes;
      this.sourceBytes = sourceBytes;
    }
  }

  private final EncodingPool<T> pool;
  private final ShardSpooler spooler = new ShardSpooler();
  private final ShardCut shards;
  private final ShardWriter writer;
  private final Listener listener;
  private final int maxUnderWay;
  private final long maxBytesUnderWay;
  private final Deque<UnderWay> window = new ArrayDeque<>();
  private final InputCounts tally;
  private long bytesUnderWay;
  private int nextShard;
  private ShardSamples gathered;

  /**
   * @param firstShard the number of the first shard to be written
   * @param tally what earlier shards of the run add up to; changed here
   */
  public ShardPipeline(
      int threads,
      Supplier<? extends EncodingWorker<T>> workers,
      ShardLimits limits,
      ShardWriter writer,
      int firstShard,
      InputCounts tally,
      Listener listener) {
    this.pool = new EncodingPool<>(threads, workers);
    this.shards = new ShardCut(limits);
    this.writer = writer;
    this.listener = listener;
    this.maxUnderWay = threads * INPUTS_PER_THREAD;
    this.maxBytesUnderWay = Math.max(MIN_BYTES_UNDER_WAY, threads * BYTES_PER_THREAD);
    this.nextShard = firstShard;
    this.tally = tally;
    gathered = new ShardSamples(writer.folder());
  }

  /**
   * Takes an input; waits while too many are under way.
   *
   * @param number of the input, rising
   * @param bytes about what it takes in memory until it is in a shard
   * @param sourceBytes what the list of inputs says it has: shards are cut by that
   */
  public void submit(T input, long number, long bytes, long sourceBytes)
      throws IOException, InterruptedException {
    while (window.size() >= maxUnderWay
        || (!window.isEmpty() && bytesUnderWay + bytes > maxBytesUnderWay)) {
      takeOldest();
    }
    window.add(new UnderWay(pool.submit(input, number), number, bytes, sourceBytes));
    bytesUnderWay += bytes;
  }

  /**
   * Writes what is left.
   *
   * @param inputCount one more than the number of the last input
   */
  public void finish(long inputCount) throws IOException, InterruptedException {
    while (!window.isEmpty()) {
      takeOldest();
    }
    cut(inputCount);
    spooler.await();
  }

  private void takeOldest() throws IOException, InterruptedException {
    UnderWay oldest = window.remove();
    bytesUnderWay -= oldest.bytes;
    if (shards.endsBefore(oldest.sourceBytes)) {
      cut(oldest.number);
    }
    EncodedSample sample;
    try {
      sample = oldest.job.await();
    } catch (InputRejectedException e) {
      tally.add(Count.REJECTED, 1);
      listener.rejected(e);
      return;
    } catch (InputPresentException e) {
      tally.add(Count.PRESENT, 1);
      switch (e.original()) {
        case KEPT -> {}
        case NOT_KEPT -> tally.add(Count.PRESENT_WITHOUT_ORIGINAL, 1);
        case DAMAGED -> tally.add(Count.PRESENT_WITH_DAMAGED_ORIGINAL, 1);
      }
      listener.present(e);
      return;
    }
    gathered.add(sample);
    SampleCounts.add(tally, sample);
    listener.encoded(sample);
  }

  /** Ends the shard, which is none where no input got in. */
  private void cut(long nextInput) throws IOException, InterruptedException {
    if (gathered.count() == 0) {
      return;
    }
    ShardListener hearing = listener.complete(nextInput, tally.copy());
    ShardSamples samples = gathered;
    int number = nextShard++;
    spooler.submit(
        () -> {
          try (samples) {
            writer.write(number, samples, hearing);
          }
        });
    gathered = new ShardSamples(writer.folder());
  }

  @Override
  public void close() throws IOException {
    pool.close();
    try {
      spooler.close();
    } finally {
      gathered.close();
    }
  }
}
