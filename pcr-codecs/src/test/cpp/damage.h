#ifndef PCR_TEST_DAMAGE_H
#define PCR_TEST_DAMAGE_H

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

// Files, and what becomes of them on bad disks; the same in every run.
namespace damage {

using Bytes = std::vector<uint8_t>;

static const size_t HEADERS = 700;

static inline Bytes read_file(const char *name) {
  Bytes bytes;
  FILE *file = fopen(name, "rb");
  if (file == nullptr) {
    perror(name);
    exit(2);
  }
  for (int c; (c = getc(file)) != EOF;) bytes.push_back((uint8_t)c);
  fclose(file);
  return bytes;
}

static std::mt19937 random_bits(20260);

static inline size_t below(size_t n) { return n == 0 ? 0 : random_bits() % n; }

static inline void cut(Bytes *bytes) { bytes->resize(below(bytes->size() + 1)); }

static inline void flip_bits(Bytes *bytes) {
  for (size_t hits = 1 + below(8); hits > 0 && !bytes->empty(); hits--) {
    (*bytes)[below(bytes->size())] ^= (uint8_t)(1 << below(8));
  }
}

static inline void overwrite_headers(Bytes *bytes) {
  for (size_t hits = 1 + below(4); hits > 0 && !bytes->empty(); hits--) {
    (*bytes)[below(bytes->size() < HEADERS ? bytes->size() : HEADERS)] = (uint8_t)below(256);
  }
}

static inline Bytes damaged(Bytes bytes) {
  switch (below(4)) {
    case 0:
      cut(&bytes);
      break;
    case 1:
      flip_bits(&bytes);
      break;
    case 2:
      overwrite_headers(&bytes);
      break;
    default:
      break;
  }
  bytes.shrink_to_fit();  // so that a byte too far is seen
  return bytes;
}

}  // namespace damage

#endif
