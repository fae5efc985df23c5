package io.pcr.codecs.internal;

import java.nio.ByteBuffer;
import org.bytedeco.javacpp.annotation.Cast;
import org.bytedeco.javacpp.annotation.Name;
import org.bytedeco.javacpp.annotation.Platform;

/**
 * The entry points of {@code native/src/zlib/pcr_zlib.h}; a stream is its address. {@link
 * CodecLibraries} loads them.
 */
@Platform(include = "zlib/pcr_zlib.h", link = "z@.1")
public final class ZlibNative {
  private ZlibNative() {}

  @Name("pcr_zlib_open_deflate")
  public static native long openDeflate(int level, int strategy, int windowBits);

  @Name("pcr_zlib_open_inflate")
  public static native long openInflate(int windowBits);

  @Name("pcr_zlib_close")
  public static native void close(long stream);

  @Name("pcr_zlib_reset")
  public static native void reset(long stream);

  @Name("pcr_zlib_run")
  public static native int run(
      long stream,
      @Cast("const void*") ByteBuffer in,
      int inLength,
      @Cast("void*") ByteBuffer out,
      int outLength,
      int flush,
      @Cast("int64_t*") long[] progress);

  @Name("pcr_zlib_message")
  public static native String message(long stream);
}
