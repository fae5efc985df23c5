package io.pcr.writer.encode;

import io.pcr.codecs.AlphaCodec;
import io.pcr.codecs.ImageInfo;
import io.pcr.codecs.metadata.Frames;
import io.pcr.codecs.metadata.PngChunks;
import io.pcr.codecs.raw.PnmCodec;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import java.nio.ByteBuffer;

/**
 * What image files hold that one opaque picture of 8-bit grey or RGB does not show: further frames,
 * transparency, finer samples. Of kinds that a codec here reads; stateless.
 */
final class PictureTraits {
  private static final int BYTE_MAX = 255;
  private static final int PNG_DEPTH_OFFSET = 24;

  private PictureTraits() {}

  /** Whether there is more than one frame. */
  static boolean isAnimated(MediaType type, ByteBuffer file, String name) throws PcrException {
    return type == MediaType.PNM
        ? PnmCodec.hasMoreImages(file, name)
        : Frames.areSeveral(type, file);
  }

  /** Whether the file has a place for transparency; only its pixels tell whether it uses it. */
  static boolean mayBeTransparent(MediaType type, ByteBuffer file, ImageInfo info) {
    boolean hasChannel = info.channels() == 2 || info.channels() == AlphaCodec.RGBA_CHANNELS;
    return hasChannel || (type == MediaType.PNG && hasTransparentColour(file));
  }

  private static boolean hasTransparentColour(ByteBuffer png) {
    PngChunks chunks = new PngChunks(png);
    while (chunks.next() && chunks.type() != PngChunks.IDAT) {
      if (chunks.type() == PngChunks.TRNS) {
        return true;
      }
    }
    return false;
  }

  /** Whether a pixel of decoded RGBA is not opaque. */
  static boolean isTransparent(ByteBuffer rgba) {
    int last = AlphaCodec.RGBA_CHANNELS - 1;
    for (int at = rgba.position() + last; at < rgba.limit(); at += AlphaCodec.RGBA_CHANNELS) {
      if (rgba.get(at) != (byte) BYTE_MAX) {
        return true;
      }
    }
    return false;
  }

  /** Whether samples have more than 8 bits. Files have been decoded before. */
  static boolean isDeep(MediaType type, ByteBuffer file, String name) throws PcrException {
    return switch (type) {
      case PNG -> file.get(file.position() + PNG_DEPTH_OFFSET) > Byte.SIZE;
      case PNM -> PnmCodec.maxValue(file, name) > BYTE_MAX;
      default -> false;
    };
  }
}
