#ifndef PCR_BYTES_CROPS_H
#define PCR_BYTES_CROPS_H

#include <algorithm>
#include <cmath>

#include "../../include/pcr_bytes.h"

namespace pcr {

// spec/loader.md, sections 2 and 9: whole numbers alone, so that all machines draw the same crops.
__extension__ typedef unsigned __int128 wide;

inline uint64_t crop_mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

class crop_draws {
 public:
  crop_draws(uint64_t seed, uint64_t epoch, uint64_t number, uint64_t view) {
    for (uint64_t v : {seed, epoch, PURPOSE, number, view}) key_ = crop_mix(key_ + STEP + v);
  }
  uint64_t number(uint64_t i) const { return crop_mix(key_ + (i + 1) * STEP); }
  int64_t below(uint64_t i, int64_t n) const { return (int64_t)(((wide)number(i) * (uint64_t)n) >> 64); }

 private:
  static const uint64_t STEP = 0x9e3779b97f4a7c15u;
  static constexpr uint64_t PURPOSE = 7;
  uint64_t key_ = 0;
};

// The whole square root, rounded down.
inline uint64_t whole_root(wide x) {
  if (x < ((wide)1 << 62)) {
    uint64_t n = (uint64_t)x, root = (uint64_t)std::sqrt((double)n);
    while (root * root > n) root--;
    while ((root + 1) * (root + 1) <= n) root++;
    return root;
  }
  uint64_t root = 0;
  for (int bit = 63; bit >= 0; bit--) {
    uint64_t next = root | ((uint64_t)1 << bit);
    if ((wide)next * next <= x) root = next;
  }
  return root;
}

inline pcr_crop random_crop(const pcr_crop_rule &rule, const crop_draws &draws, int64_t w, int64_t h) {
  pcr_crop crop = {0, 0, w, h, (int64_t)(draws.number(40) & 1)};
  for (uint64_t t = 0; t < 10; t++) {
    wide area = ((wide)w * (wide)h * (wide)(rule.least_area + draws.below(4 * t, rule.most_area - rule.least_area + 1))) >> 20;
    uint64_t bits = draws.number(4 * t + 1);
    wide low = (wide)rule.least_ratio, high = (wide)rule.most_ratio;
    for (int bit = 63; bit > 47; bit--) {
      wide middle = whole_root(low * high);
      ((bits >> bit) & 1 ? low : high) = middle;
    }
    uint64_t cw = (whole_root((area * low) >> 26) + 1) / 2, ch = (whole_root((area << 22) / low) + 1) / 2;
    if (1 <= cw && cw <= (uint64_t)w && 1 <= ch && ch <= (uint64_t)h) {
      crop.width = (int64_t)cw;
      crop.height = (int64_t)ch;
      crop.x = draws.below(4 * t + 2, w - crop.width + 1);
      crop.y = draws.below(4 * t + 3, h - crop.height + 1);
      return crop;
    }
  }
  wide unit = (wide)w << 24;
  if (unit < (wide)h * (wide)rule.least_ratio) {
    crop.height = std::min(h, std::max((int64_t)1, (int64_t)(unit / (wide)rule.least_ratio)));
  } else if (unit > (wide)h * (wide)rule.most_ratio) {
    crop.width = std::min(w, std::max((int64_t)1, (int64_t)(((wide)h * (wide)rule.most_ratio) >> 24)));
  }
  crop.x = (w - crop.width) / 2;
  crop.y = (h - crop.height) / 2;
  return crop;
}

}  // namespace pcr

#endif
