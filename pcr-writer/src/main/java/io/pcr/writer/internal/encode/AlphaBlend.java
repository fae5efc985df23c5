package io.pcr.writer.internal.encode;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.AlphaCodec;
import java.nio.ByteBuffer;

/** Puts transparent pixels over a colour. Stateless. */
final class AlphaBlend {
  private static final int MAX = 255;

  private AlphaBlend() {}

  /**
   * Turns RGBA into RGB, in place: a pixel's result stands before what is still to be read.
   *
   * @param rgba from position to limit; its limit becomes the end of the result
   * @param background 0xRRGGBB
   */
  static void over(int background, ByteBuffer rgba) {
    int channels = PixelFormat.RGB.channels();
    int start = rgba.position();
    int pixels = rgba.remaining() / AlphaCodec.RGBA_CHANNELS;
    for (int i = 0; i < pixels; i++) {
      int from = start + AlphaCodec.RGBA_CHANNELS * i;
      int alpha = rgba.get(from + channels) & MAX;
      for (int c = 0; c < channels; c++) {
        int behind = (background >> (Byte.SIZE * (channels - 1 - c))) & MAX;
        int own = rgba.get(from + c) & MAX;
        int blended = (own * alpha + behind * (MAX - alpha) + MAX / 2) / MAX;
        rgba.put(start + channels * i + c, (byte) blended);
      }
    }
    rgba.limit(start + channels * pixels);
  }
}
