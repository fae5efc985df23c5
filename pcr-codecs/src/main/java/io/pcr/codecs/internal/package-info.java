/**
 * Native image and stream codecs behind interfaces that use only JDK types.
 *
 * <p>Each format has its own subpackage. {@link io.pcr.codecs.internal.ImageCodec} is the common
 * interface for decoding:
 *
 * <pre>{@code
 * ImageCodec codec = new PngCodec();
 * ImageInfo info = codec.info(file, "a.png");
 * long bytes = info.bytes(PixelFormat.RGB);
 * ByteBuffer pixels = ByteBuffer.allocateDirect(Math.toIntExact(bytes));
 * codec.decode(file, "a.png", PixelFormat.RGB, pixels);
 * }</pre>
 *
 * <p>Codecs of this interface are thread-safe and need no closing. They keep no buffer after a
 * call. If a native library cannot be loaded, a codec throws an {@link
 * java.io.UncheckedIOException} whose cause is a {@link
 * io.pcr.format.internal.natives.NativeLibraryException}; the reader and the writer throw that
 * cause.
 */
package io.pcr.codecs.internal;
