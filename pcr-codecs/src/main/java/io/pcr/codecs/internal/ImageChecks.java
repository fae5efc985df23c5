package io.pcr.codecs.internal;

import io.pcr.codecs.PixelFormat;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;

/**
 * The bounds that every image must keep before a pixel of it is read or written, and the errors of
 * all codecs. Immutable.
 *
 * @param format the codec's name for it, with which the fields of its errors begin
 * @param name of the image, for errors
 */
public record ImageChecks(String format, String name) {
  /** The product of two sizes, or the largest long where that overflows. */
  public static long product(long a, long b) {
    return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
  }

  public PcrException corrupt(String field, long offset, String words) {
    return PcrException.Corrupt.image(at(field, offset), words);
  }

  public PcrException unsupported(String field, long offset, String words) {
    return PcrException.Unsupported.image(at(field, offset), words);
  }

  /** Throws what native code says, unless it is content. */
  public void outcome(int reason, String field, String words) throws PcrException {
    NativeReason known = NativeReason.of(reason);
    if (known != NativeReason.NONE) {
      throw known.at(at(field, 0), words);
    }
  }

  private FieldLocation at(String field, long offset) {
    return new FieldLocation(format + "." + field, offset, name);
  }

  public void length(String field, long offset, long needed, long available) throws PcrException {
    if (available < needed) {
      throw corrupt(field, offset, "truncated: needs " + needed + " bytes, there are " + available);
    }
  }

  /** Before sizes that only a limit bounds are narrowed to an {@link ImageInfo}. */
  public void pixels(long pixels, long maxPixels) throws PcrException {
    if (pixels > maxPixels) {
      throw new PcrException.LimitExceeded(at("size", 0), Limit.PIXELS, pixels, maxPixels);
    }
  }

  /** The decoded image must fit. */
  public void room(long bytes, ByteBuffer out) throws PcrException {
    if (bytes > out.remaining()) {
      throw new PcrException.LimitExceeded(
          at("pixels", 0), Limit.OUTPUT_ROOM, bytes, out.remaining());
    }
  }

  /** The bytes of the pixels handed to an encoder, which must be there. */
  public static long encodable(ImageInfo info, PixelFormat pixelFormat, ByteBuffer pixels) {
    long bytes = info.bytes(pixelFormat);
    if (pixels.remaining() < bytes) {
      throw new IllegalArgumentException(
          "the image has " + bytes + " bytes, given " + pixels.remaining());
    }
    return bytes;
  }

  /** An encoded image whose length is known must fit. */
  public static void fits(long encodedLength, ByteBuffer out) {
    if (out.remaining() < encodedLength) {
      throw new IllegalArgumentException(
          "needs " + encodedLength + " bytes, the buffer has room for " + out.remaining());
    }
  }
}
