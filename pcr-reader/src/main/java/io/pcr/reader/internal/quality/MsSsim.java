package io.pcr.reader.internal.quality;

import io.pcr.codecs.PixelFormat;
import java.nio.ByteBuffer;

/**
 * Multi-scale structural similarity (MS-SSIM) of two images with 8 bits per channel. The value is 1
 * for equal images, and lower the more of the difference a person sees.
 *
 * <p>Range 255; Gaussian window of min(11, height, width) with a deviation of 1.5 elevenths of
 * that, only where the window lies completely inside the image; k1 0.01, k2 0.03; means over all
 * pixels and channels; five scales, each half of the one before (mean of 2 x 2, the edge repeated),
 * weights 0.0448, 0.2856, 0.3001, 0.2363, 0.1333; contrast and structure of the first four scales
 * and the whole index of the last, to the power of their weights, multiplied. A mean below zero
 * counts as zero.
 *
 * <p>Not thread-safe: it keeps its working memory from one call to the next, so use one instance
 * per thread. It needs no closing.
 */
public final class MsSsim {
  private static final double[] WEIGHTS = {0.0448, 0.2856, 0.3001, 0.2363, 0.1333};
  private static final int SCALES = WEIGHTS.length;

  private final SsimScale scale = new SsimScale();
  private final double[] ssim = new double[SCALES];
  private final double[] contrast = new double[SCALES];
  private final long[] count = new long[SCALES];
  private byte[] bytes = {};
  private double[] a = {};
  private double[] b = {};

  /**
   * Compares two images of the same size.
   *
   * @param reference the reference image: {@code format.imageBytes(width, height)} bytes from its
   *     position on; the call leaves the position of both buffers unchanged
   * @throws IllegalArgumentException when the size is not positive, or a buffer is too short
   */
  public double compare(
      ByteBuffer reference, ByteBuffer other, int width, int height, PixelFormat format) {
    check(reference, width, height, format);
    check(other, width, height, format);
    ensurePixels(width * height, format);
    for (int i = 0; i < SCALES; i++) {
      ssim[i] = 0;
      contrast[i] = 0;
      count[i] = 0;
    }
    for (int channel = 0; channel < format.channels(); channel++) {
      load(reference, channel, format, width * height, a);
      load(other, channel, format, width * height, b);
      compareChannel(width, height);
    }
    double result = power(ssim[SCALES - 1] / count[SCALES - 1], WEIGHTS[SCALES - 1]);
    for (int i = 0; i < SCALES - 1; i++) {
      result *= power(contrast[i] / count[i], WEIGHTS[i]);
    }
    return result;
  }

  private static void check(ByteBuffer image, int width, int height, PixelFormat format) {
    if (width < 1 || height < 1 || image.remaining() < format.imageBytes(width, height)) {
      throw new IllegalArgumentException(
          "not " + width + " x " + height + " " + format + ": " + image.remaining() + " bytes");
    }
  }

  private void ensurePixels(int pixels, PixelFormat format) {
    if (a.length < pixels) {
      a = new double[pixels];
      b = new double[pixels];
    }
    if (bytes.length < pixels * format.channels()) {
      bytes = new byte[pixels * format.channels()];
    }
  }

  private void load(ByteBuffer image, int channel, PixelFormat format, int pixels, double[] plane) {
    int channels = format.channels();
    image.get(image.position(), bytes, 0, pixels * channels);
    for (int i = 0; i < pixels; i++) {
      plane[i] = bytes[i * channels + channel] & 0xFF;
    }
  }

  private void compareChannel(int width, int height) {
    int scaledWidth = width;
    int scaledHeight = height;
    for (int i = 0; i < SCALES; i++) {
      if (i > 0) {
        halve(a, scaledWidth, scaledHeight);
        halve(b, scaledWidth, scaledHeight);
        scaledWidth = half(scaledWidth);
        scaledHeight = half(scaledHeight);
      }
      scale.compare(a, b, scaledWidth, scaledHeight);
      ssim[i] += scale.ssimSum();
      contrast[i] += scale.contrastSum();
      count[i] += scale.count();
    }
  }

  /** In place: what is written lies before all that is still to be read. */
  private static void halve(double[] plane, int width, int height) {
    int halfWidth = half(width);
    for (int y = 0; y < half(height); y++) {
      int upper = 2 * y * width;
      int lower = Math.min(2 * y + 1, height - 1) * width;
      int out = y * halfWidth;
      for (int x = 0; x < width / 2; x++) {
        int left = 2 * x;
        double sum = plane[upper + left] + plane[upper + left + 1];
        plane[out + x] = (sum + plane[lower + left] + plane[lower + left + 1]) / 4;
      }
      if (halfWidth > width / 2) {
        plane[out + halfWidth - 1] = (plane[upper + width - 1] + plane[lower + width - 1]) / 2;
      }
    }
  }

  private static int half(int length) {
    return (length + 1) / 2;
  }

  private static double power(double mean, double weight) {
    return Math.pow(Math.max(0, mean), weight);
  }
}
