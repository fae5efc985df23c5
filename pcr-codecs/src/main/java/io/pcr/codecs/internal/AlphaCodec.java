package io.pcr.codecs.internal;

import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;

/** Reads images of a format that can be transparent. As {@link ImageCodec} in all else. */
public interface AlphaCodec extends ImageCodec {
  /** Bytes of a pixel: red, green, blue, and alpha, which is not multiplied into the others. */
  int RGBA_CHANNELS = 4;

  /**
   * Decodes the whole image with its transparency, to 8 bits a channel. Alpha is 255, opaque, where
   * the image has none.
   *
   * @param out direct; receives four bytes a pixel at its position, which advances past them. Its
   *     content is undefined, and its position unchanged, after an exception
   * @throws PcrException as {@link ImageCodec#decode}
   */
  void decodeRgba(ByteBuffer image, String name, ByteBuffer out) throws PcrException;
}
