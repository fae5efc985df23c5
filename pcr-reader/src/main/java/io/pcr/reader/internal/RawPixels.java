package io.pcr.reader.internal;

import io.pcr.codecs.CodecException;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodeOptions.Crop;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.Limits;
import io.pcr.format.error.FieldLocation;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Pixels of a whole image, delivered as {@link DecodeOptions} want them: what a JPEG's decoder does
 * on the way, done afterwards for the formats whose decoders cannot.
 *
 * @param bytes rows from the top without padding, from position to limit
 */
record RawPixels(ByteBuffer bytes, int width, int height, PixelFormat format) {
  private static final int RED_WEIGHT = 19595;
  private static final int GREEN_WEIGHT = 38470;
  private static final int BLUE_WEIGHT = 7471;
  private static final int WEIGHT_BITS = 16;

  static int checkedLength(long bytes, String name, Limits limits) throws CodecException {
    long limit = Math.min(limits.pixels() * PixelFormat.RGB.channels(), Integer.MAX_VALUE - 8);
    if (bytes > limit) {
      throw CodecException.limit(
          new FieldLocation("Sample.file", 0, name), "bytes of pixels", bytes, limit);
    }
    return (int) bytes;
  }

  DecodedImage deliver(DecodeOptions options, ByteBuffer out, String name) throws CodecException {
    int factor = factor(options.scale());
    int scaledWidth = options.scale().of(width);
    int scaledHeight = options.scale().of(height);
    Crop crop = options.crop().orElse(new Crop(0, 0, scaledWidth, scaledHeight));
    if ((long) crop.x() + crop.width() > scaledWidth
        || (long) crop.y() + crop.height() > scaledHeight) {
      throw new IllegalArgumentException(
          crop + " is not inside " + scaledWidth + " x " + scaledHeight);
    }
    int row = crop.width() * options.format().channels();
    int stride = options.rowStride() == 0 ? row : options.rowStride();
    if (stride < row) {
      throw new IllegalArgumentException("row stride " + stride + " for rows of " + row);
    }
    long needed = (long) stride * (crop.height() - 1) + row;
    if (needed > out.remaining()) {
      throw CodecException.limit(
          new FieldLocation("Sample.file", 0, name), "bytes of pixels", needed, out.remaining());
    }
    if (factor == 1 && format == options.format()) {
      copy(crop, out, row, stride);
    } else {
      convert(crop, options.format(), factor, out, stride);
    }
    out.position(out.position() + (int) needed);
    return new DecodedImage(crop.width(), crop.height(), stride, options, List.of());
  }

  private void copy(Crop crop, ByteBuffer out, int row, int stride) {
    int ownRow = width * format.channels();
    int from = bytes.position() + crop.y() * ownRow + crop.x() * format.channels();
    if (row == ownRow && stride == row) {
      out.put(out.position(), bytes, from, crop.height() * row);
      return;
    }
    for (int y = 0; y < crop.height(); y++) {
      out.put(out.position() + y * stride, bytes, from + y * ownRow, row);
    }
  }

  private void convert(Crop crop, PixelFormat wanted, int factor, ByteBuffer out, int stride) {
    for (int y = 0; y < crop.height(); y++) {
      int at = out.position() + y * stride;
      for (int x = 0; x < crop.width(); x++, at += wanted.channels()) {
        put(out, at, wanted, (crop.x() + x) * factor, (crop.y() + y) * factor, factor);
      }
    }
  }

  private static int factor(DecodeOptions.Scale scale) {
    return switch (scale) {
      case FULL -> 1;
      case HALF -> 2;
      case QUARTER -> 4;
      case EIGHTH -> 8;
    };
  }

  private void put(ByteBuffer out, int at, PixelFormat wanted, int x, int y, int factor) {
    if (wanted == PixelFormat.RGB) {
      for (int c = 0; c < wanted.channels(); c++) {
        out.put(at + c, (byte) mean(x, y, factor, format == PixelFormat.RGB ? c : 0));
      }
    } else if (format == PixelFormat.GREY) {
      out.put(at, (byte) mean(x, y, factor, 0));
    } else {
      int luma =
          RED_WEIGHT * mean(x, y, factor, 0)
              + GREEN_WEIGHT * mean(x, y, factor, 1)
              + BLUE_WEIGHT * mean(x, y, factor, 2);
      out.put(at, (byte) ((luma + (1 << (WEIGHT_BITS - 1))) >> WEIGHT_BITS));
    }
  }

  /** The mean of one channel over a square, as far as it is inside the image. */
  private int mean(int x, int y, int side, int channel) {
    int channels = format.channels();
    int right = Math.min(x + side, width);
    int bottom = Math.min(y + side, height);
    int sum = 0;
    for (int row = y; row < bottom; row++) {
      int at = bytes.position() + (row * width + x) * channels + channel;
      for (int column = x; column < right; column++, at += channels) {
        sum += bytes.get(at) & 0xFF;
      }
    }
    int count = (right - x) * (bottom - y);
    return (sum + count / 2) / count;
  }
}
