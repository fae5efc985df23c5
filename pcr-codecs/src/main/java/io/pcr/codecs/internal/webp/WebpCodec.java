package io.pcr.codecs.internal.webp;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.CodecLibraries;
import io.pcr.codecs.internal.ImageChecks;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.NativeImageCodec;
import io.pcr.codecs.internal.WebpNative;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;

/**
 * WebP, lossy and lossless. Alpha is dropped, not blended, but for {@link #decodeRgba}. Animations
 * are refused as unsupported: a sample is one image. Stateless and thread-safe.
 */
public final class WebpCodec extends NativeImageCodec {
  private static final String FORMAT = "WebP";

  private static final int HEADER_WIDTH = 0;
  private static final int HEADER_HEIGHT = 1;
  private static final int HEADER_HAS_ALPHA = 2;
  private static final int HEADER_HAS_ANIMATION = 3;
  private static final int HEADER_FIELDS = 4;

  private static final long MAX_BYTES_PER_PIXEL = 4;
  private static final long MAX_HEADERS_BYTES = 64 << 10;

  /** A codec with the default limit on pixels. */
  public WebpCodec() {
    this(Limits.DEFAULT);
  }

  public WebpCodec(Limits limits) {
    super(FORMAT, CodecLibraries.WEBP, limits);
  }

  @Override
  protected Header header(ByteBuffer webp, ImageChecks checks) throws PcrException {
    long[] header = new long[HEADER_FIELDS];
    checkDecoding(WebpNative.info(webp, webp.remaining(), header), "header", checks);
    if (header[HEADER_HAS_ANIMATION] != 0) {
      throw checks.unsupported("ANIM", 0, "an animated WebP");
    }
    int channels = header[HEADER_HAS_ALPHA] == 0 ? 3 : 4;
    return new Header(header[HEADER_WIDTH], header[HEADER_HEIGHT], channels);
  }

  @Override
  protected void decode(
      ByteBuffer webp, int channels, ByteBuffer out, long bytes, ImageChecks checks)
      throws PcrException {
    checkDecoding(WebpNative.decode(webp, webp.remaining(), channels, out, bytes), "data", checks);
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
   * @throws PcrException when the image is too large for WebP, or {@code out} is too small, see
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
      throws PcrException {
    ImageInfo info = new ImageInfo(width, height, format.channels());
    int error =
        encode(
            CodecLibraries.WEBP,
            info,
            format,
            pixels,
            out,
            (in, room) ->
                WebpNative.encode(
                    in,
                    width,
                    height,
                    format.channels(),
                    options.lossless() ? 1 : 0,
                    options.quality(),
                    options.method(),
                    room,
                    room.remaining()));
    if (error != 0) {
      new ImageChecks(FORMAT, "encoder's output")
          .outcome(WebpNative.encodeReason(error), "data", words(WebpNative.encodeMessage(error)));
    }
  }

  private static void checkDecoding(int status, String field, ImageChecks checks)
      throws PcrException {
    if (status != 0) {
      checks.outcome(
          WebpNative.decodeReason(status), field, words(WebpNative.decodeMessage(status)));
    }
  }

  private static String words(String message) {
    return message + " (libwebp)";
  }
}
