package io.pcr.advisor.internal.ratio;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Bisects the eleven ratios 10:0 to 0:10 of an encoded and a raw format. It begins in the middle;
 * where loading is slower than decoding, it discards the ratios with more raw images, and where it
 * is not, those with fewer. The middle stays in the half that is kept. Of the last two, that one is
 * left whose slower side is faster. So, where loading becomes slower and decoding faster with each
 * raw image, the best of all eleven is found, by measuring at most six.
 */
public final class RatioSearch {
  /** The parts of a ratio. */
  public static final int TENTHS = 10;

  /** Measures what a ratio gives. */
  public interface Throughputs {
    /** Images in a second, with so many of ten raw. */
    Ratio measure(int rawTenths) throws IOException;
  }

  /**
   * A ratio that was measured. Immutable.
   *
   * @param rawTenths how many images of ten are raw
   * @param loading images that are read in a second
   * @param decoding images that are decoded in a second
   */
  public record Ratio(int rawTenths, double loading, double decoding) {
    public Ratio {
      if (rawTenths < 0 || rawTenths > TENTHS) {
        throw new IllegalArgumentException(rawTenths + " tenths");
      }
    }

    /** What both together can give at most, as they work at the same time. */
    public double bound() {
      return Math.min(loading, decoding);
    }

    /** Encoded to raw, such as {@code 6:4}. */
    public String text() {
      return (TENTHS - rawTenths) + ":" + rawTenths;
    }
  }

  /**
   * What was found.
   *
   * @param measured ratios, in the order in which they were measured
   */
  public record Found(List<Ratio> measured, Ratio best) {
    public Found {
      measured = List.copyOf(measured);
    }
  }

  private final Throughputs throughputs;
  private final TreeMap<Integer, Ratio> known = new TreeMap<>();
  private final List<Ratio> measured = new ArrayList<>();

  private RatioSearch(Throughputs throughputs) {
    this.throughputs = throughputs;
  }

  /** Searches. */
  public static Found search(Throughputs throughputs) throws IOException {
    RatioSearch search = new RatioSearch(throughputs);
    int least = 0;
    int most = TENTHS;
    while (most - least > 1) {
      int middle = (least + most) / 2;
      Ratio ratio = search.at(middle);
      if (ratio.loading() < ratio.decoding()) {
        most = middle;
      } else {
        least = middle;
      }
    }
    Ratio one = search.at(least);
    Ratio other = search.at(most);
    return new Found(search.measured, one.bound() >= other.bound() ? one : other);
  }

  /** Measures all eleven, and takes the best. */
  public static Found all(Throughputs throughputs) throws IOException {
    RatioSearch search = new RatioSearch(throughputs);
    for (int tenths = 0; tenths <= TENTHS; tenths++) {
      search.at(tenths);
    }
    Ratio best =
        search.measured.stream().max(Comparator.comparingDouble(Ratio::bound)).orElseThrow();
    return new Found(search.measured, best);
  }

  private Ratio at(int rawTenths) throws IOException {
    Ratio ratio = known.get(rawTenths);
    if (ratio == null) {
      ratio = throughputs.measure(rawTenths);
      known.put(rawTenths, ratio);
      measured.add(ratio);
    }
    return ratio;
  }
}
