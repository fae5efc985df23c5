#ifndef PCR_BYTES_CRC32C_H
#define PCR_BYTES_CRC32C_H

#include <array>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <nmmintrin.h>
#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>
#endif

namespace pcr {

// A table for each of eight bytes that are taken at once.
inline const std::array<std::array<uint32_t, 256>, 8> &crc32c_tables() {
  static const std::array<std::array<uint32_t, 256>, 8> tables = [] {
    std::array<std::array<uint32_t, 256>, 8> t;
    for (uint32_t i = 0; i < 256; i++) {
      uint32_t c = i;
      for (int bit = 0; bit < 8; bit++) c = (c >> 1) ^ (0x82F63B78u & (0u - (c & 1)));
      t[0][i] = c;
    }
    for (size_t k = 1; k < 8; k++) {
      for (uint32_t i = 0; i < 256; i++) t[k][i] = (t[k - 1][i] >> 8) ^ t[0][t[k - 1][i] & 255];
    }
    return t;
  }();
  return tables;
}

inline uint32_t crc32c_by_table(uint32_t c, const uint8_t *p, int64_t length) {
  const auto &t = crc32c_tables();
  for (; length >= 8; p += 8, length -= 8) {
    uint64_t w;
    memcpy(&w, p, 8);
    w ^= c;
    c = t[7][w & 255] ^ t[6][(w >> 8) & 255] ^ t[5][(w >> 16) & 255] ^ t[4][(w >> 24) & 255] ^ t[3][(w >> 32) & 255] ^
        t[2][(w >> 40) & 255] ^ t[1][(w >> 48) & 255] ^ t[0][w >> 56];
  }
  for (; length > 0; length--) c = (c >> 8) ^ t[0][(c ^ *p++) & 255];
  return c;
}

// What c becomes when `BLOCK` zero bytes follow: the instruction has a latency of three cycles, so three blocks go side by side,
// and are put together with this.
class crc32c_shift {
 public:
  explicit crc32c_shift(int64_t zeros) {
    const auto &t = crc32c_tables();
    for (int k = 0; k < 4; k++) {
      for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i << (8 * k);
        for (int64_t z = 0; z < zeros; z++) c = (c >> 8) ^ t[0][c & 255];
        parts_[k][i] = c;
      }
    }
  }
  uint32_t operator()(uint32_t c) const {
    return parts_[0][c & 255] ^ parts_[1][(c >> 8) & 255] ^ parts_[2][(c >> 16) & 255] ^ parts_[3][c >> 24];
  }

 private:
  uint32_t parts_[4][256];
};

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) inline uint32_t crc32c_by_instruction(uint32_t start, const uint8_t *p, int64_t length) {
  static const int64_t BLOCK = 512;
  static const crc32c_shift shift(BLOCK);
  uint64_t c = start, w;
  for (; length >= 3 * BLOCK; p += 3 * BLOCK, length -= 3 * BLOCK) {
    uint64_t second = 0, third = 0;
    for (int64_t i = 0; i < BLOCK; i += 8) {
      uint64_t a, b, d;
      memcpy(&a, p + i, 8);
      memcpy(&b, p + BLOCK + i, 8);
      memcpy(&d, p + 2 * BLOCK + i, 8);
      c = _mm_crc32_u64(c, a);
      second = _mm_crc32_u64(second, b);
      third = _mm_crc32_u64(third, d);
    }
    c = shift(shift((uint32_t)c) ^ (uint32_t)second) ^ (uint32_t)third;
  }
  for (; length >= 8; p += 8, length -= 8) {
    memcpy(&w, p, 8);
    c = _mm_crc32_u64(c, w);
  }
  for (; length > 0; length--) c = _mm_crc32_u8((uint32_t)c, *p++);
  return (uint32_t)c;
}
#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
inline uint32_t crc32c_by_instruction(uint32_t c, const uint8_t *p, int64_t length) {
  for (; length >= 8; p += 8, length -= 8) {
    uint64_t w;
    memcpy(&w, p, 8);
    c = __crc32cd(c, w);
  }
  for (; length > 0; length--) c = __crc32cb(c, *p++);
  return c;
}
#endif

inline uint32_t crc32c(uint32_t before, const void *bytes, int64_t length) {
  const uint8_t *p = static_cast<const uint8_t *>(bytes);
#if defined(__x86_64__)
  static const bool has_instruction = __builtin_cpu_supports("sse4.2");
  if (has_instruction) return ~crc32c_by_instruction(~before, p, length);
#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
  return ~crc32c_by_instruction(~before, p, length);
#endif
  return ~crc32c_by_table(~before, p, length);
}

}  // namespace pcr

#endif
