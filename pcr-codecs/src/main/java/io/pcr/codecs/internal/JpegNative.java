package io.pcr.codecs.internal;

import java.nio.ByteBuffer;
import org.bytedeco.javacpp.annotation.Cast;
import org.bytedeco.javacpp.annotation.Name;
import org.bytedeco.javacpp.annotation.Platform;

/**
 * The entry points of {@code native/src/jpeg/pcr_jpeg.h}, which says what they do. {@link
 * CodecLibraries} loads them.
 */
@Platform(include = "jpeg/pcr_jpeg.h", link = "jpeg@.62")
final class JpegNative {
  private JpegNative() {}

  @Name("pcr_jpeg_address")
  static native @Cast("int64_t") long address(@Cast("void*") ByteBuffer buffer);

  @Name("pcr_jpeg_open")
  static native @Cast("int64_t") long open(@Cast("int64_t") long report);

  @Name("pcr_jpeg_close")
  static native void close(@Cast("int64_t") long session);

  @Name("pcr_jpeg_limits")
  static native void limits(
      @Cast("int64_t") long session, @Cast("int64_t") long maxPixels, int maxScans);

  @Name("pcr_jpeg_script")
  static native @Cast("bool") boolean script(
      @Cast("int64_t") long session, int colorClass, @Cast("int32_t*") int[] numbers, int count);

  @Name("pcr_jpeg_transcode")
  static native int transcode(
      @Cast("int64_t") long session,
      @Cast("int64_t*") long[] source,
      @Cast("int64_t*") long[] arguments);

  @Name("pcr_jpeg_examine")
  static native int examine(
      @Cast("int64_t") long session,
      @Cast("int64_t*") long[] source,
      @Cast("int64_t*") long[] arguments);

  @Name("pcr_jpeg_bring_along")
  static native @Cast("int64_t") long bringAlong(
      @Cast("uint8_t*") byte[] examined, @Cast("int64_t") long slope);

  @Name("pcr_jpeg_chosen")
  static native int chosen(
      @Cast("int64_t") long session,
      @Cast("int32_t*") int[] scans,
      @Cast("int64_t*") long[] losses);

  @Name("pcr_jpeg_restore")
  static native int restore(
      @Cast("int64_t") long session,
      @Cast("int64_t*") long[] slices,
      int sliceCount,
      @Cast("int64_t*") long[] segments,
      int segmentCount,
      @Cast("int64_t*") long[] arguments);

  @Name("pcr_jpeg_decode")
  static native int decode(
      @Cast("int64_t") long session,
      @Cast("int64_t*") long[] slices,
      int sliceCount,
      @Cast("int64_t*") long[] arguments);

  @Name("pcr_jpeg_inspect")
  static native int inspect(
      @Cast("int64_t") long session, @Cast("int64_t*") long[] slices, int sliceCount);

  @Name("pcr_jpeg_coefficients")
  static native int coefficients(
      @Cast("int64_t") long session,
      @Cast("int64_t*") long[] slices,
      int sliceCount,
      @Cast("int64_t*") long[] arguments);

  @Name("pcr_jpeg_encode")
  static native int encode(
      @Cast("int64_t") long session,
      @Cast("int64_t*") long[] arguments,
      @Cast("int32_t*") int[] script);

  @Name("pcr_jpeg_take")
  static native void take(@Cast("int64_t") long session, @Cast("int64_t") long to);

  @Name("pcr_jpeg_copy")
  static native void copy(
      @Cast("int64_t") long from, @Cast("uint8_t*") byte[] to, @Cast("int64_t") long length);
}
