package io.pcr.reader.quality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Gathers what was measured at one fidelity, from any thread. */
final class ImageMeasures {
  private final List<Double> msSsim = new ArrayList<>();
  private final List<Double> psnr = new ArrayList<>();
  private long decodeNanos;

  synchronized void add(double similarity, double decibels, long nanos) {
    msSsim.add(similarity);
    psnr.add(decibels);
    decodeNanos += nanos;
  }

  synchronized long decodeNanos() {
    return decodeNanos;
  }

  synchronized double msSsimMean() {
    // Sorted first, so that the sum does not depend on which thread came first.
    return Arrays.stream(sorted()).average().orElse(Double.NaN);
  }

  /** The value that all but this share of the images reach. */
  synchronized double msSsimReachedByAllBut(double share) {
    double[] sorted = sorted();
    return sorted[(int) Math.floor(share * (sorted.length - 1))];
  }

  synchronized double psnrMean() {
    double[] finite =
        psnr.stream().mapToDouble(Double::doubleValue).filter(Double::isFinite).sorted().toArray();
    return finite.length == 0
        ? Double.POSITIVE_INFINITY
        : Arrays.stream(finite).average().getAsDouble();
  }

  private double[] sorted() {
    return msSsim.stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }
}
