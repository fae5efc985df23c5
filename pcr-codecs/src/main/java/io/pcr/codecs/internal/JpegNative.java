package io.pcr.codecs.internal;

import java.nio.ByteBuffer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.annotation.Cast;
import org.bytedeco.javacpp.annotation.Name;
import org.bytedeco.javacpp.annotation.Platform;

/** The entry points of {@code src/main/cpp/jpeg/pcr_jpeg.h}. */
@Platform(include = "jpeg/pcr_jpeg.h", link = "jpeg@.62")
public final class JpegNative {
  static {
    Loader.load();
  }

  private JpegNative() {}

  @Name("pcr_jpeg_lib_version")
  public static native int libVersion();

  @Name("pcr_jpeg_address")
  public static native @Cast("int64_t") long address(@Cast("void*") ByteBuffer buffer);
}
