package io.pcr.codecs.internal.raw;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageChecks;
import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Binary PGM (P5) and PPM (P6), of any sample maximum; samples of another maximum than 255 are
 * scaled to it, rounded. The text formats and bitmaps are refused as unsupported. Bytes after the
 * pixels are not looked at. Stateless and thread-safe.
 */
public final class PnmCodec implements ImageCodec {
  private static final int RUN = 4096;

  private final long maxPixels;

  /** A codec with the default limit on pixels. */
  public PnmCodec() {
    this(Limits.DEFAULT);
  }

  public PnmCodec(Limits limits) {
    maxPixels = limits.pixels();
  }

  @Override
  public ImageInfo info(ByteBuffer image, String name) throws PcrException {
    return header(image, name).info();
  }

  @Override
  public void decode(ByteBuffer image, String name, PixelFormat format, ByteBuffer out)
      throws PcrException {
    PnmHeader header = header(image, name);
    ImageInfo info = header.info();
    ImageChecks checks = new ImageChecks(PnmHeader.FORMAT, name);
    checks.length("pixels", header.length(), header.dataBytes(), header.dataAvailable(image));
    checks.room(info.bytes(format), out);
    ByteBuffer data =
        image.slice(image.position() + header.length(), Math.toIntExact(header.dataBytes()));
    if (header.maxValue() == PnmHeader.BYTE_MAX && format == info.naturalFormat()) {
      out.put(data);
      return;
    }
    convert(header, data, format, out);
  }

  /** Rows are not padded, so the image is converted in runs of pixels of any width. */
  private static void convert(
      PnmHeader header, ByteBuffer data, PixelFormat format, ByteBuffer out) {
    ImageInfo info = header.info();
    byte[] samples = new byte[RUN * info.channels()];
    byte[] converted = new byte[RUN * format.channels()];
    for (long done = 0; done < info.pixels(); done += RUN) {
      int run = (int) Math.min(RUN, info.pixels() - done);
      header.readSamples(data, samples, run * info.channels());
      if (format == info.naturalFormat()) {
        out.put(samples, 0, run * info.channels());
      } else if (format == PixelFormat.RGB) {
        out.put(repeat(samples, converted, run), 0, run * format.channels());
      } else {
        out.put(luma(samples, converted, run), 0, run);
      }
    }
  }

  private static byte[] repeat(byte[] grey, byte[] rgb, int pixels) {
    for (int x = 0; x < pixels; x++) {
      rgb[3 * x] = grey[x];
      rgb[3 * x + 1] = grey[x];
      rgb[3 * x + 2] = grey[x];
    }
    return rgb;
  }

  private static byte[] luma(byte[] rgb, byte[] grey, int pixels) {
    for (int x = 0; x < pixels; x++) {
      grey[x] = Luma.of(rgb[3 * x], rgb[3 * x + 1], rgb[3 * x + 2]);
    }
    return grey;
  }

  private PnmHeader header(ByteBuffer image, String name) throws PcrException {
    PnmHeader header = PnmHeader.parse(image, name);
    new ImageChecks(PnmHeader.FORMAT, name).pixels(header.info().pixels(), maxPixels);
    return header;
  }

  /**
   * The sample maximum that a header states; above 255 a sample has 16 bits.
   *
   * @throws PcrException when the header is damaged
   */
  public static int maxValue(ByteBuffer image, String name) throws PcrException {
    return PnmHeader.parse(image, name).maxValue();
  }

  /**
   * Whether another image follows the first, as Netpbm puts them one behind the other.
   *
   * @throws PcrException when the header is damaged
   */
  public static boolean hasMoreImages(ByteBuffer image, String name) throws PcrException {
    PnmHeader header = PnmHeader.parse(image, name);
    long end = header.length() + header.dataBytes();
    return end < image.remaining()
        && MediaType.sniff(image.slice().position((int) end)).equals(Optional.of(MediaType.PNM));
  }

  /** The exact length that {@link #encode} writes. */
  public static long encodedLength(int width, int height, PixelFormat format) {
    return headerBytes(width, height, format).length + format.imageBytes(width, height);
  }

  /**
   * Writes an image as P5 or P6.
   *
   * @param pixels read from its position on; left as it was
   * @param out receives {@link #encodedLength} bytes; its position advances past them
   * @throws IllegalArgumentException when there are too few pixels, or too little room
   */
  public static void encode(
      ByteBuffer pixels, int width, int height, PixelFormat format, ByteBuffer out) {
    ImageInfo info = new ImageInfo(width, height, format.channels());
    ImageChecks.encodable(info, format, pixels);
    ImageChecks.fits(encodedLength(width, height, format), out);
    out.put(headerBytes(width, height, format));
    out.put(pixels.slice(pixels.position(), Math.toIntExact(info.bytes(format))));
  }

  static byte[] headerBytes(int width, int height, PixelFormat format) {
    String magic = format == PixelFormat.GREY ? "P5" : "P6";
    return (magic + "\n" + width + " " + height + "\n" + PnmHeader.BYTE_MAX + "\n")
        .getBytes(StandardCharsets.US_ASCII);
  }
}
