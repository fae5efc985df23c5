#ifndef PCR_JPEG_PROGRESSIVE_BIT_MOVES_H
#define PCR_JPEG_PROGRESSIVE_BIT_MOVES_H

#include "jpeg/progressive/scan_state.h"

// The bits of a word that stand at a set's places, moved together. One instruction on most processors of the last ten years; a
// loop elsewhere, and where the instruction is slower than that.
namespace pcr_jpeg {

#if defined(__x86_64__)

inline bool find_quick_moves() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
}

static const bool HAS_QUICK_MOVES = find_quick_moves();

inline uint64_t quick_together(uint64_t bits, NonZero set) {
  uint64_t moved;
  __asm__("pextq %2, %1, %0" : "=r"(moved) : "r"(bits), "r"(set));
  return moved;
}

#else

static const bool HAS_QUICK_MOVES = false;

inline uint64_t quick_together(uint64_t, NonZero) { return 0; }

#endif

// The bit at the lowest place becomes the lowest.
PCR_IN_LOOP inline uint64_t moved_together(uint64_t bits, NonZero set) {
  if (HAS_QUICK_MOVES) return quick_together(bits, set);
  uint64_t moved = 0;
  for (int i = 0; set != 0; set &= set - 1) moved |= (bits >> lowest(set) & 1) << i++;
  return moved;
}

// The lowest bit becomes the highest.
inline uint64_t turned_around(uint64_t bits) {
  bits = (bits >> 1 & 0x5555555555555555u) | (bits & 0x5555555555555555u) << 1;
  bits = (bits >> 2 & 0x3333333333333333u) | (bits & 0x3333333333333333u) << 2;
  bits = (bits >> 4 & 0x0F0F0F0F0F0F0F0Fu) | (bits & 0x0F0F0F0F0F0F0F0Fu) << 4;
  return __builtin_bswap64(bits);
}

}  // namespace pcr_jpeg

#endif
