package io.pcr.codecs.internal;

import java.nio.ByteBuffer;
import org.bytedeco.javacpp.annotation.Cast;
import org.bytedeco.javacpp.annotation.Name;
import org.bytedeco.javacpp.annotation.Platform;

/**
 * The entry points of {@code native/src/resize/pcr_resize.h}. {@link CodecLibraries} loads them.
 */
@Platform(include = "resize/pcr_resize.h")
public final class ResizeNative {
  private ResizeNative() {}

  @Name("pcr_resize_scratch")
  public static native long scratch(
      int width,
      int channels,
      @Cast("const double*") double[] box,
      int outWidth,
      int outHeight,
      int antialias);

  @Name("pcr_resize")
  public static native void resize(
      @Cast("const void*") ByteBuffer in,
      int width,
      int height,
      int channels,
      @Cast("const double*") double[] box,
      @Cast("void*") ByteBuffer out,
      long outOffset,
      int outWidth,
      int outHeight,
      int antialias,
      int flipped,
      int planar,
      @Cast("void*") ByteBuffer scratch);
}
