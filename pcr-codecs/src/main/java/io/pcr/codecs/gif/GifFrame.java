package io.pcr.codecs.gif;

/**
 * One image of a GIF: where it stands on the screen, and a colour index for each of its pixels,
 * rows from the top.
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
record GifFrame(int left, int top, int width, int height, byte[] palette, byte[] indexes) {
  boolean contains(int x, int y) {
    return x >= left && x < left + width && y >= top && y < top + height;
  }

  int at(int x, int y) {
    return (y - top) * width + x - left;
  }
}
