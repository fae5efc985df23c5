package io.pcr.codecs.internal.synthetic;

/** Luma and two colour differences a pixel, in planes; luma 0 to 1, differences about 0. */
final class Canvas {
  private static final long MAX_PIXELS = 1L << 28;

  final int width;
  final int height;
  final float[] luma;
  final float[] blue;
  final float[] red;

  Canvas(int width, int height) {
    if (width < 1 || height < 1 || (long) width * height > MAX_PIXELS) {
      throw new IllegalArgumentException("a picture of " + width + " x " + height + " pixels");
    }
    this.width = width;
    this.height = height;
    int pixels = width * height;
    luma = new float[pixels];
    blue = new float[pixels];
    red = new float[pixels];
  }

  /** Covers a pixel with a paint of the given opacity. */
  void blend(int pixel, float opacity, float y, float b, float r) {
    luma[pixel] += opacity * (y - luma[pixel]);
    blue[pixel] += opacity * (b - blue[pixel]);
    red[pixel] += opacity * (r - red[pixel]);
  }
}
