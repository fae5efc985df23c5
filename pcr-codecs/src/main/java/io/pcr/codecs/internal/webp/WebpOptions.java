package io.pcr.codecs.internal.webp;

/**
 * How a WebP is compressed.
 *
 * @param lossless every pixel comes back; false
 * @param quality 0 to 100; when lossless, the effort; 75
 * @param method 0 (fast) to 6 (small); 4
 */
public record WebpOptions(boolean lossless, float quality, int method) {
  private static final int DEFAULT_METHOD = 4;
  private static final float DEFAULT_EFFORT = 75;

  public WebpOptions {
    if (!(quality >= 0 && quality <= 100)) {
      throw new IllegalArgumentException("WebP quality " + quality + " is not in 0..100");
    }
    if (method < 0 || method > 6) {
      throw new IllegalArgumentException("WebP method " + method + " is not in 0..6");
    }
  }

  /** Lossy at a quality. */
  public static WebpOptions lossy(float quality) {
    return new WebpOptions(false, quality, DEFAULT_METHOD);
  }

  /** Lossless. */
  public static WebpOptions losslessly() {
    return new WebpOptions(true, DEFAULT_EFFORT, DEFAULT_METHOD);
  }

  /** These options with another method. */
  public WebpOptions withMethod(int value) {
    return new WebpOptions(lossless, quality, value);
  }
}
