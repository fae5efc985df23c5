package io.pcr.conformance.decode;

import io.pcr.codecs.jpeg.DecodeOptions.Crop;
import java.util.Arrays;

/** Rows of pixels without padding. */
final class Picture {
  private final int width;
  private final int height;
  private final byte[] pixels;

  Picture(int width, int height, byte[] pixels) {
    this.width = width;
    this.height = height;
    this.pixels = pixels;
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  byte[] pixels() {
    return pixels;
  }

  /** What a crop must show. */
  byte[] part(Crop crop) {
    int channels = pixels.length / (width * height);
    int row = crop.width() * channels;
    byte[] part = new byte[row * crop.height()];
    for (int y = 0; y < crop.height(); y++) {
      int from = ((crop.y() + y) * width + crop.x()) * channels;
      System.arraycopy(pixels, from, part, y * row, row);
    }
    return part;
  }

  /** The number of values that differ, and where the first does: for a message. */
  static String difference(byte[] expected, byte[] actual) {
    if (expected.length != actual.length) {
      return expected.length + " values and " + actual.length;
    }
    long unlike = 0;
    for (int i = 0; i < expected.length; i++) {
      unlike += expected[i] == actual[i] ? 0 : 1;
    }
    int first = Arrays.mismatch(expected, actual);
    return unlike + " of " + expected.length + " values differ, the first is number " + first;
  }
}
