package io.pcr.tools.quality;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Fidelity;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.work.Parallel;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.Progress;
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
 * Measures the fidelities of a dataset on images that are spread evenly over it: the same images
 * whenever it is done. For one use.
 */
public final class DatasetMeasurement {
  /** The shortest of so many decodes counts. */
  private static final int DECODES = 2;

  private final PcrDataset dataset;
  private final ProgressiveSamples samples;
  private final long maxPixels;
  private final int groupCount;
  private final List<ImageMeasures> measures = new ArrayList<>();
  private final AtomicInteger measured = new AtomicInteger();
  private final AtomicLong overLimit = new AtomicLong();

  /**
   * @param samples of the same dataset
   * @param maxPixels of an image that is measured
   */
  public DatasetMeasurement(PcrDataset dataset, ProgressiveSamples samples, long maxPixels)
      throws IOException {
    this.dataset = dataset;
    this.samples = samples;
    this.maxPixels = maxPixels;
    this.groupCount = dataset.groupCount();
    IntStream.range(0, groupCount).forEach(g -> measures.add(new ImageMeasures()));
  }

  /** Images that were met and have more pixels than are measured. */
  public long overLimit() {
    return overLimit.get();
  }

  /**
   * Measures about so many images; fewer when the dataset has fewer that are progressive.
   *
   * @throws NothingMeasuredException when all that were met are too large
   * @throws UsageException when there is none that has fidelities
   */
  public QualityCurve measure(int images, int threads, Progress progress) throws IOException {
    if (samples.count() == 0) {
      throw new UsageException(
          dataset
              + ": all samples are stored whole, so there is one fidelity and nothing to measure");
    }
    int wanted = (int) Math.min(images, samples.count());
    List<Integer> workers = IntStream.range(0, Math.max(1, threads)).boxed().toList();
    AtomicInteger next = new AtomicInteger();
    Parallel.forEach(
        workers,
        workers.size(),
        (position, ignored) -> {
          try (Worker worker = new Worker()) {
            for (long slot = next.getAndIncrement(); slot < wanted; slot = next.getAndIncrement()) {
              worker.measure(
                  slot * samples.count() / wanted, (slot + 1) * samples.count() / wanted);
              progress.add(1, 0, 0);
            }
          }
        });
    if (measured.get() == 0 && overLimit.get() > 0) {
      throw new NothingMeasuredException(dataset.toString(), overLimit.get(), maxPixels);
    }
    if (measured.get() == 0) {
      throw new UsageException(
          dataset + ": no sample is a progressive image, so there is one fidelity");
    }
    return curve();
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
    return new QualityCurve(measured.get(), points);
  }

  private long prefixBytes(int group) throws IOException {
    long bytes = 0;
    for (Shard shard : dataset.shards()) {
      // Shards of whole samples have one fidelity, whatever is asked of the others.
      boolean whole = shard.groupCount() == 1;
      bytes += shard.prefixLength(whole ? Fidelity.FULL : Fidelity.group(group));
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
