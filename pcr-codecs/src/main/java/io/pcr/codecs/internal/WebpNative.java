package io.pcr.codecs.internal;

import java.nio.ByteBuffer;
import org.bytedeco.javacpp.annotation.Cast;
import org.bytedeco.javacpp.annotation.Name;
import org.bytedeco.javacpp.annotation.Platform;

/** The entry points of {@code native/src/webp/pcr_webp.h}. {@link CodecLibraries} loads them. */
@Platform(include = "webp/pcr_webp.h", link = "webp@.7")
public final class WebpNative {
  private WebpNative() {}

  @Name("pcr_webp_info")
  public static native int info(
      @Cast("const void*") ByteBuffer webp, long length, @Cast("int64_t*") long[] header);

  @Name("pcr_webp_decode")
  public static native int decode(
      @Cast("const void*") ByteBuffer webp,
      long length,
      int channels,
      @Cast("void*") ByteBuffer out,
      long outLength);

  @Name("pcr_webp_encode")
  public static native long encode(
      @Cast("const void*") ByteBuffer pixels,
      int width,
      int height,
      int channels,
      int lossless,
      float quality,
      int method,
      @Cast("void*") ByteBuffer out,
      long outLength);

  /** A {@link NativeReason}. */
  @Name("pcr_webp_decode_reason")
  public static native int decodeReason(int status);

  @Name("pcr_webp_decode_message")
  public static native String decodeMessage(int status);

  /** A {@link NativeReason}. */
  @Name("pcr_webp_encode_reason")
  public static native int encodeReason(int error);

  @Name("pcr_webp_encode_message")
  public static native String encodeMessage(int error);
}
