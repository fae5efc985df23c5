package io.pcr.reader.internal.quality;

import io.pcr.reader.PcrDataset;
import io.pcr.reader.internal.work.Parallel;
import io.pcr.reader.quality.NothingMeasuredException;
import io.pcr.reader.work.ProgressListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Images that are spread evenly over a dataset, the same ones each time: the dataset is cut into as
 * many ranges as images are wanted, and the first image of each range is taken that is progressive
 * and wanted. Thread-safe; the caller keeps the dataset open.
 */
public final class SpreadImages {
  private final PcrDataset dataset;
  private final ProgressiveSamples samples;
  private final int ranges;
  private final long maxPixels;

  private SpreadImages(PcrDataset dataset, ProgressiveSamples samples, int ranges, long maxPixels) {
    this.dataset = dataset;
    this.samples = samples;
    this.ranges = ranges;
    this.maxPixels = maxPixels;
  }

  /** Looks at images, one after the other, on one thread. */
  public interface Visitor extends AutoCloseable {
    void visit(ProgressiveSamples.Place place) throws IOException;

    /** Called by the visitor's thread after its last image. */
    @Override
    void close();
  }

  /** Makes the visitor of a thread, on that thread. */
  public interface VisitorFactory {
    Visitor make() throws IOException;
  }

  /**
   * How many images were seen.
   *
   * @param visited images
   * @param overLimit images that were skipped because they have more pixels than the limit
   */
  public record Counts(int visited, long overLimit) {}

  /**
   * Chooses the images.
   *
   * @param images how many are wanted
   * @param maxPixels larger images are skipped and counted
   * @throws NothingMeasuredException when the dataset stores all samples at full fidelity only
   */
  public static SpreadImages of(PcrDataset dataset, int images, long maxPixels) throws IOException {
    ProgressiveSamples samples = ProgressiveSamples.of(dataset);
    if (samples.count() == 0) {
      throw new NothingMeasuredException(
          dataset.toString(), NothingMeasuredException.Reason.ONE_FIDELITY, 0, maxPixels);
    }
    return new SpreadImages(dataset, samples, (int) Math.min(images, samples.count()), maxPixels);
  }

  /**
   * Visits the images, and tells a listener about each.
   *
   * @param wanted images that it rejects are skipped, and not counted
   * @throws NothingMeasuredException when there was no image to visit; the exception says why
   */
  public Counts visit(
      Predicate<ProgressiveSamples.Place> wanted,
      int threads,
      ProgressListener progress,
      VisitorFactory visitors)
      throws IOException {
    Visit visit = new Visit(wanted, progress);
    Parallel.forEach(ranges, threads, () -> visit.new OfThread(visitors.make()));
    Counts counts = new Counts(visit.visited.get(), visit.overLimit.get());
    if (counts.visited() == 0) {
      throw new NothingMeasuredException(
          dataset.toString(),
          counts.overLimit() > 0
              ? NothingMeasuredException.Reason.OVER_LIMIT
              : NothingMeasuredException.Reason.NO_PROGRESSIVE_IMAGE,
          counts.overLimit(),
          maxPixels);
    }
    return counts;
  }

  /** One visit of all. */
  private final class Visit {
    private final Predicate<ProgressiveSamples.Place> wanted;
    private final ProgressListener progress;
    private final AtomicInteger visited = new AtomicInteger();
    private final AtomicLong overLimit = new AtomicLong();

    Visit(Predicate<ProgressiveSamples.Place> wanted, ProgressListener progress) {
      this.wanted = wanted;
      this.progress = progress;
    }

    /** What one thread needs. */
    private final class OfThread implements Parallel.Worker {
      private final Visitor visitor;
      private final ProgressiveSamples.Search search = samples.new Search();
      private final StatedSize sizes = new StatedSize();

      OfThread(Visitor visitor) {
        this.visitor = visitor;
      }

      @Override
      public void on(int range) throws IOException {
        List<ProgressiveSamples.Place> large = new ArrayList<>();
        Optional<ProgressiveSamples.Place> found =
            search.first(
                range * samples.count() / ranges,
                (range + 1) * samples.count() / ranges,
                place -> {
                  boolean fits = place.pixels() <= maxPixels;
                  if (!fits) {
                    large.add(place);
                  }
                  return fits && wanted.test(place);
                });
        overLimit.addAndGet(large.size());
        if (found.isPresent()) {
          sizes.require(found.get().sample(dataset, 1));
          visitor.visit(found.get());
          visited.incrementAndGet();
        } else if (!large.isEmpty()) {
          // Too large by the metadata, which may be what is wrong.
          sizes.require(large.get(0).sample(dataset, 1));
        }
        progress.add(1, 0, 0);
      }

      @Override
      public void close() {
        sizes.close();
        visitor.close();
      }
    }
  }
}
