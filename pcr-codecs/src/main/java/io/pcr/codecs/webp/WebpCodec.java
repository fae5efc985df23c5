package io.pcr.codecs.webp;

import io.pcr.codecs.AlphaCodec;
import io.pcr.codecs.CodecException;
import io.pcr.codecs.CodecException.Reason;
import io.pcr.codecs.ImageInfo;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.CodecLibraries;
import io.pcr.codecs.internal.WebpNative;
import io.pcr.codecs.internal.memory.NativeBuffers;
import io.pcr.format.Limits;
import io.pcr.format.error.FieldLocation;
import java.nio.ByteBuffer;

/**
 * WebP, lossy and lossless. Alpha is dropped, not blended, but for {@link #decodeRgba}. Animations
 * are refused as unsupported: a sample is one image. Stateless and thread-safe.
 */
public final class WebpCodec implements AlphaCodec {
  private static final String FORMAT = "WebP";

  private static final int HEADER_WIDTH = 0;
  private static final int HEADER_HEIGHT = 1;
  private static final int HEADER_HAS_ALPHA = 2;
  private static final int HEADER_HAS_ANIMATION = 3;
  private static final int HEADER_FIELDS = 4;

  private static final long MAX_BYTES_PER_PIXEL = 4;
  private static final long MAX_HEADERS_BYTES = 64 << 10;

  private final long maxPixels;

  /** A codec with the default limit on pixels. */
  public WebpCodec() {
    this(Limits.DEFAULT);
  }

  public WebpCodec(Limits limits) {
    maxPixels = limits.pixels();
  }

  @Override
  public ImageInfo info(ByteBuffer image, String name) throws CodecException {
    return readInfo(NativeBuffers.input(image), name);
  }

  private ImageInfo readInfo(ByteBuffer webp, String name) throws CodecException {
    CodecLibraries.WEBP.requireUnchecked();
    long[] header = new long[HEADER_FIELDS];
    int status = WebpNative.info(webp, webp.remaining(), header);
    check(WebpStatus.decoding(status), "header", name);
    if (header[HEADER_HAS_ANIMATION] != 0) {
      throw new CodecException(Reason.UNSUPPORTED, at("ANIM", name), "an animated WebP");
    }
    long pixels = header[HEADER_WIDTH] * header[HEADER_HEIGHT];
    if (pixels > maxPixels) {
      throw CodecException.limit(at("header", name), "pixels", pixels, maxPixels);
    }
    int channels = header[HEADER_HAS_ALPHA] == 0 ? 3 : 4;
    return new ImageInfo((int) header[HEADER_WIDTH], (int) header[HEADER_HEIGHT], channels);
  }

  @Override
  public void decode(ByteBuffer image, String name, PixelFormat format, ByteBuffer out)
      throws CodecException {
    decode(image, name, format.channels(), out);
  }

  @Override
  public void decodeRgba(ByteBuffer image, String name, ByteBuffer out) throws CodecException {
    decode(image, name, RGBA_CHANNELS, out);
  }

  private void decode(ByteBuffer image, String name, int channels, ByteBuffer out)
      throws CodecException {
    ByteBuffer room = NativeBuffers.output(out);
    ByteBuffer webp = NativeBuffers.input(image);
    long bytes = readInfo(webp, name).pixels() * channels;
    if (bytes > room.remaining()) {
      throw CodecException.limit(at("header", name), "bytes of output", bytes, room.remaining());
    }
    int status = WebpNative.decode(webp, webp.remaining(), channels, room, bytes);
    check(WebpStatus.decoding(status), "data", name);
    out.position(out.position() + (int) bytes);
  }

  /**
   * Room enough for an image of this size, with whatever options. libwebp states no bound; noise,
   * the worst there is, takes three bytes a pixel.
   */
  public static long maxEncodedLength(int width, int height) {
    long pixels = Math.multiplyExact((long) width, height);
    return Math.addExact(Math.multiplyExact(pixels, MAX_BYTES_PER_PIXEL), MAX_HEADERS_BYTES);
  }

  /**
   * Encodes 8-bit grey or RGB, of at most 16,383 pixels a side. WebP has no grey: a grey image
   * becomes one whose channels are equal.
   *
   * @param pixels read from its position on; left as it was
   * @param out direct; receives the image at its position, which advances past it
   * @throws CodecException when the image is too large for WebP, or {@code out} is too small, see
   *     {@link #maxEncodedLength}
   * @throws IllegalArgumentException when there are too few pixels
   */
  public static void encode(
      ByteBuffer pixels,
      int width,
      int height,
      PixelFormat format,
      WebpOptions options,
      ByteBuffer out)
      throws CodecException {
    ByteBuffer room = NativeBuffers.output(out);
    long bytes = new ImageInfo(width, height, format.channels()).bytes(format);
    if (pixels.remaining() < bytes) {
      throw new IllegalArgumentException(
          "the image has " + bytes + " bytes, given " + pixels.remaining());
    }
    ByteBuffer in = NativeBuffers.input(pixels);
    CodecLibraries.WEBP.requireUnchecked();
    long length =
        WebpNative.encode(
            in,
            width,
            height,
            format.channels(),
            options.lossless() ? 1 : 0,
            options.quality(),
            options.method(),
            room,
            room.remaining());
    if (length < 0) {
      check(WebpStatus.encoding((int) -length), "data", "encoder's output");
    }
    out.position(out.position() + (int) length);
  }

  private static void check(WebpStatus.Outcome outcome, String field, String name)
      throws CodecException {
    if (outcome.reason() != null) {
      throw new CodecException(outcome.reason(), at(field, name), outcome.message() + " (libwebp)");
    }
  }

  private static FieldLocation at(String field, String name) {
    return new FieldLocation(FORMAT + "." + field, 0, name);
  }
}
