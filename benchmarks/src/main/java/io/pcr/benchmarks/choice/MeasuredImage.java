package io.pcr.benchmarks.choice;

import java.util.List;

/**
 * An image with the scans that were chosen for it. Immutable.
 *
 * @param name of its file
 * @param originalBytes of its file
 * @param originalDecodeNanos processor time of decoding that
 * @param transcodeNanos processor time of choosing, writing and reading back
 * @param scans how many were chosen
 * @param points of its groups
 */
record MeasuredImage(
    String name,
    long originalBytes,
    long originalDecodeNanos,
    long transcodeNanos,
    int scans,
    List<Point> points) {
  MeasuredImage {
    points = List.copyOf(points);
  }

  /**
   * The prefix that ends with a group.
   *
   * @param bytes of it
   * @param predicted MS-SSIM where scans were chosen; else what was measured
   * @param measured MS-SSIM
   * @param decodeNanos processor time
   */
  record Point(long bytes, double predicted, double measured, long decodeNanos) {}
}
