package io.pcr.codecs.internal.render;

/**
 * A part of an image that is to be rendered, in the image's pixels; its edges can be between them.
 *
 * @param width more than 0; the part is inside the image
 * @param flipped whether the result is flipped from left to right
 * @param at where the result begins in the output
 */
public record RenderedView(
    double x, double y, double width, double height, boolean flipped, int at) {

  /** Makes sure that it is inside an image of this size. */
  void requireInside(int imageWidth, int imageHeight) {
    boolean isInside =
        x >= 0 && y >= 0 && width > 0 && height > 0 && x < imageWidth && y < imageHeight;
    if (!isInside) {
      throw new IllegalArgumentException(
          width
              + " x "
              + height
              + " at "
              + x
              + ", "
              + y
              + " of "
              + imageWidth
              + " x "
              + imageHeight);
    }
  }
}
