package io.pcr.advisor.internal.quality;

/** Sums of a choice over the images. Thread-safe. */
final class ChoiceTotals {
  private long bytes;
  private int copied;
  private int encoded;
  private long encodeNanos;
  private long decodeNanos;
  private double msSsim;

  synchronized void add(long length, long decoding, double similarity) {
    bytes += length;
    decodeNanos += decoding;
    msSsim += similarity;
  }

  synchronized void addCopied() {
    copied++;
  }

  synchronized void addEncoded(long nanos) {
    encoded++;
    encodeNanos += nanos;
  }

  /**
   * The means.
   *
   * @param groupsMillis of encoding all groups of an image
   */
  synchronized MeasuredChoice mean(Choice choice, int images, double groupsMillis) {
    double encoding = encoded == 0 ? 0 : encodeNanos / 1e6 / encoded;
    return new MeasuredChoice(
        choice,
        (double) bytes / images,
        (double) copied / images,
        choice.family() == Choice.Family.PCR ? groupsMillis : encoding,
        decodeNanos / 1e6 / images,
        msSsim / images);
  }
}
