#ifndef PCR_JPEG_PROGRESSIVE_SCAN_STATE_H
#define PCR_JPEG_PROGRESSIVE_SCAN_STATE_H

#include "jpeg/layout.h"
#include "jpeg/progressive/code_table.h"

// The loops over all blocks are compiled also for processors of the last ten years, whose shifts and counts of
// bits are shorter; which of the two runs is settled when the library is loaded. What they call has to be
// part of them. Sanitizers are not ready when that is settled.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define PCR_LOOP __attribute__((target_clones("default", "arch=x86-64-v3"), noinline))
#define PCR_IN_LOOP __attribute__((always_inline))
#else
#define PCR_LOOP
#define PCR_IN_LOOP
#endif

namespace pcr_jpeg {

static const int ORDER_LENGTH = DCTSIZE2 + 16;

// Where in a block the coefficients of a band lie. A run can lead up to 15 places behind the last, in
// damaged data; those all mean the last.
static constexpr uint8_t ZIGZAG[ORDER_LENGTH] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33,
    40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36,
    29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54,
    47, 55, 62, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63};

// Which coefficients of a block are not zero, bit k for place k of the zigzag order. A block of zeros
// need not be looked at to be refined, and in others it shows which places have a bit.
typedef uint64_t NonZero;

inline NonZero band_of(int first, int last) {
  return (~(NonZero)0 << first) & (~(NonZero)0 >> (DCTSIZE2 - 1 - last));
}

inline int lowest(NonZero set) { return __builtin_ctzll(set); }

inline int bit_length(unsigned value) { return 32 - __builtin_clz(value); }  // of more than 0

inline void mark(NonZero *set, int place, bool is_nonzero) {
  NonZero bit = (NonZero)1 << (place < DCTSIZE2 ? place : DCTSIZE2 - 1);
  *set = is_nonzero ? *set | bit : *set & ~bit;
}

// What is kept from row to row of a scan, and of the coefficients from scan to scan.
struct ProgressiveState {
  int (*libjpeg_consume)(j_decompress_ptr);
  bool ours;  // the scan under way
  JDIMENSION wanted_rows;  // of MCUs of several components; what follows them in a scan is passed over
  BitReader bits;
  unsigned end_of_band_run;
  int last_dc[MAX_COMPS_IN_SCAN];
  CodeTable dc_tables[MAX_COMPS_IN_SCAN];
  CodeTable ac_table;
  NonZero *nonzero[MAX_FRAME_COMPONENTS];  // a row of blocks after the other
  bool nonzero_known[MAX_FRAME_COMPONENTS];
};

}  // namespace pcr_jpeg

#endif
