#ifndef PCR_PIXELS_LUMA_H
#define PCR_PIXELS_LUMA_H

#include <cstddef>
#include <cstdint>

namespace pcr {

// The luma of JPEG (ITU-R BT.601) in 16-bit fixed point, rounded; io.pcr.codecs.internal.raw.Luma is the same.
inline void rgb_to_luma(const uint8_t *rgb, uint8_t *luma, size_t pixels) {
  for (size_t i = 0; i < pixels; i++, rgb += 3) {
    luma[i] = (uint8_t)((19595u * rgb[0] + 38470u * rgb[1] + 7471u * rgb[2] + 32768u) >> 16);
  }
}

inline void grey_to_rgb(const uint8_t *grey, uint8_t *rgb, size_t pixels) {
  for (size_t i = 0; i < pixels; i++, rgb += 3) {
    rgb[0] = rgb[1] = rgb[2] = grey[i];
  }
}

}  // namespace pcr

#endif
