package io.pcr.codecs;

/**
 * How decoded pixels lie in a buffer: 8 bits a channel, channels interleaved, rows from the top
 * without padding between them.
 */
public enum PixelFormat {
  /** One byte of luma a pixel. */
  GREY(1),
  /** Red, green, blue. */
  RGB(3);

  private final int channels;

  PixelFormat(int channels) {
    this.channels = channels;
  }

  public int channels() {
    return channels;
  }

  /** The bytes that one row takes. */
  public long rowBytes(int width) {
    return (long) width * channels;
  }

  /**
   * The bytes that an image takes.
   *
   * @throws ArithmeticException when they do not fit into a long
   */
  public long imageBytes(int width, int height) {
    return Math.multiplyExact(rowBytes(width), (long) height);
  }
}
