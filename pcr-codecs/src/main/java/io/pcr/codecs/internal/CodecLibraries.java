package io.pcr.codecs.internal;

import io.pcr.format.internal.natives.NativeLibrary;
import org.bytedeco.javacpp.Loader;

/** The native libraries; each is to be loaded before the entry points of its class are called. */
public final class CodecLibraries {
  public static final NativeLibrary JPEG = library("libjpeg", JpegNative.class);
  public static final NativeLibrary PNG = library("libspng", PngNative.class);
  public static final NativeLibrary RENDER = library("the renderer", RenderNative.class);
  public static final NativeLibrary RESIZE = library("the resizer", ResizeNative.class);
  public static final NativeLibrary WEBP = library("libwebp", WebpNative.class);
  public static final NativeLibrary ZLIB = library("zlib", ZlibNative.class);

  private CodecLibraries() {}

  private static NativeLibrary library(String name, Class<?> entryPoints) {
    return new NativeLibrary(name, NativeLibrary.JAVACPP_CACHE, () -> Loader.load(entryPoints));
  }
}
