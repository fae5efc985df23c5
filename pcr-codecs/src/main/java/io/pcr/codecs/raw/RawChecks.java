package io.pcr.codecs.raw;

import io.pcr.codecs.CodecException;
import io.pcr.codecs.ImageInfo;
import io.pcr.codecs.PixelFormat;
import io.pcr.format.error.FieldLocation;
import java.nio.ByteBuffer;

/** The bounds that every raw image must keep before a pixel of it is read or written. */
final class RawChecks {
  private final String format;
  private final String name;

  RawChecks(String format, String name) {
    this.format = format;
    this.name = name;
  }

  /** The product of two sizes, or the largest long where that overflows. */
  static long product(long a, long b) {
    return Math.multiplyHigh(a, b) != 0 || a * b < 0 ? Long.MAX_VALUE : a * b;
  }

  CodecException corrupt(String field, long offset, String message) {
    return new CodecException(CodecException.Reason.CORRUPT, at(field, offset), message);
  }

  CodecException unsupported(String field, long offset, String message) {
    return new CodecException(CodecException.Reason.UNSUPPORTED, at(field, offset), message);
  }

  private FieldLocation at(String field, long offset) {
    return new FieldLocation(format + "." + field, offset, name);
  }

  void length(String field, long offset, long needed, long available) throws CodecException {
    if (available < needed) {
      throw corrupt(field, offset, "truncated: needs " + needed + " bytes, there are " + available);
    }
  }

  void pixels(ImageInfo info, long maxPixels) throws CodecException {
    if (info.pixels() > maxPixels) {
      throw CodecException.limit(at("size", 0), "pixels", info.pixels(), maxPixels);
    }
  }

  void room(ImageInfo info, PixelFormat pixelFormat, ByteBuffer out) throws CodecException {
    room(info.bytes(pixelFormat), out);
  }

  void room(long bytes, ByteBuffer out) throws CodecException {
    if (bytes > out.remaining()) {
      throw CodecException.limit(at("pixels", 0), "bytes of output", bytes, out.remaining());
    }
  }

  /** The pixels handed to an encoder must be there, and the result must fit. */
  static void encodable(ImageInfo info, PixelFormat pixelFormat, ByteBuffer pixels) {
    if (pixels.remaining() < info.bytes(pixelFormat)) {
      throw new IllegalArgumentException(
          "the image has " + info.bytes(pixelFormat) + " bytes, given " + pixels.remaining());
    }
  }

  static void fits(long encodedLength, ByteBuffer out) {
    if (out.remaining() < encodedLength) {
      throw new IllegalArgumentException(
          "needs " + encodedLength + " bytes, the buffer has room for " + out.remaining());
    }
  }
}
