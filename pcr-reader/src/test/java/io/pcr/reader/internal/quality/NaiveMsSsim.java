package io.pcr.reader.internal.quality;

import io.pcr.codecs.PixelFormat;
import java.nio.ByteBuffer;

/**
 * MS-SSIM as it is defined, pixel by pixel with a square window, so slow that nothing in it had to
 * be thought of twice. It shares no code with the fast one.
 */
public final class NaiveMsSsim {
  private static final double[] WEIGHTS = {0.0448, 0.2856, 0.3001, 0.2363, 0.1333};

  private NaiveMsSsim() {}

  public static double compare(
      ByteBuffer a, ByteBuffer b, int width, int height, PixelFormat format) {
    double[][][] first = image(a, width, height, format.channels());
    double[][][] second = image(b, width, height, format.channels());
    double result = 1;
    for (int scale = 0; scale < WEIGHTS.length; scale++) {
      double[] means = ssimAndContrast(first, second);
      double mean = scale == WEIGHTS.length - 1 ? means[0] : means[1];
      result *= Math.pow(Math.max(mean, 0), WEIGHTS[scale]);
      first = downsample(first);
      second = downsample(second);
    }
    return result;
  }

  private static double[][][] image(ByteBuffer bytes, int width, int height, int channels) {
    double[][][] image = new double[height][width][channels];
    for (int i = 0; i < width * height * channels; i++) {
      image[i / channels / width][i / channels % width][i % channels] =
          Byte.toUnsignedInt(bytes.get(bytes.position() + i));
    }
    return image;
  }

  private static double[] ssimAndContrast(double[][][] a, double[][][] b) {
    int size = Math.min(11, Math.min(a.length, a[0].length));
    double[][] window = window(size);
    double c1 = Math.pow(0.01 * 255, 2);
    double c2 = Math.pow(0.03 * 255, 2);
    double ssim = 0;
    double contrast = 0;
    int count = 0;
    for (int y = 0; y + size <= a.length; y++) {
      for (int x = 0; x + size <= a[0].length; x++) {
        for (int c = 0; c < a[0][0].length; c++) {
          double meanA = 0;
          double meanB = 0;
          for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
              meanA += window[j][i] * a[y + j][x + i][c];
              meanB += window[j][i] * b[y + j][x + i][c];
            }
          }
          double varianceA = 0;
          double varianceB = 0;
          double covariance = 0;
          for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
              double fromA = a[y + j][x + i][c] - meanA;
              double fromB = b[y + j][x + i][c] - meanB;
              varianceA += window[j][i] * fromA * fromA;
              varianceB += window[j][i] * fromB * fromB;
              covariance += window[j][i] * fromA * fromB;
            }
          }
          double cs = (2 * covariance + c2) / (varianceA + varianceB + c2);
          contrast += cs;
          ssim += cs * (2 * meanA * meanB + c1) / (meanA * meanA + meanB * meanB + c1);
          count++;
        }
      }
    }
    return new double[] {ssim / count, contrast / count};
  }

  private static double[][] window(int size) {
    double deviation = 1.5 * size / 11;
    double[][] window = new double[size][size];
    double sum = 0;
    for (int j = 0; j < size; j++) {
      for (int i = 0; i < size; i++) {
        double dy = j - (size - 1) * 0.5;
        double dx = i - (size - 1) * 0.5;
        window[j][i] = Math.exp(-(dx * dx + dy * dy) / (2 * deviation * deviation));
        sum += window[j][i];
      }
    }
    for (double[] row : window) {
      for (int i = 0; i < size; i++) {
        row[i] /= sum;
      }
    }
    return window;
  }

  private static double[][][] downsample(double[][][] image) {
    int height = image.length;
    int width = image[0].length;
    double[][][] half = new double[(height + 1) / 2][(width + 1) / 2][image[0][0].length];
    for (int y = 0; y < half.length; y++) {
      for (int x = 0; x < half[0].length; x++) {
        for (int c = 0; c < half[0][0].length; c++) {
          int right = Math.min(2 * x + 1, width - 1);
          int below = Math.min(2 * y + 1, height - 1);
          half[y][x][c] =
              0.25 * image[2 * y][2 * x][c]
                  + 0.25 * image[2 * y][right][c]
                  + 0.25 * image[below][2 * x][c]
                  + 0.25 * image[below][right][c];
        }
      }
    }
    return half;
  }
}
