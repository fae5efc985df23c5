package io.pcr.codecs.internal.jpeg;

import io.pcr.codecs.internal.JpegSession;

/**
 * What the scans of an image cost and bring, and how much of it groups along slopes have brought so
 * far. It holds some twenty kilobytes, and not the image. For one thread.
 */
final class ExaminedImage {
  private final byte[] examined;

  /** Takes the array over. */
  ExaminedImage(byte[] examined) {
    this.examined = examined;
  }

  /** Predicted MS-SSIM with one group more, along a slope. The group is not brought. */
  double qualityAlong(int slope) {
    return ChosenScans.quality(JpegSession.bringAlong(examined.clone(), slope));
  }

  /** Brings one group along a slope. */
  void bringAlong(int slope) {
    JpegSession.bringAlong(examined, slope);
  }
}
