package io.pcr.writer.encode;

import io.pcr.codecs.CodecException;
import io.pcr.codecs.raw.PnmCodec;
import io.pcr.format.media.MediaType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Finds files that hold more than 8-bit grey or RGB can show, where the number of channels does not
 * tell. Files have been decoded before, so that their structure holds.
 */
final class HiddenPixels {
  private static final int BYTE_MAX = 255;

  private static final int PNG_FIRST_CHUNK = 8;
  private static final int PNG_DEPTH_OFFSET = 24;
  private static final int PNG_CHUNK_TYPE_OFFSET = 4;
  private static final int PNG_CHUNK_FRAME = 12;
  private static final int PNG_IDAT = 0x49444154;
  private static final int PNG_TRNS = 0x74524e53;
  private static final int PNG_ACTL = 0x6163544c;

  private static final int BMP_BITS_OFFSET = 28;
  private static final int BMP_BITS_WITH_ALPHA = 32;

  private HiddenPixels() {}

  static boolean hasMore(MediaType type, ByteBuffer file, String name) throws CodecException {
    return switch (type) {
      case PNG -> hasMoreThanRgb(file.slice());
      case BMP -> bmpBits(file.slice().order(ByteOrder.LITTLE_ENDIAN)) == BMP_BITS_WITH_ALPHA;
      case PNM -> PnmCodec.maxValue(file, name) > BYTE_MAX;
      default -> false;
    };
  }

  /** The oldest headers are shorter and have no such depth. */
  private static int bmpBits(ByteBuffer bmp) {
    return bmp.limit() < BMP_BITS_OFFSET + Short.BYTES ? 0 : bmp.getShort(BMP_BITS_OFFSET);
  }

  /** 16 bits a sample, a transparent colour, or frames that follow the first. */
  private static boolean hasMoreThanRgb(ByteBuffer png) {
    if (png.get(PNG_DEPTH_OFFSET) > Byte.SIZE) {
      return true;
    }
    long chunk = PNG_FIRST_CHUNK;
    while (chunk + PNG_CHUNK_FRAME <= png.limit()) {
      int type = png.getInt((int) chunk + PNG_CHUNK_TYPE_OFFSET);
      if (type == PNG_TRNS || type == PNG_ACTL) {
        return true;
      }
      if (type == PNG_IDAT) {
        return false;
      }
      chunk += PNG_CHUNK_FRAME + Integer.toUnsignedLong(png.getInt((int) chunk));
    }
    return false;
  }
}
