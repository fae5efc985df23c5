package io.pcr.reader.internal.copies;

import io.pcr.reader.PcrDataset;
import io.pcr.reader.internal.quality.MeasuredImages;
import io.pcr.reader.internal.quality.ProgressiveSamples;
import io.pcr.reader.internal.quality.SpreadImages;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Measures what separate JPEG and WebP copies of a dataset's images would cost, with one quality
 * for all, for the same mean MS-SSIM as its fidelities have. It encodes and compares each image
 * some thirty times, which takes about a second for each million pixels.
 *
 * <pre>{@code
 * MeasuredImages images = new MeasuredImages().images(100);
 * CopyComparison copies = CopyMeasurement.of(dataset, images).measure(List.of(.96, .98));
 * }</pre>
 *
 * <p>It takes the images that a {@link io.pcr.reader.quality.FidelityMeasurement} with the same
 * options takes, but for those that WebP cannot hold. Not thread-safe. The caller keeps the dataset
 * open during the measurement and closes it.
 */
public final class CopyMeasurement {
  private static final int MAX_WEBP_SIDE = 16_383;

  private final PcrDataset dataset;
  private final MeasuredImages images;

  private CopyMeasurement(PcrDataset dataset, MeasuredImages images) {
    this.dataset = dataset;
    this.images = images;
  }

  /** A measurement of a dataset or of a single shard, by these of its images. */
  public static CopyMeasurement of(PcrDataset dataset, MeasuredImages images) {
    return new CopyMeasurement(dataset, images);
  }

  /**
   * Measures the copies.
   *
   * @param targets mean values of MS-SSIM beside which the curves are exact
   * @throws io.pcr.reader.quality.NothingMeasuredException when no image could be measured
   * @throws io.pcr.format.error.PcrException when a sample is damaged, unless the dataset was
   *     opened with {@link io.pcr.reader.OnDamage#DEGRADE}
   */
  public CopyComparison measure(List<Double> targets) throws IOException {
    MeasuredImages.Chosen chosen = images.of(dataset);
    FileLengths lengths = new FileLengths(dataset);
    int measured = visit(chosen, lengths::visitor);
    List<QualitySearch> searches =
        Arrays.stream(CopyFormat.values()).map(f -> new QualitySearch(f, targets)).toList();
    Map<CopyFormat, Set<Integer>> wanted = next(searches);
    while (!wanted.isEmpty()) {
      CopyRound round = new CopyRound(dataset, wanted);
      visit(chosen, round::visitor);
      searches.forEach(search -> round.points(search.format()).forEach(search::add));
      wanted = next(searches);
    }
    List<CopyCurve> curves = searches.stream().map(QualitySearch::curve).toList();
    return new CopyComparison(measured, lengths.prefixes(), lengths.originals(), curves);
  }

  private int visit(MeasuredImages.Chosen chosen, SpreadImages.VisitorFactory visitors)
      throws IOException {
    return chosen.visit(CopyMeasurement::fitsWebp, visitors).visited();
  }

  private static boolean fitsWebp(ProgressiveSamples.Place place) {
    return Math.max(place.width(), place.height()) <= MAX_WEBP_SIDE;
  }

  private static Map<CopyFormat, Set<Integer>> next(List<QualitySearch> searches) {
    Map<CopyFormat, Set<Integer>> wanted = new TreeMap<>();
    for (QualitySearch search : searches) {
      Set<Integer> qualities = search.next();
      if (!qualities.isEmpty()) {
        wanted.put(search.format(), qualities);
      }
    }
    return wanted;
  }
}
