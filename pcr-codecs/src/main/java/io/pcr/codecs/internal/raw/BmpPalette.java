package io.pcr.codecs.internal.raw;

import java.nio.ByteBuffer;

/** The colours of a bitmap of at most 8 bits a pixel. */
final class BmpPalette {
  /** What bitmaps with more bits have. */
  static final BmpPalette NONE = new BmpPalette(new byte[0]);

  private static final int CHANNELS = 3;

  private final byte[] rgb;

  private BmpPalette(byte[] rgb) {
    this.rgb = rgb;
  }

  /** Reads entries of blue, green, red and a reserved byte; they are known to be there. */
  static BmpPalette read(ByteBuffer file, int start, int entries) {
    byte[] rgb = new byte[entries * CHANNELS];
    for (int i = 0; i < entries; i++) {
      int entry = start + i * BmpLayout.PALETTE_ENTRY_LENGTH;
      rgb[CHANNELS * i] = file.get(entry + 2);
      rgb[CHANNELS * i + 1] = file.get(entry + 1);
      rgb[CHANNELS * i + 2] = file.get(entry);
    }
    return new BmpPalette(rgb);
  }

  int size() {
    return rgb.length / CHANNELS;
  }

  boolean isGrey() {
    for (int i = 0; i < rgb.length; i += CHANNELS) {
      if (rgb[i] != rgb[i + 1] || rgb[i] != rgb[i + 2]) {
        return false;
      }
    }
    return rgb.length > 0;
  }

  /** Copies an entry's red, green and blue. */
  void copy(int entry, byte[] out, int index) {
    System.arraycopy(rgb, entry * CHANNELS, out, index, CHANNELS);
  }
}
