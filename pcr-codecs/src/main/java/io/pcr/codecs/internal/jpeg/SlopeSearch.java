package io.pcr.codecs.internal.jpeg;

import io.pcr.codecs.jpeg.ScanTargets;
import io.pcr.codecs.jpeg.ScanTargets.Preference;
import io.pcr.codecs.jpeg.ScanTargets.Way;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds the slopes with which images reach a quality on average, from some of them. What is found
 * depends on the images and on nothing else, not on their order either. Five hundred images are
 * enough to come within about .001 of what all would give.
 *
 * <p>For one thread. Whoever makes one closes it.
 */
public final class SlopeSearch implements AutoCloseable {
  private static final int FIRST = 140;
  private static final int STRIDE = 5;
  private static final List<Integer> GRID =
      IntStream.range(0, ScanTargets.MOST).map(i -> FIRST + STRIDE * i).boxed().toList();

  /** Means are of whole numbers, whose sum has no order. */
  private static final double UNIT = 1L << 40;

  private final ScanTargets grid;
  private final JpegTranscoder transcoder;
  private final long[] sums = new long[GRID.size()];
  private long images;

  /** A search of slopes with which images reach a quality in any decoder. */
  public SlopeSearch(Preference preference, Limits limits) {
    this(preference, Reconstruction.PLAIN, ViewSize.FULL, limits);
  }

  /** A search of slopes with which images reach a quality at full size. */
  public SlopeSearch(Preference preference, Reconstruction reconstruction, Limits limits) {
    this(preference, reconstruction, ViewSize.FULL, limits);
  }

  /**
   * @param reconstruction with which images are to reach a quality
   * @param at the size at which they are to reach it
   * @param limits on an image
   */
  public SlopeSearch(
      Preference preference, Reconstruction reconstruction, ViewSize at, Limits limits) {
    grid = new ScanTargets(Way.SLOPE, GRID, preference, reconstruction, at);
    transcoder = new JpegTranscoder(grid, TranscodeOptions.DEFAULT.withLimits(limits));
  }

  /**
   * Looks at one image.
   *
   * @throws PcrException when libjpeg does not take it; it counts for nothing then
   */
  public void add(ByteBuffer source, String name) throws PcrException {
    List<Double> predicted = transcoder.predict(source, name);
    for (int i = 0; i < sums.length; i++) {
      sums[i] += Math.round(predicted.get(i) * UNIT);
    }
    images++;
  }

  /**
   * The targets that give a stated quality on average.
   *
   * @param qualities MS-SSIM, above 0 and below 1, rising
   * @throws IllegalStateException when no image was looked at
   */
  public ScanTargets targets(List<Double> qualities) {
    if (images == 0) {
      throw new IllegalStateException("no image to find slopes from");
    }
    List<Integer> aims = new ArrayList<>();
    for (double quality : qualities) {
      int least = aims.isEmpty() ? 1 : aims.get(aims.size() - 1) + 1;
      aims.add(Math.max(least, slope(quality)));
    }
    return new ScanTargets(Way.SLOPE, aims, grid.preference(), grid.reconstruction(), grid.at());
  }

  private int slope(double quality) {
    int i = 0;
    while (i < sums.length - 1 && mean(i) < quality) {
      i++;
    }
    if (i == 0 || mean(i) <= mean(i - 1)) {
      return GRID.get(i);
    }
    double back = Math.max(0, mean(i) - quality) / (mean(i) - mean(i - 1));
    return GRID.get(i) - (int) (STRIDE * Math.min(1, back));
  }

  private double mean(int i) {
    return sums[i] / UNIT / images;
  }

  @Override
  public void close() {
    transcoder.close();
  }
}
