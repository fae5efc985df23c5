package io.pcr.reader.internal.quality;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.PixelFormat;
import io.pcr.format.quality.ViewSize;
import java.nio.ByteBuffer;

/**
 * What a model sees of a picture: the picture resized so that its shorter side has a number of
 * pixels, and of that the square in the middle. Resizing is bilinear, over as many pixels as one of
 * the result covers; columns first, then rows, 8 bits between. This is how Pillow resizes and
 * torchvision crops, to the last bit.
 *
 * <p>Not thread-safe: it keeps its working memory from one call to the next. It needs no closing.
 */
public final class ModelView {
  private static final int CHANNELS = PixelFormat.RGB.channels();

  private final ViewSize size;
  private byte[] row = {};
  private byte[] narrow = {};
  private final byte[] result;

  /**
   * @param size not full size
   * @throws IllegalArgumentException when it is full size, or too large for one buffer
   */
  public ModelView(ViewSize size) {
    requireNonNull(size, "size");
    long bytes = PixelFormat.RGB.imageBytes(size.crop(), size.crop());
    if (size.isFull() || bytes > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(size + " is not a size of a view");
    }
    this.size = size;
    result = new byte[(int) PixelFormat.RGB.rowBytes(size.crop())];
  }

  /**
   * Writes the view of a picture.
   *
   * @param rgb rows from the position on, without padding; the call leaves the position unchanged
   * @param out receives {@code crop} rows of {@code crop} pixels at its position, which moves to
   *     the end of the last row
   * @throws IllegalArgumentException when the picture has no pixel, or a buffer is too short
   */
  public void of(ByteBuffer rgb, int width, int height, ByteBuffer out) {
    int crop = size.crop();
    if (width < 1
        || height < 1
        || rgb.remaining() < PixelFormat.RGB.imageBytes(width, height)
        || out.remaining() < PixelFormat.RGB.imageBytes(crop, crop)) {
      throw new IllegalArgumentException("not a picture of " + width + " x " + height);
    }
    int shorter = Math.min(width, height);
    ResizedLine columns = line(width, shorter);
    ResizedLine rows = line(height, shorter);
    narrow(rgb, width, columns, rows);
    int stride = crop * CHANNELS;
    for (int y = 0; y < crop; y++) {
      int first = (rows.first(y) - rows.first(0)) * stride;
      for (int i = 0; i < stride; i++) {
        result[i] = rows.sum(narrow, first + i, stride, y);
      }
      out.put(result);
    }
  }

  /** One direction: what of it is resized to what, and which part of that is in the middle. */
  private ResizedLine line(int length, int shorter) {
    int resized = (int) ((long) length * size.resize() / shorter);
    int before = (int) Math.rint((resized - size.crop()) / 2.0);
    return new ResizedLine(length, resized, before, size.crop());
  }

  /** Resizes along x the rows that the result needs. */
  private void narrow(ByteBuffer rgb, int width, ResizedLine columns, ResizedLine rows) {
    int stride = width * CHANNELS;
    int top = rows.first(0);
    int height = rows.end() - top;
    int needed = Math.multiplyExact(height, size.crop() * CHANNELS);
    row = row.length < stride ? new byte[stride] : row;
    narrow = narrow.length < needed ? new byte[needed] : narrow;
    int to = 0;
    for (int y = top; y < top + height; y++) {
      rgb.get(rgb.position() + y * stride, row, 0, stride);
      for (int x = 0; x < size.crop(); x++) {
        int first = columns.first(x) * CHANNELS;
        for (int channel = 0; channel < CHANNELS; channel++) {
          narrow[to++] = columns.sum(row, first + channel, CHANNELS, x);
        }
      }
    }
  }
}
