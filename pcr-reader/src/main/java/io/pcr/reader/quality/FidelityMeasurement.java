package io.pcr.reader.quality;

import io.pcr.format.Fidelity;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.ViewSize;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Shard;
import io.pcr.reader.internal.quality.MeasuredImages;
import io.pcr.reader.internal.quality.SpreadImages;
import io.pcr.reader.work.ProgressListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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
  public static final int DEFAULT_IMAGES = MeasuredImages.DEFAULT_IMAGES;

  /** The default for {@link #maxPixels}; the metric needs six doubles for each pixel. */
  public static final long DEFAULT_PIXELS = MeasuredImages.DEFAULT_PIXELS;

  /**
   * The largest value for {@link #maxPixels}, because the RGB pixels of an image must fit into one
   * buffer.
   */
  public static final long MOST_PIXELS = MeasuredImages.MOST_PIXELS;

  private final PcrDataset dataset;
  private final MeasuredImages images = new MeasuredImages();
  private List<QualityMeasure> measures = List.of(QualityMeasure.MS_SSIM);

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
    images.images(count);
    return this;
  }

  /** How many threads measure; default: the number of processors. */
  public FidelityMeasurement threads(int count) {
    images.threads(count);
    return this;
  }

  /**
   * The largest number of pixels of an image to measure; larger images are skipped and counted.
   * Each thread needs 60 bytes of memory for each pixel. Default {@link #DEFAULT_PIXELS}, at most
   * {@link #MOST_PIXELS}.
   */
  public FidelityMeasurement maxPixels(long pixels) {
    images.maxPixels(pixels);
    return this;
  }

  /**
   * Receives each image that was measured, from any of the threads; default: nobody receives it.
   */
  public FidelityMeasurement progress(ProgressListener listener) {
    images.progress(listener);
    return this;
  }

  /**
   * How images are compared; {@link #measureEach} returns a curve for each measure. Default: {@link
   * QualityMeasure#MS_SSIM} alone.
   *
   * @throws IllegalArgumentException when there is none
   */
  public FidelityMeasurement measures(List<QualityMeasure> wanted) {
    if (wanted.isEmpty()) {
      throw new IllegalArgumentException("no measure");
    }
    measures = wanted.stream().distinct().toList();
    return this;
  }

  private void requireFits(ViewSize size) {
    long most = images.maxPixels();
    if ((long) size.crop() * size.crop() > most) {
      throw new IllegalArgumentException(size + " has more pixels than the limit of " + most);
    }
  }

  /**
   * Measures the fidelities, and returns the curve of the first measure.
   *
   * @throws IllegalArgumentException when a measure's size has more pixels than {@link #maxPixels}
   * @throws NothingMeasuredException when no image could be measured; the exception says why
   * @throws io.pcr.format.error.PcrException when a sample is damaged, unless the dataset was
   *     opened with {@link io.pcr.reader.OnDamage#DEGRADE}
   */
  public QualityCurve measure() throws IOException {
    return measureEach().get(0);
  }

  /** Measures the fidelities as {@link #measure} does; a curve for each measure. */
  public List<QualityCurve> measureEach() throws IOException {
    measures.forEach(measure -> requireFits(measure.at()));
    int groupCount = dataset.groupCount();
    CurveMeasures found = new CurveMeasures(measures, groupCount);
    SpreadImages.Counts counts =
        images.of(dataset).visit(place -> true, () -> new ImageMeasurement(dataset, found));
    List<QualityCurve> curves = new ArrayList<>();
    long[] prefixes = prefixes(groupCount);
    for (QualityMeasure measure : measures) {
      List<QualityCurve.Point> points = points(found, measure, prefixes);
      curves.add(new QualityCurve(measure, counts.visited(), counts.overLimit(), points));
    }
    return curves;
  }

  private long[] prefixes(int groupCount) throws IOException {
    long[] prefixes = new long[groupCount];
    for (int group = 1; group <= groupCount; group++) {
      for (Shard shard : dataset.shards()) {
        prefixes[group - 1] += shard.prefixLength(Fidelity.atMost(group));
      }
    }
    return prefixes;
  }

  private List<QualityCurve.Point> points(
      CurveMeasures found, QualityMeasure measure, long[] prefixes) throws IOException {
    List<QualityCurve.Point> points = new ArrayList<>();
    long fullNanos = found.of(measure, prefixes.length).decodeNanos();
    for (int group = 1; group <= prefixes.length; group++) {
      ImageMeasures m = found.of(measure, group);
      long prefix = prefixes[group - 1];
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
    return points;
  }
}
