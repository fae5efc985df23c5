package io.pcr.reader;

import java.nio.ByteBuffer;

/**
 * What an image file says about its image, in addition to the pixels. Immutable.
 *
 * @param width in pixels
 * @param height in pixels
 * @param orientation how a viewer must turn the image to show it upright: 1 to 8, numbered as in
 *     EXIF, or 0 when the file does not say. This library never turns an image itself.
 * @param iccProfile the colour profile, read-only; empty when there is none
 */
public record ImageFacts(int width, int height, int orientation, ByteBuffer iccProfile) {
  public ImageFacts {
    iccProfile = iccProfile.asReadOnlyBuffer();
  }

  /** Returns a new view at each call, so that callers do not share a position. */
  @Override
  public ByteBuffer iccProfile() {
    return iccProfile.duplicate();
  }
}
