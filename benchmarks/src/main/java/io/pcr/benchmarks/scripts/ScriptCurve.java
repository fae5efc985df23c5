package io.pcr.benchmarks.scripts;

/**
 * What a script costs and gives at each of its points, summed over images: points are groups, or
 * single scans.
 */
final class ScriptCurve {
  private final long[] bytes;
  private final double[] msSsim;
  private final long[] decodeNanos;
  private long originalBytes;
  private long originalDecodeNanos;
  private int images;

  ScriptCurve(int points) {
    bytes = new long[points];
    msSsim = new double[points];
    decodeNanos = new long[points];
  }

  void addOriginal(long length, long nanos) {
    originalBytes += length;
    originalDecodeNanos += nanos;
    images++;
  }

  void addPoint(int point, long length, double similarity, long nanos) {
    bytes[point] += length;
    msSsim[point] += similarity;
    decodeNanos[point] += nanos;
  }

  int points() {
    return bytes.length;
  }

  int images() {
    return images;
  }

  /** Bytes up to a point, relative to the originals. */
  double relativeBytes(int point) {
    return (double) bytes[point] / originalBytes;
  }

  double meanMsSsim(int point) {
    return msSsim[point] / images;
  }

  /** How many times as fast as the originals the prefix up to a point decodes. */
  double relativeDecodeSpeed(int point) {
    return (double) originalDecodeNanos / decodeNanos[point];
  }
}
