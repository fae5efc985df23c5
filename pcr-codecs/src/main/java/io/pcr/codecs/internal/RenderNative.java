package io.pcr.codecs.internal;

import java.nio.ByteBuffer;
import org.bytedeco.javacpp.annotation.Cast;
import org.bytedeco.javacpp.annotation.Name;
import org.bytedeco.javacpp.annotation.Platform;

/**
 * The functions of {@code native/include/pcr.h}; structures are in buffers laid out like them, and
 * a pool is its address. {@link CodecLibraries} loads them.
 */
@Platform(
    include = "pcr.cpp",
    link = {"jpeg@.62", "spng@.0", "webp@.7"},
    preload = "z@.1")
public final class RenderNative {
  /** As in {@code pcr.h}. */
  public static final int ABI_VERSION = 2;

  private RenderNative() {}

  @Name("pcr_pool_open")
  public static native @Cast("int64_t") long open(
      int abiVersion, int threads, @Cast("pcr_error*") ByteBuffer error);

  @Name("pcr_pool_close")
  public static native void close(@Cast("pcr_pool*") long pool);

  @Name("pcr_render")
  public static native long render(
      @Cast("pcr_pool*") long pool,
      @Cast("const pcr_limits*") ByteBuffer limits,
      @Cast("const pcr_shape*") ByteBuffer shape,
      @Cast("const pcr_image*") ByteBuffer images,
      long count,
      @Cast("pcr_error*") ByteBuffer errors);
}
