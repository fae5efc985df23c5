#ifndef PCR_JPEG_CHOICE_LOSS_H
#define PCR_JPEG_CHOICE_LOSS_H

#include "jpeg/choice/fixed_point.h"
#include "jpeg/choice/weights.h"

// What is lost of MS-SSIM, as -ln of it, when low bits of a band are left out; found without decoding anything. An
// error counts by its energy, as far as the metric sees it, over how much the picture varies where it lies.
namespace pcr_jpeg {

static const int SCALE_BITS = 15;
static const uint32_t SCALE_WEIGHT[SCALES] = {1468, 9358, 9834, 7743, 4368};  // of MS-SSIM
static const int PLACE_BITS = 11;
static const unsigned MOST_MAGNITUDE = 2047;
static const int FIT_BITS = 10;

// What the formula misses of the measured, by band; fitted.
static const int DETAIL_FIT[MOST_BANDS] = {1098, 922, 941, 798, 826, 826, 856, 1034};
static const int COLOUR_FIT[MOST_BANDS] = {1132, 882, 847, 882, 974, 0, 0, 0};
static const int DETAIL_DC_FIT[DC_STATES] = {0, 881, 881, 881, 881, 881, 881};
static const int COLOUR_DC_FIT[DC_STATES] = {0, 805, 805, 805, 805, 805, 805};

// Share of a DC error's energy that is seen as variation, in 1024ths: where a block is 16 pixels wide, then 8, 4, 2, 1 and
// a part of one.
static const int SEEN_BITS = 10;
static const int DC_SEEN[SCALES + 6] = {205, 389, 655, 891, 988, 246, 62, 15, 4, 1, 0};

// By scale, of a component that has half of the picture's pixels along an axis or all.
inline int dc_seen(const Picture *p, const Plane &plane, int scale) {
  int place = QUARTERS_OF_OCTAVE * (scale + (plane.across > 1 ? 0 : 1)) + p->smaller;
  int octave = place / QUARTERS_OF_OCTAVE, part = place % QUARTERS_OF_OCTAVE;
  return (DC_SEEN[octave] * (QUARTERS_OF_OCTAVE - part) + DC_SEEN[octave + 1] * part) / QUARTERS_OF_OCTAVE;
}

// What the formula misses by bits left out; fitted on half of the ImageNet images and on photographs of pets.
static const int STATE_FIT[STATES] = {1024, 975, 1017, 1039, 1004, 1027, 1045, 1056};
static const int MIDPOINT_FIT[STATES] = {1024, 936, 964, 994, 985, 1005, 1020, 1030};

// Losses at the first scale are a share of a band's, the same in all its states near enough.
struct BandLoss {
  int64_t loss[MOST_BANDS][STATES];
  int64_t fine[MOST_BANDS];  // of what is lost while the band is not sent, the part at the first scale
};

static const unsigned SMALL_MAGNITUDES = 32;
static const int PLACES_AT_ONCE = 8;

// For each zigzag place and number of bits left out, the weighted squares of what they are.
struct ErrorSums {
  uint64_t sum[DCTSIZE2][STATES];
  uint64_t small[DCTSIZE2][SMALL_MAGNITUDES];  // how much is seen of those of one size, not squared yet
  uint32_t share[SCALES][DCTSIZE2];
  uint64_t fine[DCTSIZE2];  // of all that they are, at the first scale alone
  uint64_t blocks;  // that were looked at
};

// How much of what is to be seen of an image stands in few of its blocks: the mean square over the square of the mean, of
// what blocks lose without any AC coefficient.
struct Concentration {
  uint64_t blocks, sum, squares;
};

static const uint32_t MOST_SEEN_AMPLITUDE = 1 << 11;  // no picture has more
static const int BLOCK_SUM_BITS = 16;
static const uint64_t MOST_BLOCK_SUM = 1 << 18;
static const int CONCENTRATION_BITS = 4;
static const int64_t MOST_CONCENTRATION = 16 << CONCENTRATION_BITS;

inline void add_block(Concentration *c, uint64_t lost) {
  lost >>= BLOCK_SUM_BITS;
  if (lost > MOST_BLOCK_SUM) lost = MOST_BLOCK_SUM;
  c->sum += lost;
  c->squares += lost * lost;
}

inline int64_t concentration_of(const Concentration &c) {
  if (c.sum == 0) return 1 << CONCENTRATION_BITS;
  unsigned __int128 square = (unsigned __int128)c.sum * c.sum;
  unsigned __int128 ratio = ((unsigned __int128)c.squares * c.blocks << CONCENTRATION_BITS) / square;
  return ratio < (unsigned __int128)MOST_CONCENTRATION ? (int64_t)ratio : MOST_CONCENTRATION;
}

// Where missing bits are shown in the middle of what they can be: that middle, in quarters of a step, by bits left out.
static const int QUARTERS_BITS = 2;
static const int MIDDLE_QUARTERS[LEVELS] = {0, 2, 5, 12, 26, 54, 108};

// The square of what a coefficient of this size is shown wrong by; in steps, or where it is shown at the middle in quarters.
template <bool MIDPOINT>
PCR_IN_LOOP inline uint32_t squared_error(unsigned value, int state) {
  unsigned left = state < NOT_SENT ? value & ((1u << state) - 1) : value;
  if (!MIDPOINT) return left * left;
  int error = (int)(left << QUARTERS_BITS) - (state < NOT_SENT && value > left ? MIDDLE_QUARTERS[state] : 0);
  return (uint32_t)(error * error);
}

// What is seen of a block's places, at all scales and at the first.
struct SeenPlaces {
  uint32_t all[DCTSIZE2], fine[DCTSIZE2];
};

// Up to the last one of a set.
PCR_IN_LOOP inline void find_seen(const ErrorSums &e, NonZero set, const uint32_t *weight, SeenPlaces *seen) {
  for (int first = 0; first < DCTSIZE2 && set >> first != 0; first += PLACES_AT_ONCE) {
    uint32_t *all = seen->all + first, *fine = seen->fine + first;
    for (int k = 0; k < PLACES_AT_ONCE; k++) fine[k] = all[k] = e.share[0][first + k] * weight[0] >> PLACE_BITS;
    for (int s = 1; s < SCALES; s++) {
      for (int k = 0; k < PLACES_AT_ONCE; k++) all[k] += e.share[s][first + k] * weight[s] >> PLACE_BITS;
    }
  }
}

template <bool MIDPOINT>
PCR_IN_LOOP inline void add_squares(ErrorSums *e, int k, unsigned value, uint64_t seen) {
  for (int i = 0; i < STATES; i++) e->sum[k][i] += seen * squared_error<MIDPOINT>(value, i);
}

template <bool MIDPOINT>
PCR_IN_LOOP inline uint64_t add_errors(ErrorSums *e, const Plane &plane, const JCOEF *block, NonZero set, const uint32_t *weight) {
  SeenPlaces seen;
  find_seen(*e, set, weight, &seen);
  uint64_t lost = 0;
  for (; set != 0; set &= set - 1) {
    int k = lowest(set);
    unsigned value = magnitude(block[ZIGZAG[k]]);
    if (value > MOST_MAGNITUDE) value = MOST_MAGNITUDE;
    if (value < SMALL_MAGNITUDES) {
      e->small[k][value] += seen.all[k];
    } else {
      add_squares<MIDPOINT>(e, k, value, seen.all[k]);
    }
    e->fine[k] += (uint64_t)seen.fine[k] * (value * value);
    uint32_t amplitude = value * plane.step[k];
    if (amplitude > MOST_SEEN_AMPLITUDE) amplitude = MOST_SEEN_AMPLITUDE;
    lost += (uint64_t)seen.all[k] * (amplitude * amplitude);
  }
  return lost;
}

template <bool MIDPOINT>
PCR_IN_LOOP inline void add_all_errors(const Picture *p, const Plane &plane, const SomeRows &rows, ErrorSums *e, Concentration *c) {
  for (int y = rows.first; y < plane.grid.high; y += rows.stride) {
    JBLOCKROW row = row_of_blocks(p, plane, y);
    const BlockBits *bits = bits_of_row(p, plane, y);
    size_t at = (size_t)y * (size_t)plane.grid.wide;
    for (int x = 0; x < plane.grid.wide; x++, at++) {
      NonZero set = bits[x].nonzero(0) & ALL_BUT_DC;
      if (set == 0) continue;
      uint32_t weight[SCALES];
      for (int s = 0; s < SCALES; s++) weight[s] = (uint32_t)p->weight[s][at];
      add_block(c, add_errors<MIDPOINT>(e, plane, row[x], set, weight));
    }
  }
  for (int k = 1; k < DCTSIZE2; k++) {
    for (unsigned value = 1; value < SMALL_MAGNITUDES; value++) {
      if (e->small[k][value] != 0) add_squares<MIDPOINT>(e, k, value, e->small[k][value]);
    }
  }
}

// Adds what blocks lose to the concentration.
PCR_LOOP inline void sum_errors(const Picture *p, const Plane &plane, ErrorSums *e, Concentration *c) {
  memset(e->sum, 0, sizeof e->sum);
  memset(e->small, 0, sizeof e->small);
  memset(e->fine, 0, sizeof e->fine);
  for (int k = 0; k < DCTSIZE2; k++) {
    for (int s = 0; s < SCALES; s++) {
      e->share[s][k] = plane.seen.share[k][s] * SCALE_WEIGHT[s] >> (SHARE_BITS + SCALE_BITS - PLACE_BITS);
    }
  }
  SomeRows rows = rows_to_look_at(plane);
  e->blocks = rows.blocks;
  c->blocks += rows.blocks;
  if (!p->midpoint) {
    add_all_errors<false>(p, plane, rows, e, c);
    return;
  }
  add_all_errors<true>(p, plane, rows, e, c);
  for (int k = 0; k < DCTSIZE2; k++) {
    for (int i = 0; i < STATES; i++) e->sum[k][i] >>= 2 * QUARTERS_BITS;
  }
}

inline int64_t scaled(unsigned __int128 sum, uint64_t divisor) {
  sum /= divisor;
  return sum > (uint64_t)(64 * LOSS_ONE) ? 64 * LOSS_ONE : (int64_t)sum;
}

inline void find_band_loss(const Picture *p, const Plane &plane, const Bands &bands, const ErrorSums &e, BandLoss *to) {
  const int *fit = plane.is_colour ? COLOUR_FIT : DETAIL_FIT, *state_fit = p->midpoint ? MIDPOINT_FIT : STATE_FIT;
  uint64_t divisor = (uint64_t)DCTSIZE2 * e.blocks * (uint64_t)p->channels;
  int shift = WEIGHT_BITS + 2 * FIT_BITS - LOSS_BITS;
  for (int b = 0; b < bands.count; b++) {
    unsigned __int128 sum[STATES] = {0}, fine = 0;
    for (int k = bands.first[b]; k <= bands.last[b]; k++) {
      uint32_t square = (uint32_t)plane.step[k] * plane.step[k];
      for (int i = 0; i < STATES; i++) sum[i] += (unsigned __int128)e.sum[k][i] * square;
      fine += (unsigned __int128)e.fine[k] * square;
    }
    for (int i = 0; i < STATES; i++) to->loss[b][i] = scaled(sum[i] * (unsigned)(fit[b] * state_fit[i]) >> shift, divisor);
    to->fine[b] = scaled(fine * (unsigned)(fit[b] * state_fit[NOT_SENT]) >> shift, divisor);
  }
}

// Between how many blocks a scale sees a difference of brightness.
inline int distance_at(int scale, int octaves) {
  int steps = steps_of(scale, octaves);
  return steps > 1 ? 1 << (steps - 1) : 1;
}

inline uint32_t squared_difference(int at, int other, int mask) {
  int difference = (at & mask) - (other & mask);
  return (uint32_t)(difference * difference);
}

// What leaving bits out of the blocks' means adds to their differences, weighted, by scale.
PCR_LOOP inline void sum_dc_errors(const Picture *p, const Plane &plane, const SomeRows &rows, int scale, uint64_t *sum) {
  int right = distance_at(scale, plane.octaves_across), down = distance_at(scale, plane.octaves_down);
  int wide = plane.grid.wide, high = plane.grid.high;
  for (int y = rows.first; y < high; y += rows.stride) {
    const int32_t *row = plane.dc + (size_t)y * (size_t)wide;
    const int32_t *below = y + down < high ? row + (size_t)down * (size_t)wide : row;
    const int32_t *weight = p->weight[scale] + (size_t)y * (size_t)wide;
    for (int i = 1; i < DC_STATES; i++) {
      int mask = (1 << i) - 1;
      uint64_t total = 0;
      for (int x = 0; x < wide; x++) total += (uint64_t)weight[x] * squared_difference(row[x], below[x], mask);
      for (int x = 0; x + right < wide; x++) total += (uint64_t)weight[x] * squared_difference(row[x], row[x + right], mask);
      sum[i] += total;
    }
  }
}

// A colour that is missing from all of a page shows, though MS-SSIM hardly sees it: no bits are left out that are worth more
// than so much of a coefficient, eight times as much as of a pixel. Photographs need no bytes for that.
static const int MOST_TINT = 8 * 8;

inline void find_dc_loss(const Picture *p, const Plane &plane, int64_t *loss) {
  const int *fit = plane.is_colour ? COLOUR_DC_FIT : DETAIL_DC_FIT;
  unsigned __int128 sum[DC_STATES] = {0};
  SomeRows rows = rows_to_look_at(plane);
  for (int s = 0; s < SCALES; s++) {
    uint64_t errors[DC_STATES] = {0};
    sum_dc_errors(p, plane, rows, s, errors);
    for (int i = 1; i < DC_STATES; i++) sum[i] += (unsigned __int128)errors[i] * (SCALE_WEIGHT[s] * (uint32_t)dc_seen(p, plane, s));
  }
  // Two differences of a block, each with twice the energy of an error.
  uint64_t divisor = (uint64_t)4 * DCTSIZE2 * rows.blocks * (uint64_t)p->channels;
  uint64_t square = (uint32_t)plane.step[0] * plane.step[0];
  loss[0] = 0;
  for (int i = 1; i < DC_STATES; i++) {
    unsigned __int128 fitted = sum[i] * (unsigned)fit[i] >> (WEIGHT_BITS + SCALE_BITS + SEEN_BITS + FIT_BITS - LOSS_BITS);
    loss[i] = scaled(fitted * square, divisor);
    if (plane.is_colour && (plane.step[0] << i) > MOST_TINT) loss[i] += LOSS_ONE;
  }
}

}  // namespace pcr_jpeg

#endif
