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

/**
 * Finds the slopes with which images reach a quality on average, from some of them: group by group,
 * as what a group brings depends on what those before it have brought. What is found depends on the
 * images and on nothing else, not on their order either. Five hundred images are enough to come
 * within about .001 of what all would give; each keeps some twenty kilobytes.
 *
 * <p>For one thread. Whoever makes one closes it.
 */
public final class SlopeSearch implements AutoCloseable {
  /** Means are of whole numbers, whose sum has no order. */
  private static final double UNIT = 1L << 40;

  private final ScanTargets kind;
  private final JpegTranscoder transcoder;
  private final List<ExaminedImage> images = new ArrayList<>();

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
    kind = new ScanTargets(Way.SLOPE, List.of(), preference, reconstruction, at);
    transcoder = new JpegTranscoder(kind, TranscodeOptions.DEFAULT.withLimits(limits));
  }

  /**
   * Looks at one image.
   *
   * @throws PcrException when libjpeg does not take it; it counts for nothing then
   */
  public void add(ByteBuffer source, String name) throws PcrException {
    images.add(transcoder.examine(source, name));
  }

  /**
   * The targets that give a stated quality on average. The images are used up.
   *
   * @param qualities MS-SSIM, above 0 and below 1, rising
   * @throws IllegalStateException when no image was looked at
   */
  public ScanTargets targets(List<Double> qualities) {
    if (images.isEmpty()) {
      throw new IllegalStateException("there is no image from which slopes can be found");
    }
    List<Integer> aims = new ArrayList<>();
    for (double quality : qualities) {
      int least = aims.isEmpty() ? 1 : aims.get(aims.size() - 1) + 1;
      // As many slopes must be left as there are groups to follow.
      int most = ScanTargets.MOST_SLOPE - (qualities.size() - 1 - aims.size());
      int slope = slope(quality, least, most);
      images.forEach(image -> image.bringAlong(slope));
      aims.add(slope);
    }
    images.clear();
    return new ScanTargets(Way.SLOPE, aims, kind.preference(), kind.reconstruction(), kind.at());
  }

  /** The least slope with which the next group reaches a quality; the most where none does. */
  private int slope(double quality, int least, int most) {
    int low = least;
    int high = most;
    while (low < high) {
      int middle = (low + high) / 2;
      if (mean(middle) >= quality) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private double mean(int slope) {
    long sum = 0;
    for (ExaminedImage image : images) {
      sum += Math.round(image.qualityAlong(slope) * UNIT);
    }
    return sum / UNIT / images.size();
  }

  @Override
  public void close() {
    transcoder.close();
  }
}
