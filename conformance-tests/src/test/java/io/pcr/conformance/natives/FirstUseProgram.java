package io.pcr.conformance.natives;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.png.PngCodec;
import io.pcr.codecs.internal.png.PngOptions;
import io.pcr.codecs.internal.webp.WebpCodec;
import io.pcr.codecs.internal.webp.WebpOptions;
import io.pcr.codecs.internal.zlib.ZlibDeflater;
import io.pcr.codecs.internal.zlib.ZlibFlush;
import io.pcr.codecs.internal.zlib.ZlibFraming;
import io.pcr.codecs.internal.zlib.ZlibStrategy;
import io.pcr.format.Limits;
import io.pcr.format.internal.frame.ZstdFrame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Uses one library twice, in a process that has not used any: {@code FirstUseProgram LIBRARY HOW}.
 * HOW is {@code interrupted}, {@code plainly}, or the file that is in the way of the library and
 * made a folder between the two uses. Prints a line for each use, and whether the thread is still
 * interrupted.
 */
final class FirstUseProgram {
  private static final int SIDE = 8;

  private FirstUseProgram() {}

  public static void main(String[] arguments) throws IOException {
    String library = arguments[0];
    String how = arguments[1];
    if (how.equals("interrupted")) {
      Thread.currentThread().interrupt();
    }
    System.out.println("first: " + outcome(library));
    System.out.println("interrupted: " + Thread.interrupted());
    if (how.startsWith("/")) {
      Files.delete(Path.of(how));
      Files.createDirectory(Path.of(how));
    }
    System.out.println("second: " + outcome(library));
  }

  private static String outcome(String library) {
    try {
      use(library);
      return "fine";
    } catch (UncheckedIOException e) {
      return e.getCause().getClass().getSimpleName() + " " + e.getCause().getMessage();
    } catch (IOException | Error e) {
      return e.toString();
    }
  }

  private static void use(String library) throws IOException {
    ByteBuffer pixels = ByteBuffer.allocateDirect(SIDE * SIDE);
    ByteBuffer out = ByteBuffer.allocateDirect(1 << 16);
    switch (library) {
      case "libjpeg" -> {
        try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
          encoder.encode(pixels, new ImageInfo(SIDE, SIDE, 1), EncodeOptions.quality(80), "none");
        }
      }
      case "libspng" ->
          PngCodec.encode(pixels, SIDE, SIDE, PixelFormat.GREY, PngOptions.DEFAULT, out);
      case "libwebp" ->
          WebpCodec.encode(pixels, SIDE, SIDE, PixelFormat.GREY, WebpOptions.losslessly(), out);
      case "zlib" -> {
        try (ZlibDeflater deflater = new ZlibDeflater(ZlibFraming.ZLIB, 6, ZlibStrategy.DEFAULT)) {
          deflater.deflate(pixels, out, ZlibFlush.FINISH);
        }
      }
      case "zstd" -> ZstdFrame.compress(pixels, ZstdFrame.LEVEL);
      default -> throw new IllegalArgumentException(library);
    }
  }
}
