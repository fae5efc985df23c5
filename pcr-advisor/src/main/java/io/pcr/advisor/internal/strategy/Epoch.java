package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.advisor.strategy.Step;
import io.pcr.reader.internal.work.Parallel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;

/**
 * All pictures of a feed once, and the steps that are done in every epoch. Immutable.
 *
 * @param steps those behind the split
 * @param shuffled how many pictures wait in the buffers of all threads together; 0 for none
 * @param shuffledBefore before how many of the steps the buffers are
 */
record Epoch(List<Step> steps, int shuffled, int shuffledBefore, int threads, long seed) {
  Epoch {
    steps = List.copyOf(steps);
  }

  /** Does it; returns how many pictures there were. */
  long run(Feed feed, StopSignal stop) throws IOException {
    LongAdder count = new LongAdder();
    SplittableRandom seeds = new SplittableRandom(seed);
    Parallel.forEach(feed.parts(), threads, () -> new Worker(feed, stop, count, next(seeds)));
    return count.sum();
  }

  private static RandomGenerator next(SplittableRandom seeds) {
    synchronized (seeds) {
      return seeds.split();
    }
  }

  private final class Worker implements Parallel.Worker {
    private final FeedWorker feed;
    private final StepChain before;
    private final ShuffleBuffer buffer;
    private final StepChain behind;
    private final LongAdder count;

    Worker(Feed feed, StopSignal stop, LongAdder count, RandomGenerator random) {
      this.feed = new FeedWorker(feed, stop, (part, picture) -> take(picture));
      this.before = new StepChain(steps.subList(0, shuffledBefore), random);
      this.buffer = new ShuffleBuffer((shuffled + threads - 1) / threads, random);
      this.behind = new StepChain(steps.subList(shuffledBefore, steps.size()), random);
      this.count = count;
    }

    @Override
    public void on(int part) throws IOException {
      feed.on(part);
    }

    private void take(Picture picture) throws IOException {
      buffer.put(before.apply(picture), this::leave);
    }

    private void leave(Picture picture) throws IOException {
      behind.apply(picture);
      count.increment();
    }

    @Override
    public void close() {
      try (before;
          behind;
          feed) {
        buffer.drain(this::leave);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
