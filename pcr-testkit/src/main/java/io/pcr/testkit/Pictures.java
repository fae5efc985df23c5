package io.pcr.testkit;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.png.PngCodec;
import io.pcr.codecs.internal.png.PngOptions;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * Image files of pictures made from seeds. Stateless and thread-safe; the bytes are the caller's.
 */
public final class Pictures {
  private Pictures() {}

  /** A baseline JPEG in colour. */
  public static byte[] jpeg(long seed, int width, int height, int quality) {
    return jpeg(seed, width, height, PixelFormat.RGB, EncodeOptions.quality(quality));
  }

  public static byte[] jpeg(
      long seed, int width, int height, PixelFormat format, EncodeOptions options) {
    ByteBuffer pixels = SyntheticPhoto.render(seed, width, height, format);
    ImageInfo image = new ImageInfo(width, height, format.channels());
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
      return bytes(encoder.encode(pixels, image, options, "picture " + seed));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A PNG in colour. */
  public static byte[] png(long seed, int width, int height) {
    ByteBuffer pixels = SyntheticPhoto.render(seed, width, height, PixelFormat.RGB);
    long most = PngCodec.maxEncodedLength(width, height, PixelFormat.RGB);
    ByteBuffer out = ByteBuffer.allocateDirect(Math.toIntExact(most));
    try {
      PngCodec.encode(pixels, width, height, PixelFormat.RGB, PngOptions.DEFAULT, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes(out.flip());
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
