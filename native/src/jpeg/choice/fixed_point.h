#ifndef PCR_JPEG_CHOICE_FIXED_POINT_H
#define PCR_JPEG_CHOICE_FIXED_POINT_H

#include <cstdint>

// Losses and logarithms as whole numbers of 2^-28. What scans an image gets must not depend on a library's last bit
// or on how a compiler joins a product and a sum.
namespace pcr_jpeg {

static const int LOSS_BITS = 28;
static const int64_t LOSS_ONE = (int64_t)1 << LOSS_BITS;
static const int64_t LN_2 = 186065279;  // times 2^-28

// ln(1 + x), good to 2^-20; both times 2^28.
inline int64_t log_of_one_and(uint64_t x) {
  uint64_t y = (uint64_t)LOSS_ONE + x;
  int halvings = 63 - __builtin_clzll(y) - LOSS_BITS;
  int64_t m = (int64_t)(y >> halvings);
  int64_t u = (m - LOSS_ONE) * LOSS_ONE / (m + LOSS_ONE);  // ln m = 2 artanh u, and u is below a third
  int64_t square = u * u >> LOSS_BITS;
  int64_t sum = LOSS_ONE / 9;
  for (int n = 7; n >= 1; n -= 2) sum = LOSS_ONE / n + (sum * square >> LOSS_BITS);
  return halvings * LN_2 + 2 * (u * sum >> LOSS_BITS);
}

static const int64_t MILLION = 1000000;

// What may be lost in all for an MS-SSIM, which is given in millionths, above 0 and up to a million.
inline int64_t loss_of_quality(int64_t millionths) {
  return log_of_one_and((uint64_t)((MILLION - millionths) * LOSS_ONE / millionths));
}

}  // namespace pcr_jpeg

#endif
