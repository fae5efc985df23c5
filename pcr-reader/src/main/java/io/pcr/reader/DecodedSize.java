package io.pcr.reader;

import io.pcr.codecs.jpeg.DecodeOptions;

/**
 * The size of an image after decoding. Immutable and thread-safe.
 *
 * @param width of the result in pixels
 * @param height of the result in pixels
 * @param rowStride bytes from one row to the next
 * @param bytes that the buffer must have remaining
 */
public record DecodedSize(int width, int height, int rowStride, long bytes) {
  /**
   * Computes the decoded size of an image whose size is known.
   *
   * @throws IllegalArgumentException when the crop is not inside the scaled image, or the row
   *     stride is less than a row
   */
  public static DecodedSize of(int width, int height, DecodeOptions options) {
    int scaledWidth = options.scale().of(width);
    int scaledHeight = options.scale().of(height);
    int outWidth = options.crop().map(DecodeOptions.Crop::width).orElse(scaledWidth);
    int outHeight = options.crop().map(DecodeOptions.Crop::height).orElse(scaledHeight);
    options
        .crop()
        .ifPresent(
            crop -> {
              if ((long) crop.x() + outWidth > scaledWidth
                  || (long) crop.y() + outHeight > scaledHeight) {
                throw new IllegalArgumentException(
                    crop + " is not inside " + scaledWidth + " x " + scaledHeight + " pixels");
              }
            });
    long row = options.format().rowBytes(outWidth);
    long stride = options.rowStride() == 0 ? row : options.rowStride();
    if (stride < row || stride > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("rowStride " + stride + " for rows of " + row + " bytes");
    }
    return new DecodedSize(outWidth, outHeight, (int) stride, stride * (outHeight - 1L) + row);
  }
}
