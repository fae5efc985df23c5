package io.pcr.advisor.measure;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.quality.Reconstruction;
import io.pcr.loader.internal.ImageMaker;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.DoubleStream;

/**
 * Measures what decoding an image costs at each fidelity, in seconds of one core: with the loader's
 * own rendering, on samples from the whole dataset, while all cores decode. The fidelities take
 * turns, so that none has better times than others.
 */
public final class DecodeMeasurement {
  /** Neighbours that are read together. */
  private static final int TOGETHER = 16;

  /** Reads of all threads together; with fewer, the mean is not near that of the dataset. */
  private static final int MOST_READS = 96;

  private final PcrDataset dataset;
  private final List<Fidelity> fidelities;
  private final Transform transform;
  private final Reconstruction reconstruction;

  private DecodeMeasurement(
      PcrDataset dataset,
      List<Fidelity> fidelities,
      Transform transform,
      Reconstruction reconstruction) {
    this.dataset = dataset;
    this.fidelities = fidelities;
    this.transform = transform;
    this.reconstruction = reconstruction;
  }

  /**
   * Measures.
   *
   * @param threads that decode at a time
   * @return the costs by fidelity; all of nothing when the transform decodes nothing
   */
  public static Map<Fidelity, Spread> measure(
      PcrDataset dataset,
      List<Fidelity> fidelities,
      Transform transform,
      Reconstruction reconstruction,
      int threads,
      long seed,
      TimeLimit time)
      throws IOException, InterruptedException {
    Map<Fidelity, Spread> costs = new LinkedHashMap<>();
    if (transform.imageBytes() == 0) {
      fidelities.forEach(each -> costs.put(each, Spread.NOTHING));
      return costs;
    }
    DecodeMeasurement measurement =
        new DecodeMeasurement(dataset, fidelities, transform, reconstruction);
    List<Callable<Times>> tasks = new ArrayList<>();
    AtomicInteger reads = new AtomicInteger();
    for (int thread = 0; thread < threads; thread++) {
      SplittableRandom random = new SplittableRandom(seed + thread);
      tasks.add(() -> measurement.decode(random, reads, time));
    }
    List<Times> times;
    try {
      times = Threads.run(tasks);
    } catch (MeasurementException e) {
      throw e.asIo();
    }
    for (int i = 0; i < fidelities.size(); i++) {
      int fidelity = i;
      costs.put(
          fidelities.get(i),
          Spread.of(times.stream().flatMapToDouble(each -> each.of(fidelity)).toArray()));
    }
    return costs;
  }

  /** The seconds of each image at each fidelity, of one thread. */
  private static final class Times {
    private final List<List<Double>> seconds = new ArrayList<>();

    DoubleStream of(int fidelity) {
      return seconds.get(fidelity).stream().mapToDouble(Double::doubleValue);
    }
  }

  private Times decode(SplittableRandom random, AtomicInteger reads, TimeLimit time)
      throws IOException {
    Times times = new Times();
    fidelities.forEach(each -> times.seconds.add(new ArrayList<>()));
    ByteBuffer out = ByteBuffer.allocateDirect(transform.imageBytes());
    try (ImageMaker maker = ImageMaker.of(transform, 1)) {
      boolean isWarm = false;
      do {
        Shard shard = shardOf(random);
        int[] ordinals = neighbours(shard, random);
        for (int i = 0; i < fidelities.size(); i++) {
          try (ShardReader reader = shard.read(ordinals, fidelities.get(i), OnDamage.FAIL)) {
            for (Sample sample : reader) {
              double seconds = decode(maker, sample, out);
              if (isWarm) {
                times.seconds.get(i).add(seconds);
              }
            }
          }
        }
        isWarm = true;
      } while (reads.incrementAndGet() < MOST_READS && !time.isOver());
    }
    return times;
  }

  /** A shard, by its number of samples. */
  private Shard shardOf(SplittableRandom random) throws IOException {
    long sample = random.nextLong(dataset.sampleCount());
    for (Shard shard : dataset.shards()) {
      sample -= shard.sampleCount();
      if (sample < 0) {
        return shard;
      }
    }
    throw new IllegalStateException("the shards have fewer samples than the dataset");
  }

  private static int[] neighbours(Shard shard, SplittableRandom random) throws IOException {
    int count = Math.min(TOGETHER, shard.sampleCount());
    int[] ordinals = new int[count];
    int first = random.nextInt(shard.sampleCount() - count + 1);
    Arrays.setAll(ordinals, i -> first + i);
    return ordinals;
  }

  private double decode(ImageMaker maker, Sample sample, ByteBuffer out) throws IOException {
    ImageMaker.Seed seed = new ImageMaker.Seed(0, 0, sample.ordinal());
    double begun = CpuTime.ofThread();
    maker.add(sample, seed, reconstruction, 0);
    Optional<PcrException> failure = maker.render(out).get(0);
    double seconds = CpuTime.ofThread() - begun;
    if (failure.isPresent()) {
      throw failure.get();
    }
    return seconds;
  }
}
