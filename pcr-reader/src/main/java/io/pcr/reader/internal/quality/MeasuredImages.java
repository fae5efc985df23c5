package io.pcr.reader.internal.quality;

import io.pcr.reader.PcrDataset;
import io.pcr.reader.internal.work.Parallel;
import io.pcr.reader.work.ProgressListener;
import java.io.IOException;
import java.util.function.Predicate;

/** Which images of a dataset are measured, and by how many threads. Not thread-safe. */
public final class MeasuredImages {
  /** The default for {@link #images}. */
  public static final int DEFAULT_IMAGES = 100;

  /** The default for {@link #maxPixels}; the metric needs six doubles for each pixel. */
  public static final long DEFAULT_PIXELS = 12L << 20;

  /** The RGB pixels of an image have to fit into one buffer. */
  public static final long MOST_PIXELS = Integer.MAX_VALUE / 3;

  private int images = DEFAULT_IMAGES;
  private int threads = Parallel.processors();
  private long maxPixels = DEFAULT_PIXELS;
  private ProgressListener progress = ProgressListener.NONE;

  /** How many images to measure at most. */
  public MeasuredImages images(int count) {
    images = requirePositive(count, "images");
    return this;
  }

  /** How many threads measure. */
  public MeasuredImages threads(int count) {
    threads = requirePositive(count, "threads");
    return this;
  }

  /** The largest number of pixels of an image to measure. */
  public MeasuredImages maxPixels(long pixels) {
    maxPixels = Math.min(pixels, MOST_PIXELS);
    return this;
  }

  /** Receives each image in each round, from any of the threads. */
  public MeasuredImages progress(ProgressListener listener) {
    progress = listener;
    return this;
  }

  public long maxPixels() {
    return maxPixels;
  }

  private static int requirePositive(int count, String what) {
    if (count < 1) {
      throw new IllegalArgumentException(what + " is " + count + ", which is not positive");
    }
    return count;
  }

  /** The images of a dataset, the same ones each time. */
  public Chosen of(PcrDataset dataset) throws IOException {
    return new Chosen(SpreadImages.of(dataset, images, maxPixels));
  }

  /** The images of one dataset. */
  public final class Chosen {
    private final SpreadImages spread;

    private Chosen(SpreadImages spread) {
      this.spread = spread;
    }

    /** Visits those that fit, as {@link SpreadImages#visit} does. */
    public SpreadImages.Counts visit(
        Predicate<ProgressiveSamples.Place> fits, SpreadImages.VisitorFactory visitors)
        throws IOException {
      return spread.visit(fits, threads, progress, visitors);
    }
  }
}
