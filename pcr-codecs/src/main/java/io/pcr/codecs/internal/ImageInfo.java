package io.pcr.codecs.internal;

import io.pcr.codecs.PixelFormat;

/**
 * What a header says about an image, before any pixel is decoded.
 *
 * @param width in pixels, at least 1
 * @param height in pixels, at least 1
 * @param channels as stored, 1 to 4: grey, grey with alpha, colour, colour with alpha (or four
 *     inks)
 */
public record ImageInfo(int width, int height, int channels) {
  private static final int MAX_CHANNELS = 4;

  public ImageInfo {
    if (width < 1 || height < 1) {
      throw new IllegalArgumentException("image of " + width + " x " + height + " pixels");
    }
    if (channels < 1 || channels > MAX_CHANNELS) {
      throw new IllegalArgumentException("image of " + channels + " channels");
    }
  }

  public long pixels() {
    return (long) width * height;
  }

  /** The bytes that the decoded image takes in a format. */
  public long bytes(PixelFormat format) {
    return format.imageBytes(width, height);
  }

  /** The format that keeps all of the image's colour. */
  public PixelFormat naturalFormat() {
    return channels <= 2 ? PixelFormat.GREY : PixelFormat.RGB;
  }
}
