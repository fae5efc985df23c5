package io.pcr.codecs.jpeg;

import static java.util.Objects.requireNonNull;

import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import java.util.ArrayList;
import java.util.List;

/**
 * What each scan group of an image should show. The scans of the image are chosen from this. One
 * more group completes the image. Immutable and thread-safe.
 *
 * @param way how the aims are meant
 * @param aims one for each group, in rising order: the MS-SSIM in millionths, or the index of a
 *     slope
 * @param preference for few bytes or fast decoding
 * @param reconstruction the reconstruction for which the aims hold. MIDPOINT needs fewer bytes, and
 *     decoders with plain reconstruction then show less than the aims say
 * @param at the size for which the aims hold. If it is smaller than the image, fine detail counts
 *     little. The crop is ignored, because all of the image is stored
 */
public record ScanTargets(
    Way way,
    List<Integer> aims,
    Preference preference,
    Reconstruction reconstruction,
    ViewSize at) {
  /** The most aims. */
  public static final int MOST = 63;

  /** The highest index of a slope. A step of sixteen doubles the bytes per loss. */
  public static final int MOST_SLOPE = 511;

  private static final int MILLION = 1_000_000;

  /** How groups are aimed. */
  public enum Way {
    /** Each image reaches the quality that is stated, as far as can be predicted. */
    QUALITY(1, MILLION),
    /** Each image spends bytes as long as they buy as much: the fewest for a mean quality. */
    SLOPE(2, MOST_SLOPE + 1);

    private final int nativeValue;
    private final int end;

    Way(int nativeValue, int end) {
      this.nativeValue = nativeValue;
      this.end = end;
    }

    public int nativeValue() {
      return nativeValue;
    }
  }

  /** What the choice of scans prefers, apart from quality. */
  public enum Preference {
    /** Scans cost their bytes, and hardly more. */
    BYTES(1),
    /**
     * Each scan costs a share of the image's bytes, because it is one more pass for the decoder.
     */
    BALANCED(2),
    /** As few scans as may be. */
    DECODE(3);

    private final int nativeValue;

    Preference(int nativeValue) {
      this.nativeValue = nativeValue;
    }

    public int nativeValue() {
      return nativeValue;
    }
  }

  public ScanTargets {
    requireNonNull(way, "way");
    requireNonNull(preference, "preference");
    requireNonNull(reconstruction, "reconstruction");
    requireNonNull(at, "at");
    aims = List.copyOf(aims);
    if (aims.size() > MOST) {
      throw new IllegalArgumentException(aims.size() + " aims, at most " + MOST);
    }
    for (int i = 0; i < aims.size(); i++) {
      int aim = aims.get(i);
      int least = i == 0 ? 1 : aims.get(i - 1) + 1;
      if (aim < least || aim >= way.end) {
        throw new IllegalArgumentException(
            "aim " + aim + " is not in " + least + " to " + (way.end - 1));
      }
    }
  }

  /** Targets that hold at full size. */
  public ScanTargets(
      Way way, List<Integer> aims, Preference preference, Reconstruction reconstruction) {
    this(way, aims, preference, reconstruction, ViewSize.FULL);
  }

  /** Targets that hold in any decoder, at full size. */
  public ScanTargets(Way way, List<Integer> aims, Preference preference) {
    this(way, aims, preference, Reconstruction.PLAIN, ViewSize.FULL);
  }

  /**
   * Of stated qualities, which hold in any decoder.
   *
   * @param targets MS-SSIM, above 0 and below 1, rising
   */
  public static ScanTargets ofQualities(List<Double> targets, Preference preference) {
    List<Integer> aims = new ArrayList<>();
    for (double target : targets) {
      aims.add((int) Math.rint(target * MILLION));
    }
    return new ScanTargets(Way.QUALITY, aims, preference);
  }

  public ScanTargets withReconstruction(Reconstruction value) {
    return new ScanTargets(way, aims, preference, value, at);
  }

  /** The same targets at another size. */
  public ScanTargets withSize(ViewSize value) {
    return new ScanTargets(way, aims, preference, reconstruction, value);
  }

  /** The number of groups, including the one that completes the image. */
  public int groups() {
    return aims.size() + 1;
  }
}
