package io.pcr.codecs.internal;

import io.pcr.codecs.PixelFormat;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;

/**
 * Reads images of one format. Input lies between a buffer's position and its limit, may be heap,
 * direct or read-only, and is left as it was found, position included. Implementations keep no
 * reference to any buffer after they return, and are thread-safe.
 */
public interface ImageCodec {
  /**
   * Reads the header.
   *
   * @param name of the image, for error messages
   * @throws PcrException when the header is damaged, of another format, or asks for more pixels
   *     than the codec's limit
   */
  ImageInfo info(ByteBuffer image, String name) throws PcrException;

  /**
   * Decodes the whole image. Grey from colour is the luma of JPEG; colour from grey repeats it.
   *
   * @param out direct; receives {@code info.bytes(format)} bytes at its position, which advances
   *     past them. Its content is undefined, and its position unchanged, after an exception
   * @throws PcrException when the image is damaged, of a kind that the codec does not take, or
   *     larger than the codec's limit or {@code out}
   */
  void decode(ByteBuffer image, String name, PixelFormat format, ByteBuffer out)
      throws PcrException;
}
