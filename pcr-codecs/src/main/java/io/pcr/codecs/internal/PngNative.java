package io.pcr.codecs.internal;

import java.nio.ByteBuffer;
import org.bytedeco.javacpp.annotation.Cast;
import org.bytedeco.javacpp.annotation.Name;
import org.bytedeco.javacpp.annotation.Platform;

/** The entry points of {@code native/src/png/pcr_png.h}. {@link CodecLibraries} loads them. */
@Platform(include = "png/pcr_png.h", link = "spng@.0", preload = "z@.1")
public final class PngNative {
  private PngNative() {}

  @Name("pcr_png_info")
  public static native int info(
      @Cast("const void*") ByteBuffer png, long length, @Cast("int64_t*") long[] header);

  @Name("pcr_png_decode")
  public static native int decode(
      @Cast("const void*") ByteBuffer png,
      long length,
      int channels,
      @Cast("void*") ByteBuffer out,
      long outLength);

  @Name("pcr_png_decode_deep")
  public static native int decodeDeep(
      @Cast("const void*") ByteBuffer png,
      long length,
      int channels,
      @Cast("void*") ByteBuffer out,
      long outLength);

  @Name("pcr_png_encode")
  public static native long encode(
      @Cast("const void*") ByteBuffer pixels,
      int width,
      int height,
      int channels,
      int depth,
      int level,
      int filters,
      @Cast("void*") ByteBuffer out,
      long outLength);

  /** A {@link NativeReason}. */
  @Name("pcr_png_reason")
  public static native int reason(int error);

  @Name("pcr_png_message")
  public static native String message(int error);
}
