package io.pcr.reader.internal;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodeOptions.Crop;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.Arrays;
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

  /** What a decoder's limits let pass may still be more than a buffer holds. */
  static int checkedLength(long bytes, String name) throws PcrException {
    int most = Integer.MAX_VALUE - 8;
    if (bytes > most) {
      throw new PcrException.LimitExceeded(
          new FieldLocation("Sample.file", 0, name), Limit.BUFFER_BYTES, bytes, most);
    }
    return (int) bytes;
  }

  DecodedImage deliver(DecodeOptions options, ByteBuffer out, String name) throws PcrException {
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
      throw new PcrException.LimitExceeded(
          new FieldLocation("Sample.file", 0, name), Limit.OUTPUT_ROOM, needed, out.remaining());
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

  /** Each pixel becomes the mean of a square of them, as far as that is inside the image. */
  private void convert(Crop crop, PixelFormat wanted, int factor, ByteBuffer out, int stride) {
    int channels = format.channels();
    int left = crop.x() * factor;
    int columns = Math.min(crop.width() * factor, width - left);
    byte[] row = new byte[columns * channels];
    int[] sums = new int[crop.width() * channels];
    byte[] converted = new byte[crop.width() * wanted.channels()];
    for (int y = 0; y < crop.height(); y++) {
      int top = (crop.y() + y) * factor;
      int rows = Math.min(factor, height - top);
      Arrays.fill(sums, 0);
      for (int r = 0; r < rows; r++) {
        bytes.get(bytes.position() + ((top + r) * width + left) * channels, row);
        add(row, sums, factor, channels);
      }
      for (int x = 0; x < crop.width(); x++) {
        int count = rows * Math.min(factor, columns - x * factor);
        for (int c = 0; c < channels; c++) {
          int at = x * channels + c;
          sums[at] = (sums[at] + count / 2) / count;
        }
        put(sums, x * channels, wanted, converted, x * wanted.channels());
      }
      out.put(out.position() + y * stride, converted);
    }
  }

  private static void add(byte[] row, int[] sums, int factor, int channels) {
    int i = 0;
    for (int pixel = 0; pixel < sums.length; pixel += channels) {
      int end = Math.min(i + factor * channels, row.length);
      while (i < end) {
        for (int c = 0; c < channels; c++) {
          sums[pixel + c] += row[i++] & 0xFF;
        }
      }
    }
  }

  private void put(int[] means, int from, PixelFormat wanted, byte[] row, int at) {
    if (wanted == PixelFormat.RGB) {
      for (int c = 0; c < wanted.channels(); c++) {
        row[at + c] = (byte) means[format == PixelFormat.RGB ? from + c : from];
      }
    } else if (format == PixelFormat.GREY) {
      row[at] = (byte) means[from];
    } else {
      int luma =
          RED_WEIGHT * means[from] + GREEN_WEIGHT * means[from + 1] + BLUE_WEIGHT * means[from + 2];
      row[at] = (byte) ((luma + (1 << (WEIGHT_BITS - 1))) >> WEIGHT_BITS);
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
}
