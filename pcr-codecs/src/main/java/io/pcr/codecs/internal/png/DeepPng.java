package io.pcr.codecs.internal.png;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.CodecLibraries;
import io.pcr.codecs.internal.ImageChecks;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.PngNative;
import io.pcr.codecs.internal.memory.NativeBuffers;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;

/**
 * PNG with 16 bits a channel, grey or RGB, which {@link PngCodec} decodes to 8 bits. Channels are
 * in the machine's byte order, interleaved. Stateless and thread-safe.
 */
public final class DeepPng {
  private static final PngCodec HEADERS = new PngCodec(Limits.DEFAULT);

  private DeepPng() {}

  /** Reads the header, as {@link PngCodec#info} does. */
  public static ImageInfo info(ByteBuffer png, String name) throws PcrException {
    return HEADERS.info(png, name);
  }

  /**
   * Decodes an image.
   *
   * @param info that {@link #info} gave of it
   * @param out direct; receives the channels at its position, which advances past them
   * @throws PcrException when the image is damaged, or has another depth than 16, a palette or
   *     alpha
   */
  public static void decode(ByteBuffer png, String name, ImageInfo info, ByteBuffer out)
      throws PcrException {
    long bytes = 2 * info.bytes(info.naturalFormat());
    ImageChecks checks = new ImageChecks("PNG", name);
    checks.room(bytes, out);
    ByteBuffer input = NativeBuffers.input(png);
    ByteBuffer room = NativeBuffers.output(out);
    PngCodec.check(
        PngNative.decodeDeep(
            input, input.remaining(), info.naturalFormat().channels(), room, bytes),
        checks);
    out.position(out.position() + (int) bytes);
  }

  /** A length that no image of this size exceeds when encoded. */
  public static long maxEncodedLength(int width, int height, PixelFormat format) {
    return Math.multiplyExact(2, PngCodec.maxEncodedLength(width, height, format));
  }

  /**
   * Encodes an image.
   *
   * @param pixels read from its position on; left as it was
   * @param out direct; receives the file at its position, which advances past it
   * @throws PcrException when {@code out} is too small, see {@link #maxEncodedLength}
   */
  public static void encode(
      ByteBuffer pixels,
      int width,
      int height,
      PixelFormat format,
      PngOptions options,
      ByteBuffer out)
      throws PcrException {
    ImageChecks checks = new ImageChecks("PNG", "encoder's output");
    if (pixels.remaining() < 2 * format.imageBytes(width, height)) {
      throw new IllegalArgumentException(
          "an image of " + width + " x " + height + " has more than " + pixels.remaining());
    }
    ByteBuffer room = NativeBuffers.output(out);
    ByteBuffer input = NativeBuffers.input(pixels);
    CodecLibraries.PNG.requireUnchecked();
    long length =
        PngNative.encode(
            input,
            width,
            height,
            format.channels(),
            Short.SIZE,
            options.level(),
            options.filter().choice,
            room,
            room.remaining());
    PngCodec.check((int) -Math.min(0, length), checks);
    out.position(out.position() + (int) length);
  }
}
