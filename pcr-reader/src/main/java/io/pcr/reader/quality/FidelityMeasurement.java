package io.pcr.reader.quality;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Fidelity;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.work.Parallel;
import io.pcr.reader.work.ProgressListener;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Measures the quality, the bytes and the decoding speed of each fidelity of a dataset. It uses
 * images that are spread evenly over the dataset, the same ones each time.
 *
 * <pre>{@code
 * try (PcrDataset dataset = PcrDataset.open(folder)) {
 *   QualityCurve curve = FidelityMeasurement.of(dataset).images(200).measure();
 *   OptionalInt group = curve.lowestFor(0.95);
 * }
 * }</pre>
 *
 * <p>Not thread-safe: one thread sets it up and calls {@link #measure}. The caller keeps the
 * dataset open during the measurement and closes it.
 */
public final class FidelityMeasurement {
  /** The default for {@link #images}. */
  public static final int DEFAULT_IMAGES = 100;

  /** The default for {@link #maxPixels}; the metric needs six doubles for each pixel. */
  public static final long DEFAULT_PIXELS = 12L << 20;

  /**
   * The largest value for {@link #maxPixels}, because the RGB pixels of an image must fit into one
   * buffer.
   */
  public static final long MOST_PIXELS = Integer.MAX_VALUE / 3;

  /** How many times each image is decoded; the shortest time counts. */
  private static final int DECODES = 2;

  private final PcrDataset dataset;
  private int images = DEFAULT_IMAGES;
  private int threads = Parallel.processors();
  private long maxPixels = DEFAULT_PIXELS;
  private ProgressListener progress = ProgressListener.NONE;

  private FidelityMeasurement(PcrDataset dataset) {
    this.dataset = dataset;
  }

  /** A measurement of a dataset or of a single shard. */
  public static FidelityMeasurement of(PcrDataset dataset) {
    return new FidelityMeasurement(dataset);
  }

  /**
   * How many images to measure; fewer are measured when the dataset has fewer progressive images.
   * Default {@value #DEFAULT_IMAGES}.
   */
  public FidelityMeasurement images(int count) {
    images = requirePositive(count, "images");
    return this;
  }

  /** How many threads measure; default: the number of processors. */
  public FidelityMeasurement threads(int count) {
    threads = requirePositive(count, "threads");
    return this;
  }

  /**
   * The largest number of pixels of an image to measure; larger images are skipped and counted.
   * Each thread needs 60 bytes of memory for each pixel. Default {@link #DEFAULT_PIXELS}, at most
   * {@link #MOST_PIXELS}.
   */
  public FidelityMeasurement maxPixels(long pixels) {
    maxPixels = Math.min(pixels, MOST_PIXELS);
    return this;
  }

  /**
   * Receives each image that was measured, from any of the threads; default: nobody receives it.
   */
  public FidelityMeasurement progress(ProgressListener listener) {
    progress = listener;
    return this;
  }

  private static int requirePositive(int count, String what) {
    if (count < 1) {
      throw new IllegalArgumentException(what + " is " + count + ", and must be positive");
    }
    return count;
  }

  /**
   * Measures the fidelities.
   *
   * @throws NothingMeasuredException when no image could be measured; the exception says why
   * @throws io.pcr.format.error.PcrException when a sample is damaged, unless the dataset was
   *     opened with {@link io.pcr.reader.OnDamage#DEGRADE}
   */
  public QualityCurve measure() throws IOException {
    return new Run(ProgressiveSamples.of(dataset)).measure();
  }

  /** One measurement. */
  private final class Run {
    private final ProgressiveSamples samples;
    private final int groupCount;
    private final List<ImageMeasures> measures = new ArrayList<>();
    private final AtomicInteger measured = new AtomicInteger();
    private final AtomicLong overLimit = new AtomicLong();

    Run(ProgressiveSamples samples) throws IOException {
      this.samples = samples;
      groupCount = dataset.groupCount();
      IntStream.range(0, groupCount).forEach(g -> measures.add(new ImageMeasures()));
    }

    QualityCurve measure() throws IOException {
      if (samples.count() == 0) {
        throw nothing(NothingMeasuredException.Reason.ONE_FIDELITY);
      }
      int wanted = (int) Math.min(images, samples.count());
      List<Integer> workers = IntStream.range(0, threads).boxed().toList();
      AtomicInteger next = new AtomicInteger();
      Parallel.forEach(workers, threads, (position, ignored) -> work(next, wanted));
      if (measured.get() == 0) {
        throw nothing(
            overLimit.get() > 0
                ? NothingMeasuredException.Reason.OVER_LIMIT
                : NothingMeasuredException.Reason.NO_PROGRESSIVE_IMAGE);
      }
      return curve();
    }

    private NothingMeasuredException nothing(NothingMeasuredException.Reason reason) {
      return new NothingMeasuredException(dataset.toString(), reason, overLimit.get(), maxPixels);
    }

    private void work(AtomicInteger next, int wanted) throws IOException {
      try (Worker worker = new Worker()) {
        for (long slot = next.getAndIncrement(); slot < wanted; slot = next.getAndIncrement()) {
          worker.measure(slot * samples.count() / wanted, (slot + 1) * samples.count() / wanted);
          progress.add(1, 0, 0);
        }
      }
    }

    private QualityCurve curve() throws IOException {
      List<QualityCurve.Point> points = new ArrayList<>();
      long fullNanos = measures.get(groupCount - 1).decodeNanos();
      for (int group = 1; group <= groupCount; group++) {
        ImageMeasures m = measures.get(group - 1);
        long prefix = prefixBytes(group);
        points.add(
            new QualityCurve.Point(
                group,
                prefix,
                (double) prefix / dataset.sampleCount(),
                m.msSsimMean(),
                m.msSsimReachedByAllBut(0.1),
                m.msSsimReachedByAllBut(0.01),
                m.psnrMean(),
                (double) fullNanos / Math.max(1, m.decodeNanos())));
      }
      return new QualityCurve(measured.get(), overLimit.get(), points);
    }

    private long prefixBytes(int group) throws IOException {
      long bytes = 0;
      for (Shard shard : dataset.shards()) {
        bytes += shard.prefixLength(Fidelity.atMost(group));
      }
      return bytes;
    }

    /** The scratch of one thread, whose own time counts: on a busy machine the clock would lie. */
    private final class Worker implements AutoCloseable {
      private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      private final ProgressiveSamples.Search search = samples.new Search();
      private final StatedSize sizes = new StatedSize();
      private final MsSsim metric = new MsSsim();
      private ByteBuffer full = ByteBuffer.allocateDirect(1);
      private ByteBuffer partial = ByteBuffer.allocateDirect(1);

      /** Measures the first image in a range of numbers that can be. */
      void measure(long from, long to) throws IOException {
        List<ProgressiveSamples.Place> large = new ArrayList<>();
        Optional<ProgressiveSamples.Place> found =
            search.first(
                from,
                to,
                place -> {
                  boolean fits = place.pixels() <= maxPixels;
                  if (!fits) {
                    large.add(place);
                  }
                  return fits;
                });
        overLimit.addAndGet(large.size());
        if (found.isPresent()) {
          measure(found.get());
        } else if (!large.isEmpty()) {
          // Too large by the metadata, which may be what is wrong.
          sizes.require(sample(large.get(0), Fidelity.group(1)));
        }
      }

      private Sample sample(ProgressiveSamples.Place place, Fidelity fidelity) throws IOException {
        return dataset.shards().get(place.shard()).sample(place.ordinal(), fidelity);
      }

      private void measure(ProgressiveSamples.Place place) throws IOException {
        Sample sample = sample(place, Fidelity.FULL);
        sizes.require(sample);
        int bytes = (int) PixelFormat.RGB.imageBytes(sample.width(), sample.height());
        if (full.capacity() < bytes) {
          full = ByteBuffer.allocateDirect(bytes);
          partial = ByteBuffer.allocateDirect(bytes);
        }
        long fullNanos = decode(sample, full);
        for (int group = 1; group < groupCount; group++) {
          long nanos = decode(sample(place, Fidelity.group(group)), partial);
          int width = sample.width();
          int height = sample.height();
          double similarity = metric.compare(full, partial, width, height, PixelFormat.RGB);
          double psnr = Psnr.compare(full, partial, width, height, PixelFormat.RGB);
          measures.get(group - 1).add(similarity, psnr, nanos);
        }
        measures.get(groupCount - 1).add(1, Double.POSITIVE_INFINITY, fullNanos);
        measured.incrementAndGet();
      }

      private long decode(Sample sample, ByteBuffer pixels) throws IOException {
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < DECODES; i++) {
          long begun = threads.getCurrentThreadCpuTime();
          sample.decode(DecodeOptions.rgb(), pixels.clear());
          shortest = Math.min(shortest, threads.getCurrentThreadCpuTime() - begun);
        }
        pixels.flip();
        return shortest;
      }

      @Override
      public void close() {
        sizes.close();
      }
    }
  }
}
