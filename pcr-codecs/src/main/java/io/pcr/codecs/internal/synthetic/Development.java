package io.pcr.codecs.internal.synthetic;

import io.pcr.codecs.PixelFormat;
import java.nio.ByteBuffer;

/** What a camera does at the end: sensor noise, clipping to 8 bits, interleaving. */
final class Development {
  private static final float NOISE = 5f / 255;
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private final Canvas canvas;
  private long state;

  Development(long seed, Canvas canvas) {
    this.canvas = canvas;
    this.state = seed * GOLDEN_GAMMA;
  }

  void grey(ByteBuffer out) {
    byte[] row = new byte[canvas.width];
    for (int y = 0; y < canvas.height; y++) {
      for (int x = 0; x < canvas.width; x++) {
        row[x] = clip(canvas.luma[y * canvas.width + x] + noise());
      }
      out.put(row);
    }
  }

  void rgb(ByteBuffer out) {
    int channels = PixelFormat.RGB.channels();
    byte[] row = new byte[canvas.width * channels];
    for (int y = 0; y < canvas.height; y++) {
      for (int x = 0; x < canvas.width; x++) {
        int pixel = y * canvas.width + x;
        float luma = canvas.luma[pixel] + noise();
        float red = canvas.red[pixel] * 1.402f;
        float blue = canvas.blue[pixel] * 1.772f;
        row[x * channels] = clip(luma + red);
        row[x * channels + 1] = clip(luma - 0.5094f * red - 0.1942f * blue);
        row[x * channels + 2] = clip(luma + blue);
      }
      out.put(row);
    }
  }

  /** The sum of four bytes of a counter's hash: close to normal, and quick. */
  private float noise() {
    state += GOLDEN_GAMMA;
    long mixed = (state ^ state >>> 32) * 0xD6E8FEB86659FD93L;
    int bits = (int) (mixed >>> 32);
    int sum = (bits & 0xFF) + (bits >>> 8 & 0xFF) + (bits >>> 16 & 0xFF) + (bits >>> 24);
    return (sum - 510) * (NOISE / 148);
  }

  private static byte clip(float value) {
    return (byte) Math.round(Math.max(0, Math.min(255, value * 255)));
  }
}
