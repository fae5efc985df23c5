package io.pcr.reader.decode;

import io.pcr.reader.decode.BatchShape.Layout;
import java.nio.ByteBuffer;

/**
 * Brings an image to the size and layout of a batch by bilinear interpolation, in fixed point so
 * that every machine gives the same bytes. Keeps its tables between calls; for one thread.
 */
final class Resampler {
  private static final int BITS = 11;
  private static final int ONE = 1 << BITS;
  private static final int HALF_OF_SQUARE = 1 << (2 * BITS - 1);

  private final BatchShape shape;
  private final int[] left;
  private final int[] right;
  private final int[] weight;
  private byte[] upper = new byte[0];
  private byte[] lower = new byte[0];
  private final byte[] row;

  Resampler(BatchShape shape) {
    this.shape = shape;
    this.left = new int[shape.width()];
    this.right = new int[shape.width()];
    this.weight = new int[shape.width()];
    this.row = new byte[shape.width() * shape.format().channels()];
  }

  /**
   * Resamples.
   *
   * @param pixels rows without padding from index 0, in the batch's format
   * @param out filled at {@code at}
   */
  void resample(ByteBuffer pixels, int width, int height, ByteBuffer out, int at) {
    int channels = shape.format().channels();
    int stride = width * channels;
    if (upper.length < stride) {
      upper = new byte[stride];
      lower = new byte[stride];
    }
    boolean sameSize = width == shape.width() && height == shape.height();
    prepareColumns(width, channels);
    int loaded = -1;
    for (int y = 0; y < shape.height(); y++) {
      if (sameSize) {
        pixels.get(y * stride, row);
      } else {
        long centre = centre(y, height, shape.height());
        int top = (int) (centre >> BITS);
        if (top != loaded) {
          pixels.get(top * stride, upper, 0, stride);
          pixels.get(Math.min(top + 1, height - 1) * stride, lower, 0, stride);
          loaded = top;
        }
        blendRow((int) (centre & (ONE - 1)), channels);
      }
      write(y, out, at, channels);
    }
  }

  /**
   * Where the centre of an output pixel falls, in input pixels counted from the first one's centre.
   */
  private static long centre(int index, int in, int out) {
    long centre = ((2L * index + 1) * in * ONE) / (2L * out) - ONE / 2;
    return Math.max(0, Math.min(centre, (long) (in - 1) * ONE));
  }

  private void prepareColumns(int width, int channels) {
    for (int x = 0; x < shape.width(); x++) {
      long centre = centre(x, width, shape.width());
      int column = (int) (centre >> BITS);
      left[x] = column * channels;
      right[x] = Math.min(column + 1, width - 1) * channels;
      weight[x] = (int) (centre & (ONE - 1));
    }
  }

  private void blendRow(int down, int channels) {
    int up = ONE - down;
    int to = 0;
    for (int x = 0; x < shape.width(); x++) {
      int a = left[x];
      int b = right[x];
      int w = weight[x];
      for (int c = 0; c < channels; c++) {
        int first = (upper[a + c] & 0xFF) * (ONE - w) + (upper[b + c] & 0xFF) * w;
        int second = (lower[a + c] & 0xFF) * (ONE - w) + (lower[b + c] & 0xFF) * w;
        row[to++] = (byte) ((first * up + second * down + HALF_OF_SQUARE) >>> (2 * BITS));
      }
    }
  }

  private void write(int y, ByteBuffer out, int at, int channels) {
    if (channels == 1 || shape.layout() == Layout.NHWC) {
      out.put(at + y * row.length, row);
      return;
    }
    int plane = shape.width() * shape.height();
    for (int c = 0; c < channels; c++) {
      int to = at + c * plane + y * shape.width();
      for (int x = 0, from = c; x < shape.width(); x++, from += channels) {
        out.put(to + x, row[from]);
      }
    }
  }
}
