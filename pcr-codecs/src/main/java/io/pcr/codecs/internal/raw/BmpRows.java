package io.pcr.codecs.internal.raw;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.AlphaCodec;
import io.pcr.codecs.internal.ImageChecks;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;

/** Turns the stored rows of one bitmap into pixels. */
final class BmpRows {
  private final BmpHeader header;
  private final PixelFormat format;
  private final ImageChecks checks;
  private final int width;
  private final byte[] stored;
  private final byte[] rgb;
  private final byte[] grey;

  BmpRows(BmpHeader header, PixelFormat format, ImageChecks checks) {
    this.header = header;
    this.format = format;
    this.checks = checks;
    width = header.info().width();
    stored = new byte[Math.toIntExact(header.stride())];
    rgb = new byte[Math.toIntExact(PixelFormat.RGB.rowBytes(width))];
    grey = new byte[format == PixelFormat.GREY ? width : 0];
  }

  /** Reads the row at an index of the image's buffer and appends its pixels to {@code out}. */
  void convert(ByteBuffer image, int index, ByteBuffer out) throws PcrException {
    toRgb(image, index);
    if (format == PixelFormat.RGB) {
      out.put(rgb);
    } else {
      toGrey();
      out.put(grey);
    }
  }

  private void toRgb(ByteBuffer image, int index) throws PcrException {
    image.get(index, stored);
    switch (header.bits()) {
      case BmpHeader.BITS_BGR -> {
        System.arraycopy(stored, 0, rgb, 0, rgb.length);
        swapRedAndBlue(rgb, rgb.length);
      }
      case BmpHeader.BITS_BGRX -> {
        for (int x = 0; x < width; x++) {
          rgb[3 * x] = stored[4 * x + 2];
          rgb[3 * x + 1] = stored[4 * x + 1];
          rgb[3 * x + 2] = stored[4 * x];
        }
      }
      default -> fromPalette(index - image.position());
    }
  }

  /** As {@link #convert}, with the alpha that stands in the fourth byte if the header says so. */
  void convertRgba(ByteBuffer image, int index, ByteBuffer out) throws PcrException {
    toRgb(image, index);
    boolean hasAlpha = header.info().channels() == AlphaCodec.RGBA_CHANNELS;
    for (int x = 0; x < width; x++) {
      byte alpha = hasAlpha ? stored[4 * x + 3] : (byte) 0xff;
      out.put(rgb[3 * x]).put(rgb[3 * x + 1]).put(rgb[3 * x + 2]).put(alpha);
    }
  }

  private void fromPalette(long offset) throws PcrException {
    BmpPalette palette = header.palette();
    int bits = header.bits();
    int perByte = Byte.SIZE / bits;
    int mask = (1 << bits) - 1;
    for (int x = 0; x < width; x++) {
      int shift = (perByte - 1 - x % perByte) * bits;
      int entry = stored[x / perByte] >> shift & mask;
      if (entry >= palette.size()) {
        throw checks.corrupt(
            "pixels",
            offset + x / perByte,
            "colour " + entry + " of a palette of " + palette.size());
      }
      palette.copy(entry, rgb, 3 * x);
    }
  }

  private void toGrey() {
    for (int x = 0; x < width; x++) {
      grey[x] = Luma.of(rgb[3 * x], rgb[3 * x + 1], rgb[3 * x + 2]);
    }
  }

  static void swapRedAndBlue(byte[] row, int length) {
    for (int i = 0; i < length; i += 3) {
      byte first = row[i];
      row[i] = row[i + 2];
      row[i + 2] = first;
    }
  }
}
