package io.pcr.codecs.jpeg;

/**
 * Which of the source's application markers and comments a transcode keeps. JFIF and Adobe markers
 * are not subject to it: they say what the components mean, and are there exactly when the source
 * has them (a JFIF thumbnail is dropped).
 */
public enum MarkerPolicy {
  /** None. */
  NONE(0),
  /**
   * What changes how the image is to be shown: an EXIF block that holds the orientation alone, when
   * that is not 1, and an ICC profile that is complete and small enough.
   */
  ESSENTIAL(1),
  /** All of them, gathered in the header in their order. */
  ALL(2);

  private final int nativeValue;

  MarkerPolicy(int nativeValue) {
    this.nativeValue = nativeValue;
  }

  public int nativeValue() {
    return nativeValue;
  }
}
