package io.pcr.reader.internal.quality;

/**
 * The two sums of SSIM over one plane at one scale. A window slides down the plane: each row is
 * weighed along x once, as it enters, and the last rows are weighed along y. Scratch is kept from
 * one call to the next. Not thread-safe.
 */
final class SsimScale {
  private static final double RANGE = 255;
  private static final double C1 = (0.01 * RANGE) * (0.01 * RANGE);
  private static final double C2 = (0.03 * RANGE) * (0.03 * RANGE);

  // What is weighed for each pixel; the sum of squares suffices, no formula has them apart.
  private static final int A = 0;
  private static final int B = 1;
  private static final int SQUARES = 2;
  private static final int PRODUCT = 3;
  private static final int QUANTITIES = 4;

  private final double[][][] window = new double[GaussianKernel.MAX_SIZE][QUANTITIES][0];
  private final double[][] weighed = new double[QUANTITIES][0];
  private double[] squares = {};
  private double[] product = {};
  private double[] ssim = {};
  private double[] contrast = {};

  private double ssimSum;
  private double contrastSum;
  private long count;

  /** Sum of the whole index over the windows of the last plane. */
  double ssimSum() {
    return ssimSum;
  }

  /** Sum of the contrast and structure part alone. */
  double contrastSum() {
    return contrastSum;
  }

  /** Windows in the last plane. */
  long count() {
    return count;
  }

  void compare(double[] a, double[] b, int width, int height) {
    GaussianKernel kernel = GaussianKernel.fitting(width, height);
    int size = kernel.size();
    int columns = width - size + 1;
    ensureWidth(width);
    ssimSum = 0;
    contrastSum = 0;
    count = (long) columns * (height - size + 1);
    for (int y = 0; y < height; y++) {
      enter(kernel, a, b, y * width, width, window[y % size]);
      if (y >= size - 1) {
        for (int quantity = 0; quantity < QUANTITIES; quantity++) {
          weighColumns(kernel, quantity, y + 1, columns);
        }
        index(columns);
      }
    }
  }

  private void ensureWidth(int width) {
    if (squares.length < width) {
      squares = new double[width];
      product = new double[width];
      ssim = new double[width];
      contrast = new double[width];
      for (int quantity = 0; quantity < QUANTITIES; quantity++) {
        weighed[quantity] = new double[width];
        for (double[][] row : window) {
          row[quantity] = new double[width];
        }
      }
    }
  }

  private void enter(
      GaussianKernel kernel, double[] a, double[] b, int offset, int width, double[][] row) {
    int columns = width - kernel.size() + 1;
    multiply(a, b, offset, width);
    kernel.convolve(a, offset, row[A], columns);
    kernel.convolve(b, offset, row[B], columns);
    kernel.convolve(squares, 0, row[SQUARES], columns);
    kernel.convolve(product, 0, row[PRODUCT], columns);
  }

  private void multiply(double[] a, double[] b, int offset, int width) {
    double[] squared = squares;
    double[] multiplied = product;
    for (int x = 0; x < width; x++) {
      double p = a[offset + x];
      double q = b[offset + x];
      squared[x] = p * p + q * q;
      multiplied[x] = p * q;
    }
  }

  /** Weighs the rows of the window; the oldest is the one that the next row replaces. */
  private void weighColumns(GaussianKernel kernel, int quantity, int next, int columns) {
    int size = kernel.size();
    double[] out = weighed[quantity];
    double[] middle = window[(next + size / 2) % size][quantity];
    if (size % 2 == 1) {
      scale(out, kernel.weight(size / 2), middle, columns);
    } else {
      scale(out, 0, middle, columns);
    }
    for (int i = 0; i < size / 2; i++) {
      double[] older = window[(next + i) % size][quantity];
      double[] newer = window[(next + size - 1 - i) % size][quantity];
      addPair(out, kernel.weight(i), older, newer, columns);
    }
  }

  private static void scale(double[] out, double weight, double[] row, int columns) {
    for (int x = 0; x < columns; x++) {
      out[x] = weight * row[x];
    }
  }

  private static void addPair(
      double[] out, double weight, double[] first, double[] second, int columns) {
    for (int x = 0; x < columns; x++) {
      out[x] += weight * (first[x] + second[x]);
    }
  }

  private void index(int columns) {
    indexRow(weighed[A], weighed[B], weighed[SQUARES], weighed[PRODUCT], columns);
    double ssimRow = 0;
    double contrastRow = 0;
    for (int x = 0; x < columns; x++) {
      ssimRow += ssim[x];
      contrastRow += contrast[x];
    }
    ssimSum += ssimRow;
    contrastSum += contrastRow;
  }

  private void indexRow(double[] a, double[] b, double[] squared, double[] both, int columns) {
    double[] ssimOut = ssim;
    double[] contrastOut = contrast;
    for (int x = 0; x < columns; x++) {
      double ab = a[x] * b[x];
      double means = a[x] * a[x] + b[x] * b[x];
      double structure = (2 * (both[x] - ab) + C2) / (squared[x] - means + C2);
      contrastOut[x] = structure;
      ssimOut[x] = (2 * ab + C1) / (means + C1) * structure;
    }
  }
}
