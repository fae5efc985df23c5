#ifndef PCR_JPEG_CHOICE_RUN_COUNTS_H
#define PCR_JPEG_CHOICE_RUN_COUNTS_H

#include "jpeg/choice/code_cost.h"
#include "jpeg/choice/plane.h"
#include "jpeg/progressive/ac_write.h"

// The symbols of every scan that neighbouring bands can make together, all counted in one pass over a plane. A symbol says
// how many zeros lie between a coefficient and the one before it, so it is the same in all scans that hold both; only
// where the one before lies outside does it depend on where the scan begins.
namespace pcr_jpeg {

static const int SIZES = 10;
static const int RUNS = 16;
static const int LONG_RUN = 0;  // sixteen zeros; behind it, for each size, the runs in front of a coefficient
static const int COEFFICIENT_CODES = 1 + SIZES * RUNS;
static const int END_CODES = 15;
static const int UNSEEN = -1;

typedef uint32_t CodeHistogram[COEFFICIENT_CODES];

struct RunCounts {
  Bands bands;
  int codes;  // that can occur
  uint8_t band_at[DCTSIZE2];
  CodeHistogram between[MOST_BANDS][MOST_BANDS];  // by the bands of the one before and of the coefficient
  CodeHistogram first[MOST_BANDS][MOST_BANDS];    // by the scan's first band and that of the coefficient
  uint32_t ends[MOST_BANDS][MOST_BANDS][END_CODES];  // by first and last band; of so many blocks
  uint32_t ended_from[MOST_BANDS][MOST_BANDS];  // the first block whose end is not said yet
  uint64_t refined[MOST_BANDS];                 // bits of what was not zero before
};

// No coefficient to be counted has more bits than `sizes`.
inline void begin_counts(RunCounts *c, const Bands &bands, int sizes) {
  c->bands = bands;
  c->codes = 1 + sizes * RUNS;
  size_t bytes = (size_t)c->codes * sizeof(uint32_t);
  for (int b = 0; b < bands.count; b++) {
    for (int k = bands.first[b]; k <= bands.last[b]; k++) c->band_at[k] = (uint8_t)b;
    for (int first = 0; first <= b; first++) {
      memset(c->between[first][b], 0, bytes);
      memset(c->first[first][b], 0, bytes);
    }
  }
  memset(c->ends, 0, sizeof c->ends);
  memset(c->ended_from, 0, sizeof c->ended_from);
  memset(c->refined, 0, sizeof c->refined);
}

inline void say_ends(RunCounts *c, int first, int last, uint32_t blocks) {
  uint32_t *ends = c->ends[first][last];
  for (; blocks >= LONGEST_BAND_RUN; blocks -= LONGEST_BAND_RUN) ends[END_CODES - 1]++;
  if (blocks > 0) ends[bit_length(blocks) - 1]++;
}

// A block ends, in all scans that hold a coefficient of it, what blocks before it left to be said. `held` are the bands
// with a coefficient, `filled` those whose last place has one.
PCR_IN_LOOP inline void say_ends_before(RunCounts *c, unsigned held, unsigned filled, uint32_t block) {
  int count = c->bands.count;
  for (int first = bit_length(held) - 1; first >= 0; first--) {
    for (int last = __builtin_ctz(held >> first) + first; last < count; last++) {
      uint32_t *from = &c->ended_from[first][last];
      if (block > *from) say_ends(c, first, last, block - *from);
      *from = block + (filled >> last & 1);
    }
  }
}

// `before` are places that were not zero before, which no run counts.
PCR_IN_LOOP inline void count_block(RunCounts *c, const JCOEF *block, NonZero set, NonZero before, int low_bits, uint32_t at) {
  unsigned held = 0, filled = 0;
  int previous = 0, previous_band = UNSEEN;
  for (; set != 0; set &= set - 1) {
    int k = lowest(set), band = c->band_at[k];
    int size = bit_length(magnitude(block[ZIGZAG[k]]) >> low_bits);
    int base = 1 + (size < SIZES ? size - 1 : SIZES - 1) * RUNS;
    NonZero passed = before & (((NonZero)1 << k) - 1);
    if (previous_band != UNSEEN) {
      int zeros = k - previous - 1;
      if (passed >> previous != 0) zeros -= size_of(passed >> previous);
      uint32_t *counts = c->between[previous_band][band];
      counts[base + (zeros & (RUNS - 1))]++;
      if (zeros >= RUNS) counts[LONG_RUN] += (uint32_t)(zeros / RUNS);
    }
    for (int first = previous_band + 1; first <= band; first++) {
      int start = c->bands.first[first], zeros = k - start;
      if (passed >> start != 0) zeros -= size_of(passed >> start);
      uint32_t *counts = c->first[first][band];
      counts[base + (zeros & (RUNS - 1))]++;
      if (zeros >= RUNS) counts[LONG_RUN] += (uint32_t)(zeros / RUNS);
    }
    held |= 1u << band;
    filled |= (unsigned)(k == c->bands.last[band]) << band;
    previous = k;
    previous_band = band;
  }
  say_ends_before(c, held, filled, at);
}

// Enough coefficients to tell scans apart that differ by a few parts in a hundred.
static const uint64_t ENOUGH_COEFFICIENTS = 1024;
static const uint64_t ENOUGH_COLOUR_COEFFICIENTS = 512;  // as there are two planes

inline SomeRows rows_to_count(const Plane &plane, int low_bits) {
  return some_rows(plane.grid, plane.nonzero[low_bits] / (plane.is_colour ? ENOUGH_COLOUR_COEFFICIENTS : ENOUGH_COEFFICIENTS));
}

// Scans that send coefficients for the first time.
PCR_LOOP inline void count_first(const Picture *p, const Plane &plane, const SomeRows &rows, int low_bits, RunCounts *c) {
  uint32_t at = 0;
  for (int y = rows.first; y < plane.grid.high; y += rows.stride) {
    JBLOCKROW row = row_of_blocks(p, plane, y);
    const BlockBits *bits = bits_of_row(p, plane, y);
    for (int x = 0; x < plane.grid.wide; x++, at++) {
      NonZero set = bits[x].nonzero(low_bits) & ALL_BUT_DC;
      if (set != 0) count_block(c, row[x], set, 0, low_bits, at);
    }
  }
}

// Scans that send one bit more.
PCR_LOOP inline void count_refinement(const Picture *p, const Plane &plane, const SomeRows &rows, int low_bits, RunCounts *c) {
  NonZero band[MOST_BANDS];
  for (int b = 0; b < c->bands.count; b++) band[b] = band_set(c->bands, b);
  uint32_t at = 0;
  for (int y = rows.first; y < plane.grid.high; y += rows.stride) {
    JBLOCKROW row = row_of_blocks(p, plane, y);
    const BlockBits *bits = bits_of_row(p, plane, y);
    for (int x = 0; x < plane.grid.wide; x++, at++) {
      NonZero before = bits[x].nonzero(low_bits + 1) & ALL_BUT_DC;
      NonZero set = bits[x].bit[low_bits] & ~before & ALL_BUT_DC;
      if (before != 0) {
        for (int b = 0; b < c->bands.count; b++) c->refined[b] += (unsigned)size_of(before & band[b]);
      }
      if (set != 0) count_block(c, row[x], set, before, low_bits, at);
    }
  }
}

// Behind the last block.
inline void end_counts(RunCounts *c, uint32_t blocks) {
  for (int first = 0; first < c->bands.count; first++) {
    for (int last = first; last < c->bands.count; last++) {
      say_ends(c, first, last, blocks - c->ended_from[first][last]);
    }
  }
}

}  // namespace pcr_jpeg

#endif
