package io.pcr.codecs.internal.render;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.codecs.internal.png.PngCodec;
import io.pcr.codecs.internal.png.PngOptions;
import io.pcr.codecs.internal.raw.BmpCodec;
import io.pcr.codecs.internal.raw.PnmCodec;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.codecs.internal.webp.WebpCodec;
import io.pcr.codecs.internal.webp.WebpOptions;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** One picture as a file of each kind that the renderer takes. */
final class KindFiles {
  /** Of the fixtures' pictures. */
  private static final long SEED = 20_260;

  private KindFiles() {}

  static byte[] of(StoredKind kind, int width, int height) throws PcrException {
    ByteBuffer pixels = SyntheticPhoto.render(SEED, width, height, PixelFormat.RGB);
    ByteBuffer out = ByteBuffer.allocateDirect(8 * width * height + (64 << 10));
    switch (kind) {
      case PROGRESSIVE_JPEG -> out.put(JpegFixtures.progressive(width, height));
      case JPEG -> out.put(JpegFixtures.baseline(SEED, width, height));
      case PNG -> PngCodec.encode(pixels, width, height, PixelFormat.RGB, PngOptions.DEFAULT, out);
      case WEBP ->
          WebpCodec.encode(pixels, width, height, PixelFormat.RGB, WebpOptions.losslessly(), out);
      case BMP -> BmpCodec.encode(pixels, width, height, PixelFormat.RGB, out);
      case RAW -> PnmCodec.encode(pixels, width, height, PixelFormat.RGB, out);
      case PNM -> {
        String header = "P6\n# a comment\n" + width + " " + height + " 255\n";
        out.put(header.getBytes(StandardCharsets.US_ASCII)).put(pixels);
      }
    }
    byte[] file = new byte[out.position()];
    out.get(0, file);
    return file;
  }
}
