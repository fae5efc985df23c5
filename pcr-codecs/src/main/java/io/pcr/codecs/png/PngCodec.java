package io.pcr.codecs.png;

import io.pcr.codecs.AlphaCodec;
import io.pcr.codecs.CodecException;
import io.pcr.codecs.CodecException.Reason;
import io.pcr.codecs.ImageInfo;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.CodecLibraries;
import io.pcr.codecs.internal.PngNative;
import io.pcr.codecs.internal.memory.NativeBuffers;
import io.pcr.format.Limits;
import io.pcr.format.error.FieldLocation;
import java.nio.ByteBuffer;

/**
 * PNG of every colour type, depth and interlacing, decoded to 8 bits: of 16 bits the upper 8 are
 * kept, fewer are scaled, palettes are looked up (black where they have no such colour). Alpha and
 * transparent colours are dropped, not blended, but for {@link #decodeRgba}; gamma and colour
 * profiles are not applied. Of an animated PNG the default image is read. Every checksum counts,
 * those of chunks that hold no pixels too. Stateless and thread-safe.
 */
public final class PngCodec implements AlphaCodec {
  private static final String FORMAT = "PNG";

  private static final int HEADER_WIDTH = 0;
  private static final int HEADER_HEIGHT = 1;
  private static final int HEADER_COLOUR_TYPE = 3;
  private static final int HEADER_FIELDS = 4;

  private static final int COLOUR_GREY = 0;
  private static final int COLOUR_GREY_ALPHA = 4;
  private static final int COLOUR_RGB_ALPHA = 6;

  // Of libspng's enum spng_errno.
  private static final int OUT_OF_MEMORY = 2;
  private static final int UNKNOWN_CRITICAL_CHUNK = 20;
  private static final int OUTPUT_FULL = 67;
  private static final int CHUNK_LIMITS = 77;

  private static final long SIGNATURE_AND_CHUNKS_BYTES = 128;

  private final long maxPixels;

  /** A codec with the default limit on pixels. */
  public PngCodec() {
    this(Limits.DEFAULT);
  }

  public PngCodec(Limits limits) {
    maxPixels = limits.pixels();
  }

  @Override
  public ImageInfo info(ByteBuffer image, String name) throws CodecException {
    return readInfo(NativeBuffers.input(image), name);
  }

  private ImageInfo readInfo(ByteBuffer png, String name) throws CodecException {
    CodecLibraries.PNG.requireUnchecked();
    long[] header = new long[HEADER_FIELDS];
    check(PngNative.info(png, png.remaining(), header), name);
    long pixels = header[HEADER_WIDTH] * header[HEADER_HEIGHT];
    if (pixels > maxPixels) {
      throw CodecException.limit(at("IHDR", name), "pixels", pixels, maxPixels);
    }
    return new ImageInfo(
        (int) header[HEADER_WIDTH],
        (int) header[HEADER_HEIGHT],
        channels((int) header[HEADER_COLOUR_TYPE]));
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
    ByteBuffer png = NativeBuffers.input(image);
    long bytes = readInfo(png, name).pixels() * channels;
    if (bytes > room.remaining()) {
      throw CodecException.limit(at("IHDR", name), "bytes of output", bytes, room.remaining());
    }
    check(PngNative.decode(png, png.remaining(), channels, room, bytes), name);
    out.position(out.position() + (int) bytes);
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
   * @throws CodecException when {@code out} is too small, see {@link #maxEncodedLength}
   * @throws IllegalArgumentException when there are too few pixels
   */
  public static void encode(
      ByteBuffer pixels,
      int width,
      int height,
      PixelFormat format,
      PngOptions options,
      ByteBuffer out)
      throws CodecException {
    ByteBuffer room = NativeBuffers.output(out);
    long bytes = new ImageInfo(width, height, format.channels()).bytes(format);
    if (pixels.remaining() < bytes) {
      throw new IllegalArgumentException(
          "the image has " + bytes + " bytes, given " + pixels.remaining());
    }
    ByteBuffer in = NativeBuffers.input(pixels);
    CodecLibraries.PNG.requireUnchecked();
    long length =
        PngNative.encode(
            in,
            width,
            height,
            format.channels(),
            options.level(),
            options.filter().choice,
            room,
            room.remaining());
    if (length < 0) {
      check((int) -length, "encoder's output");
    }
    out.position(out.position() + (int) length);
  }

  private static void check(int error, String name) throws CodecException {
    if (error != 0) {
      throw new CodecException(
          reason(error), at("data", name), PngNative.message(error) + " (libspng)");
    }
  }

  private static Reason reason(int error) {
    return switch (error) {
      case OUT_OF_MEMORY, CHUNK_LIMITS, OUTPUT_FULL -> Reason.LIMIT;
      case UNKNOWN_CRITICAL_CHUNK -> Reason.UNSUPPORTED;
      default -> Reason.CORRUPT;
    };
  }

  private static FieldLocation at(String field, String name) {
    return new FieldLocation(FORMAT + "." + field, 0, name);
  }
}
