package io.pcr.reader.internal.facts;

import java.util.ArrayList;
import java.util.List;

/**
 * How many samples fall in which range. Immutable.
 *
 * @param bins from the smallest to the largest, adjacent, none left out between the ends
 */
public record Histogram(List<Bin> bins) {
  /** Each power of two is split into this many bins. */
  private static final int BINS_PER_OCTAVE = 4;

  /**
   * One range.
   *
   * @param from smallest value in it
   * @param to one more than the largest value in it
   * @param count samples in it
   */
  public record Bin(long from, long to, long count) {
    public Bin {
      if (from < 0 || to <= from || count < 0) {
        throw new IllegalArgumentException("bin " + from + ".." + to + " of " + count);
      }
    }
  }

  public Histogram {
    bins = List.copyOf(bins);
  }

  /** Counts values in bins whose widths grow with the values, as sizes of files ask for. */
  public static final class Counter {
    private static final int OCTAVES = 62;

    private final long[] counts = new long[OCTAVES * BINS_PER_OCTAVE];

    /** Counts one value; what is below the first bin or above the last is counted there. */
    public void add(long value) {
      counts[bin(Math.max(1, Math.min(value, (1L << OCTAVES) - 1)))]++;
    }

    /** What was counted, from the first bin that is not empty to the last. */
    public Histogram histogram() {
      int first = 0;
      int last = counts.length - 1;
      while (first < counts.length && counts[first] == 0) {
        first++;
      }
      while (last > first && counts[last] == 0) {
        last--;
      }
      List<Bin> bins = new ArrayList<>();
      for (int b = first; b <= last && first < counts.length; b++) {
        // Between small powers of two there are fewer integers than bins.
        if (edge(b + 1) > edge(b)) {
          bins.add(new Bin(edge(b), edge(b + 1), counts[b]));
        }
      }
      return new Histogram(bins);
    }

    private static int bin(long value) {
      int octave = 63 - Long.numberOfLeadingZeros(value);
      int bin = octave * BINS_PER_OCTAVE;
      int last = bin + BINS_PER_OCTAVE - 1;
      while (bin < last && value >= edge(bin + 1)) {
        bin++;
      }
      return bin;
    }

    private static long edge(int bin) {
      long octave = 1L << (bin / BINS_PER_OCTAVE);
      double step = Math.pow(2, (double) (bin % BINS_PER_OCTAVE) / BINS_PER_OCTAVE);
      return (long) Math.ceil(octave * step);
    }
  }

  /** Samples in all bins. */
  public long total() {
    return bins.stream().mapToLong(Bin::count).sum();
  }

  /** The largest count of a bin; 0 when there is none. */
  public long peak() {
    return bins.stream().mapToLong(Bin::count).max().orElse(0);
  }
}
