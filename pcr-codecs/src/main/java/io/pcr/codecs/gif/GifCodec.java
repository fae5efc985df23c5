package io.pcr.codecs.gif;

import io.pcr.codecs.CodecException;
import io.pcr.codecs.ImageCodec;
import io.pcr.codecs.ImageInfo;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.raw.Luma;
import io.pcr.format.Limits;
import io.pcr.format.error.FieldLocation;
import java.nio.ByteBuffer;

/**
 * GIF 87a and 89a in Java alone: the first frame, on a screen of the background colour.
 * Transparency is dropped, what moves stands still. Stateless and thread-safe.
 */
public final class GifCodec implements ImageCodec {
  private static final int COLOUR_CHANNELS = 3;

  private final long maxPixels;

  /** A codec with the default limit on pixels. */
  public GifCodec() {
    this(Limits.DEFAULT);
  }

  public GifCodec(Limits limits) {
    maxPixels = limits.pixels();
  }

  @Override
  public ImageInfo info(ByteBuffer image, String name) throws CodecException {
    return info(GifReader.of(image, name), name);
  }

  private ImageInfo info(GifReader reader, String name) throws CodecException {
    long pixels = (long) reader.width() * reader.height();
    if (pixels > maxPixels) {
      throw CodecException.limit(
          new FieldLocation("GIF.screen", 0, name), "pixels", pixels, maxPixels);
    }
    return new ImageInfo(reader.width(), reader.height(), COLOUR_CHANNELS);
  }

  @Override
  public void decode(ByteBuffer image, String name, PixelFormat format, ByteBuffer out)
      throws CodecException {
    GifReader reader = GifReader.of(image, name);
    ImageInfo info = info(reader, name);
    if (info.bytes(format) > out.remaining()) {
      throw CodecException.limit(
          new FieldLocation("GIF.screen", 0, name),
          "bytes of output",
          info.bytes(format),
          out.remaining());
    }
    GifFrame frame = reader.firstFrame();
    byte[] indexes = frame.indexes();
    byte[] row = new byte[(int) format.rowBytes(info.width())];
    for (int y = 0; y < info.height(); y++) {
      for (int x = 0; x < info.width(); x++) {
        boolean inside = frame.contains(x, y);
        byte[] palette = inside ? frame.palette() : reader.palette();
        int index = inside ? indexes[frame.at(x, y)] & 0xFF : reader.background();
        put(palette, COLOUR_CHANNELS * index, row, x, format);
      }
      out.put(row);
    }
  }

  /** A colour that the palette does not have is black. */
  private static void put(byte[] palette, int entry, byte[] row, int x, PixelFormat format) {
    boolean known = entry + COLOUR_CHANNELS <= palette.length;
    byte red = known ? palette[entry] : 0;
    byte green = known ? palette[entry + 1] : 0;
    byte blue = known ? palette[entry + 2] : 0;
    if (format == PixelFormat.GREY) {
      row[x] = Luma.of(red, green, blue);
    } else {
      row[COLOUR_CHANNELS * x] = red;
      row[COLOUR_CHANNELS * x + 1] = green;
      row[COLOUR_CHANNELS * x + 2] = blue;
    }
  }
}
