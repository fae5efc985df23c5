package io.pcr.codecs.internal;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.memory.NativeBuffers;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.natives.NativeLibrary;
import java.nio.ByteBuffer;

/**
 * What codecs over a native library have in common: which buffers it is given, the limit on pixels
 * before anything is decoded, the room for the result. Stateless and thread-safe.
 */
public abstract class NativeImageCodec implements AlphaCodec {
  private final String format;
  private final NativeLibrary library;
  private final long maxPixels;

  protected NativeImageCodec(String format, NativeLibrary library, Limits limits) {
    this.format = format;
    this.library = library;
    this.maxPixels = limits.pixels();
  }

  /** What a header says, unchecked. */
  public record Header(long width, long height, int channels) {}

  /**
   * Reads the header.
   *
   * @param image as native code can take it
   */
  protected abstract Header header(ByteBuffer image, ImageChecks checks) throws PcrException;

  /**
   * Decodes the image.
   *
   * @param image as native code can take it
   * @param out that has room for {@code bytes}
   * @param bytes of the header's pixels with these channels
   */
  protected abstract void decode(
      ByteBuffer image, int channels, ByteBuffer out, long bytes, ImageChecks checks)
      throws PcrException;

  @Override
  public final ImageInfo info(ByteBuffer image, String name) throws PcrException {
    return info(NativeBuffers.input(image), new ImageChecks(format, name));
  }

  private ImageInfo info(ByteBuffer image, ImageChecks checks) throws PcrException {
    library.requireUnchecked();
    Header header = header(image, checks);
    checks.pixels(ImageChecks.product(header.width, header.height), maxPixels);
    return new ImageInfo((int) header.width, (int) header.height, header.channels);
  }

  @Override
  public final void decode(ByteBuffer image, String name, PixelFormat pixelFormat, ByteBuffer out)
      throws PcrException {
    decode(image, name, pixelFormat.channels(), out);
  }

  @Override
  public final void decodeRgba(ByteBuffer image, String name, ByteBuffer out) throws PcrException {
    decode(image, name, RGBA_CHANNELS, out);
  }

  private void decode(ByteBuffer image, String name, int channels, ByteBuffer out)
      throws PcrException {
    ImageChecks checks = new ImageChecks(format, name);
    ByteBuffer room = NativeBuffers.output(out);
    ByteBuffer input = NativeBuffers.input(image);
    long bytes = ImageChecks.product(info(input, checks).pixels(), channels);
    checks.room(bytes, room);
    decode(input, channels, room, bytes, checks);
    out.position(out.position() + (int) bytes);
  }

  /** A native encoder. */
  protected interface Encoder {
    /** The bytes written, or a negative error. */
    long encode(ByteBuffer pixels, ByteBuffer out);
  }

  /**
   * Encodes into a buffer, whose position advances past the result.
   *
   * @return 0, or the encoder's error
   */
  protected static int encode(
      NativeLibrary library,
      ImageInfo info,
      PixelFormat pixelFormat,
      ByteBuffer pixels,
      ByteBuffer out,
      Encoder encoder) {
    ByteBuffer room = NativeBuffers.output(out);
    ImageChecks.encodable(info, pixelFormat, pixels);
    ByteBuffer input = NativeBuffers.input(pixels);
    library.requireUnchecked();
    long length = encoder.encode(input, room);
    if (length < 0) {
      return (int) -length;
    }
    out.position(out.position() + (int) length);
    return 0;
  }
}
