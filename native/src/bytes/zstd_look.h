#ifndef PCR_BYTES_ZSTD_LOOK_H
#define PCR_BYTES_ZSTD_LOOK_H

#include <cstdint>

#include "../../include/pcr_bytes.h"

namespace pcr {

inline uint64_t little_endian(const uint8_t *p, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; i++) value |= (uint64_t)p[i] << (8 * i);
  return value;
}

// RFC 8878, 3.1.1: the header of a frame, then its blocks by their headers alone.
inline int32_t zstd_look(const uint8_t *p, int64_t length, pcr_zstd_facts *facts) {
  static const int64_t LARGEST_BLOCK = 131072;
  if (length < 6 || little_endian(p, 4) != 0xFD2FB528u) return PCR_CORRUPT;
  int descriptor = p[4];
  bool single = descriptor & 0x20;
  int dictionary_bytes = (int[]){0, 1, 2, 4}[descriptor & 3];
  int size_code = descriptor >> 6;
  int size_bytes = size_code == 0 ? (single ? 1 : 0) : 1 << size_code;
  int64_t at = 5 + (single ? 0 : 1) + dictionary_bytes + size_bytes;
  if (at > length) return PCR_CORRUPT;
  facts->window = -1;
  if (!single) {
    int exponent = p[5] >> 3, mantissa = p[5] & 7;
    int64_t base = (int64_t)1 << (10 + exponent);
    facts->window = base + base / 8 * mantissa;
  }
  facts->content = -1;
  if (size_bytes > 0) {
    uint64_t size = little_endian(p + at - size_bytes, size_bytes) + (size_bytes == 2 ? 256 : 0);
    facts->content = size > INT64_MAX ? INT64_MAX : (int64_t)size;
  }
  facts->reserved_bit = (descriptor >> 3) & 1;
  facts->has_dictionary_id = dictionary_bytes > 0;
  facts->bound = 0;
  for (bool last = false; !last;) {
    if (length - at < 3) return PCR_CORRUPT;
    uint32_t header = (uint32_t)little_endian(p + at, 3);
    last = header & 1;
    int type = (header >> 1) & 3;
    int64_t size = header >> 3, stored = type == 1 ? 1 : size;
    if (type == 3 || size > LARGEST_BLOCK || length - at - 3 < stored) return PCR_CORRUPT;
    facts->bound += type == 2 ? LARGEST_BLOCK : size;
    at += 3 + stored;
  }
  if (descriptor & 4) at += 4;
  if (at > length) return PCR_CORRUPT;
  facts->length = at;
  return PCR_OK;
}

}  // namespace pcr

#endif
