package io.pcr.reader;

import java.nio.ByteBuffer;

/**
 * What an image's file says of the image, beside its pixels. Immutable.
 *
 * @param width in pixels
 * @param height in pixels
 * @param orientation how it is to be turned to be seen upright, 1 to 8 as EXIF numbers the ways; 0
 *     when the file does not say. Nothing in this library turns an image by itself.
 * @param iccProfile the colour profile, read-only; empty when there is none
 */
public record ImageFacts(int width, int height, int orientation, ByteBuffer iccProfile) {
  public ImageFacts {
    iccProfile = iccProfile.asReadOnlyBuffer();
  }

  /** A view of its own, so that positions are not shared. */
  @Override
  public ByteBuffer iccProfile() {
    return iccProfile.duplicate();
  }
}
