package io.pcr.reader.internal.quality;

import java.util.ArrayList;
import java.util.List;

/**
 * One dimension of the window that local statistics are weighed with: its weights add up to one,
 * and the square window is their outer product.
 */
final class GaussianKernel {
  static final int MAX_SIZE = 11;

  private static final double DEVIATION_OF_MAX_SIZE = 1.5;

  private static final List<GaussianKernel> BY_SIZE = new ArrayList<>();

  static {
    for (int size = 1; size <= MAX_SIZE; size++) {
      BY_SIZE.add(new GaussianKernel(size));
    }
  }

  private final double[] weights;

  private GaussianKernel(int size) {
    double deviation = DEVIATION_OF_MAX_SIZE * size / MAX_SIZE;
    weights = new double[size];
    double sum = 0;
    for (int i = 0; i < size; i++) {
      double distance = i - (size - 1) / 2.0;
      weights[i] = Math.exp(-distance * distance / (2 * deviation * deviation));
      sum += weights[i];
    }
    for (int i = 0; i < size; i++) {
      weights[i] /= sum;
    }
  }

  /** The largest that fits into a plane, of at most {@link #MAX_SIZE}. */
  static GaussianKernel fitting(int width, int height) {
    return BY_SIZE.get(Math.min(MAX_SIZE, Math.min(width, height)) - 1);
  }

  int size() {
    return weights.length;
  }

  double weight(int index) {
    return weights[index];
  }

  /** Weighs a row where the window lies wholly inside; {@code count} results. */
  void convolve(double[] row, int offset, double[] out, int count) {
    if (weights.length == MAX_SIZE) {
      convolveMaxSize(row, offset, out, count);
      return;
    }
    for (int x = 0; x < count; x++) {
      double sum = 0;
      for (int i = 0; i < weights.length; i++) {
        sum += weights[i] * row[offset + x + i];
      }
      out[x] = sum;
    }
  }

  /** One loop without an inner one, which the compiler turns into vector instructions. */
  private void convolveMaxSize(double[] row, int offset, double[] out, int count) {
    double w0 = weights[0];
    double w1 = weights[1];
    double w2 = weights[2];
    double w3 = weights[3];
    double w4 = weights[4];
    double w5 = weights[5];
    for (int x = 0; x < count; x++) {
      int i = offset + x;
      out[x] =
          w0 * (row[i] + row[i + 10])
              + w1 * (row[i + 1] + row[i + 9])
              + w2 * (row[i + 2] + row[i + 8])
              + w3 * (row[i + 3] + row[i + 7])
              + w4 * (row[i + 4] + row[i + 6])
              + w5 * row[i + 5];
    }
  }
}
