package io.pcr.codecs.internal.png;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.CodecLibraries;
import io.pcr.codecs.internal.ImageChecks;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.NativeImageCodec;
import io.pcr.codecs.internal.PngNative;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;

/**
 * PNG of every colour type, depth and interlacing, decoded to 8 bits: of 16 bits the upper 8 are
 * kept, fewer are scaled, palettes are looked up (black where they have no such colour). Alpha and
 * transparent colours are dropped, not blended, but for {@link #decodeRgba}; gamma and colour
 * profiles are not applied. Of an animated PNG the default image is read. Every checksum counts,
 * those of chunks that hold no pixels too. Stateless and thread-safe.
 */
public final class PngCodec extends NativeImageCodec {
  private static final String FORMAT = "PNG";

  private static final int HEADER_WIDTH = 0;
  private static final int HEADER_HEIGHT = 1;
  private static final int HEADER_COLOUR_TYPE = 3;
  private static final int HEADER_FIELDS = 4;

  private static final int COLOUR_GREY = 0;
  private static final int COLOUR_GREY_ALPHA = 4;
  private static final int COLOUR_RGB_ALPHA = 6;

  private static final long SIGNATURE_AND_CHUNKS_BYTES = 128;

  /** A codec with the default limit on pixels. */
  public PngCodec() {
    this(Limits.DEFAULT);
  }

  public PngCodec(Limits limits) {
    super(FORMAT, CodecLibraries.PNG, limits);
  }

  @Override
  protected Header header(ByteBuffer png, ImageChecks checks) throws PcrException {
    long[] header = new long[HEADER_FIELDS];
    check(PngNative.info(png, png.remaining(), header), checks);
    int channels = channels((int) header[HEADER_COLOUR_TYPE]);
    return new Header(header[HEADER_WIDTH], header[HEADER_HEIGHT], channels);
  }

  private static int channels(int colourType) {
    return switch (colourType) {
      case COLOUR_GREY -> 1;
      case COLOUR_GREY_ALPHA -> 2;
      case COLOUR_RGB_ALPHA -> 4;
      default -> 3;
    };
  }

  @Override
  protected void decode(
      ByteBuffer png, int channels, ByteBuffer out, long bytes, ImageChecks checks)
      throws PcrException {
    check(PngNative.decode(png, png.remaining(), channels, out, bytes), checks);
  }

  /**
   * A length that no image of this size exceeds when encoded, with whatever options.
   *
   * @throws ArithmeticException when it does not fit into a long
   */
  public static long maxEncodedLength(int width, int height, PixelFormat format) {
    long filtered = Math.addExact(format.imageBytes(width, height), height);
    // deflate's own bound for any setting, and the frame of an IDAT chunk for each few KiB.
    long deflated = filtered + (filtered >> 3) + (filtered >> 6);
    return Math.addExact(deflated, (filtered >> 8) + SIGNATURE_AND_CHUNKS_BYTES);
  }

  /**
   * Encodes 8-bit grey or RGB.
   *
   * @param pixels read from its position on; left as it was
   * @param out direct; receives the image at its position, which advances past it
   * @throws PcrException when {@code out} is too small, see {@link #maxEncodedLength}
   * @throws IllegalArgumentException when there are too few pixels
   */
  public static void encode(
      ByteBuffer pixels,
      int width,
      int height,
      PixelFormat format,
      PngOptions options,
      ByteBuffer out)
      throws PcrException {
    ImageInfo info = new ImageInfo(width, height, format.channels());
    int error =
        encode(
            CodecLibraries.PNG,
            info,
            format,
            pixels,
            out,
            (in, room) ->
                PngNative.encode(
                    in,
                    width,
                    height,
                    format.channels(),
                    Byte.SIZE,
                    options.level(),
                    options.filter().choice,
                    room,
                    room.remaining()));
    check(error, new ImageChecks(FORMAT, "encoder's output"));
  }

  static void check(int error, ImageChecks checks) throws PcrException {
    if (error != 0) {
      checks.outcome(PngNative.reason(error), "data", PngNative.message(error) + " (libspng)");
    }
  }
}
