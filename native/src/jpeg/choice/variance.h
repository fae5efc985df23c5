#ifndef PCR_JPEG_CHOICE_VARIANCE_H
#define PCR_JPEG_CHOICE_VARIANCE_H

#include "jpeg/choice/plane.h"

// How much the picture varies around each block, at each scale of MS-SSIM: what hides an error there.
namespace pcr_jpeg {

static const int BRIGHTNESS_BITS = 6;
static const int32_t MOST_BRIGHTNESS = 1 << 13;
static const uint32_t MOST_AMPLITUDE = 1 << 11;  // no picture has more

static const int BLOCKS_FOR_ONE = 8;  // where nonzero coefficients are estimated

inline int32_t brightness_of(int dc, int step) {
  int64_t value = (int64_t)dc * step * (1 << (BRIGHTNESS_BITS - 3));  // a DC coefficient is 8 times the mean
  return (int32_t)(value > MOST_BRIGHTNESS ? MOST_BRIGHTNESS : value < -MOST_BRIGHTNESS ? -MOST_BRIGHTNESS : value);
}

inline uint32_t energy_of(JCOEF coefficient, uint32_t step) {
  uint32_t amplitude = magnitude(coefficient) * step;
  if (amplitude > MOST_AMPLITUDE) amplitude = MOST_AMPLITUDE;
  return amplitude * amplitude >> 2;
}

// A plane's steps and shares in a block's own order, for blocks in which so much is not zero that looking at all is faster.
struct WholeBlocks {
  uint32_t step[DCTSIZE2];
  uint32_t share[SCALES][DCTSIZE2];
};

static const int ENOUGH_NONZERO = 14;

inline void arrange(const Plane &plane, WholeBlocks *w) {
  for (int k = 0; k < DCTSIZE2; k++) {
    w->step[ZIGZAG[k]] = plane.step[k];
    for (int s = 0; s < SCALES; s++) w->share[s][ZIGZAG[k]] = k == 0 ? 0 : plane.seen.share[k][s];
  }
}

PCR_IN_LOOP inline void sum_whole(const WholeBlocks &w, const JCOEF *block, uint32_t *sum) {
  uint32_t energy[DCTSIZE2];
  for (int i = 0; i < DCTSIZE2; i++) energy[i] = energy_of(block[i], w.step[i]);
  for (int s = 0; s < SCALES; s++) {
    uint32_t total = 0;
    for (int i = 0; i < DCTSIZE2; i++) total += energy[i] * w.share[s][i];
    sum[s] = total;
  }
}

PCR_IN_LOOP inline void sum_nonzero(const Plane &plane, const JCOEF *block, NonZero set, uint32_t *sum) {
  for (; set != 0; set &= set - 1) {
    int k = lowest(set);
    uint32_t energy = energy_of(block[ZIGZAG[k]], plane.step[k]);
    for (int s = 0; s < LANES_OF_SCALES; s++) sum[s] += energy * plane.seen.share[k][s];
  }
}

// By a block's own coefficients. An energy of 4 is a variance of 1/16 of a block's pixels.
PCR_IN_LOOP inline void variance_within(const Plane &plane, const WholeBlocks &w, const JCOEF *block, NonZero set, size_t at) {
  uint32_t sum[LANES_OF_SCALES] = {0};
  if (size_of(set) >= ENOUGH_NONZERO) {
    sum_whole(w, block, sum);
  } else {
    sum_nonzero(plane, block, set, sum);
  }
  for (int s = 0; s < SCALES; s++) plane.variance[s][at] = (int32_t)(sum[s] >> SHARE_BITS);
}

PCR_LOOP inline void find_variance_within(Picture *p, Plane *plane) {
  WholeBlocks whole;
  arrange(*plane, &whole);
  for (int y = 0; y < plane->grid.high; y++) {
    JBLOCKROW row = row_of_blocks(p, *plane, y);
    size_t first = (size_t)y * (size_t)plane->grid.wide;
    for (int x = 0; x < plane->grid.wide; x++) {
      BlockBits bits = block_bits(row[x]);
      if (plane->bits != nullptr) plane->bits[first + (size_t)x] = bits;
      plane->dc[first + (size_t)x] = row[x][0];
      if (x % BLOCKS_FOR_ONE == 0) {
        for (int i = 0; i < LEVELS; i++) plane->nonzero[i] += BLOCKS_FOR_ONE * (uint64_t)size_of(bits.nonzero(i));
      }
      variance_within(*plane, whole, row[x], bits.nonzero(0) & ALL_BUT_DC, first + (size_t)x);
    }
  }
}

// By the brightness of blocks beside each other, where a window covers more than one. `mean` and `square` have room for
// the grid.
PCR_LOOP inline void add_variance_between(const Picture *p, Plane *plane, int scale, int32_t *mean, int32_t *square) {
  int across = steps_of(scale, plane->octaves_across), down = steps_of(scale, plane->octaves_down);
  size_t count = plane->grid.count();
  for (size_t i = 0; i < count; i++) {
    mean[i] = brightness_of(plane->dc[i], plane->step[0]);
    square[i] = mean[i] * mean[i];
  }
  mean_around(mean, plane->grid, across, down, p->room);
  mean_around(square, plane->grid, across, down, p->room);
  // At the last scale the window is smaller than these steps make it.
  int quarter = scale + octaves_smaller(p->smaller) >= SCALES - 1 && plane->across == 1 && plane->down == 1 ? 2 : 0;
  for (size_t i = 0; i < count; i++) {
    int32_t variance = square[i] - mean[i] * mean[i];
    if (variance > 0) plane->variance[scale][i] += variance >> (2 * BRIGHTNESS_BITS - VARIANCE_BITS + quarter);
  }
}

inline void find_variance(Picture *p, Plane *plane, int32_t *mean, int32_t *square) {
  find_variance_within(p, plane);
  for (int s = 0; s < SCALES; s++) {
    int across = steps_of(s, plane->octaves_across), down = steps_of(s, plane->octaves_down);
    if (across + down == 0) continue;
    mean_around(plane->variance[s], plane->grid, across, down, p->room);
    add_variance_between(p, plane, s, mean, square);
  }
}

}  // namespace pcr_jpeg

#endif
