#ifndef PCR_RENDER_PICTURE_H
#define PCR_RENDER_PICTURE_H

#include <cstddef>
#include <cstdint>

#include "../pixels/luma.h"
#include "failure.h"

namespace pcr {

// Pixels in rows from the top.
struct picture {
  const uint8_t *pixels;
  int width, height, channels;
  int64_t stride;  // from a row to the next

  const uint8_t *row(int y) const { return pixels + y * stride; }
};

// Rows without padding.
inline picture packed(const uint8_t *pixels, int width, int height, int channels) {
  return {pixels, width, height, channels, (int64_t)width * channels};
}

// The part of an image, shrunk by 8 / eighths, that its views are made of.
struct region {
  int eighths;
  int x, y, width, height;
};

// As a JPEG's decoder rounds it.
inline int shrunk(int size, int eighths) { return (int)(((int64_t)size * eighths + 7) / 8); }

inline void put_pixel(const int *mean, int from_channels, uint8_t *to, int channels) {
  if (channels == 3) {
    for (int c = 0; c < 3; c++) to[c] = (uint8_t)mean[from_channels == 3 ? c : 0];
  } else if (from_channels == 1) {
    to[0] = (uint8_t)mean[0];
  } else {
    uint8_t rgb[3] = {(uint8_t)mean[0], (uint8_t)mean[1], (uint8_t)mean[2]};
    rgb_to_luma(rgb, to, 1);
  }
}

// Takes a region out of a whole image: each pixel is the mean of a square of them, as far as that is inside the image.
inline void take_region(const picture &from, const region &part, int channels, uint8_t *to) {
  int factor = 8 / part.eighths;
  for (int y = 0; y < part.height; y++) {
    int top = (part.y + y) * factor, rows = from.height - top < factor ? from.height - top : factor;
    for (int x = 0; x < part.width; x++, to += channels) {
      int left = (part.x + x) * factor, columns = from.width - left < factor ? from.width - left : factor;
      int mean[3] = {0, 0, 0}, count = rows * columns;
      for (int r = 0; r < rows; r++) {
        const uint8_t *pixel = from.row(top + r) + (size_t)left * from.channels;
        for (int i = 0; i < columns; i++, pixel += from.channels) {
          for (int c = 0; c < from.channels; c++) mean[c] += pixel[c];
        }
      }
      for (int c = 0; c < from.channels; c++) mean[c] = (mean[c] + count / 2) / count;
      put_pixel(mean, from.channels, to, channels);
    }
  }
}

}  // namespace pcr

#endif
