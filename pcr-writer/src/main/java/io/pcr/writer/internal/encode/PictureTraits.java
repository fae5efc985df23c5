package io.pcr.writer.internal.encode;

import io.pcr.codecs.internal.AlphaCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.codecs.internal.image.ImageFormat;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What image files hold that one opaque picture of 8-bit grey or RGB does not show: further frames,
 * transparency, finer samples. Of kinds that a codec here reads; stateless.
 */
final class PictureTraits {
  private static final int BYTE_MAX = 255;

  private PictureTraits() {}

  /** Whether there is more than one frame. */
  static boolean isAnimated(MediaType type, ByteBuffer file, String name) throws PcrException {
    Optional<ImageFormat> format = ImageCodecs.format(type);
    return format.isPresent() && format.get().hasSeveralFrames(file, name);
  }

  /** Whether the file has a place for transparency; only its pixels tell whether it uses it. */
  static boolean mayBeTransparent(MediaType type, ByteBuffer file, ImageInfo info) {
    return ImageCodecs.format(type)
        .map(format -> format.mayBeTransparent(file, info))
        .orElse(false);
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
    Optional<ImageFormat> format = ImageCodecs.format(type);
    return format.isPresent() && format.get().isDeep(file, name);
  }
}
