package io.pcr.codecs.internal.jpeg;

/** What a JPEG's components mean, as libjpeg understands its markers and component ids. */
public enum JpegColorSpace {
  UNKNOWN(0),
  GREY(1),
  RGB(2),
  YCBCR(3),
  CMYK(4),
  YCCK(5);

  private final int nativeValue;

  JpegColorSpace(int nativeValue) {
    this.nativeValue = nativeValue;
  }

  /** libjpeg's {@code J_COLOR_SPACE}. */
  int nativeValue() {
    return nativeValue;
  }

  static JpegColorSpace ofNative(long value) {
    for (JpegColorSpace space : values()) {
      if (space.nativeValue == value) {
        return space;
      }
    }
    return UNKNOWN;
  }
}
