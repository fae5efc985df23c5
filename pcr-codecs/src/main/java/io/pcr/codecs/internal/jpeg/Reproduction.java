package io.pcr.codecs.internal.jpeg;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a source comes out the same when the coefficients that were read back from its
 * progressive form are coded with its own tables, scans and restart intervals. Immutable and
 * thread-safe.
 *
 * @param outcome of the comparison
 * @param mismatchOffset where in the source the first difference is; 0 unless {@link
 *     Outcome#DIFFERENT}
 * @param entropyRanges where the source's entropy-coded data lies; empty when its headers are
 *     damaged
 */
public record Reproduction(Outcome outcome, int mismatchOffset, List<Range> entropyRanges) {
  /** How the comparison ended. */
  public enum Outcome {
    NOT_TRIED,
    /** The same bytes: {@link JpegReencoder} gives the source back. */
    EXACT,
    /** Other bytes. */
    DIFFERENT,
    /** The source has headers that cannot be followed, or a layout that libjpeg does not write. */
    NOT_REPRODUCIBLE
  }

  /** Bytes from {@code start} to before {@code end}. */
  public record Range(int start, int end) {
    public Range {
      if (start < 0 || end < start) {
        throw new IllegalArgumentException("range " + start + ".." + end);
      }
    }
  }

  public Reproduction {
    requireNonNull(outcome, "outcome");
    entropyRanges = List.copyOf(entropyRanges);
  }

  public boolean isExact() {
    return outcome == Outcome.EXACT;
  }

  /**
   * Everything in the source that is not entropy-coded data: what stands before the first range,
   * between two, and behind the last, so one segment more than there are ranges. With these and the
   * progressive bytes {@link JpegReencoder} gives the source back.
   *
   * @param source the source's bytes from its position on; the segments are views of it
   */
  public List<ByteBuffer> segments(ByteBuffer source) {
    List<ByteBuffer> segments = new ArrayList<>();
    int start = source.position();
    int at = 0;
    for (Range range : entropyRanges) {
      segments.add(source.slice(start + at, range.start() - at));
      at = range.end();
    }
    segments.add(source.slice(start + at, source.remaining() - at));
    return segments;
  }
}
