#ifndef PCR_JPEG_CHOICE_WEIGHTS_H
#define PCR_JPEG_CHOICE_WEIGHTS_H

#include "jpeg/choice/variance.h"

// What an error in a block counts, by how much the picture varies around it.
namespace pcr_jpeg {

static const int WEIGHT_BITS = 24;
static const int32_t STEADY = 936;  // 58.5, the constant under MS-SSIM's fractions, with VARIANCE_BITS

// Where in its own map a plane's block lies that covers the same part of the picture.
inline int same_place(int at, int count, int own) {
  int place = (int)((int64_t)at * own / count);
  return place < own ? place : own - 1;
}

#ifdef __FAST_MATH__
#error "images would get other scans than elsewhere"
#endif

// 2^28 over twice the variance and the constant. One division, which all processors round alike.
inline int32_t weight_at(int32_t variance) {
  return (int32_t)((float)(1 << (WEIGHT_BITS + VARIANCE_BITS)) / (float)(2 * variance + STEADY));
}

// A row of a channel's variance, on the grid of a plane.
PCR_IN_LOOP inline void add_channel_row(const Picture *p, const BlockGrid &grid, int channel, int scale, int y, int32_t *sum) {
  memset(sum, 0, (size_t)grid.wide * sizeof(int32_t));
  for (int i = 0; i < p->planes; i++) {
    const Plane &from = p->plane[i];
    int64_t gain = from.gain[channel];
    if (gain == 0) continue;
    const int32_t *row = from.variance[scale] + (size_t)same_place(y, grid.high, from.grid.high) * (size_t)from.grid.wide;
    const int32_t *column = p->column[i];
    if (from.grid.wide == grid.wide) {
      for (int x = 0; x < grid.wide; x++) sum[x] += (int32_t)(row[x] * gain >> GAIN_BITS);
    } else {
      for (int x = 0; x < grid.wide; x++) sum[x] += (int32_t)(row[column[x]] * gain >> GAIN_BITS);
    }
  }
}

// Where a window covers a part of a block, errors beside an edge show in windows that see little of the edge. So windows
// are looked at in the middle of each quarter of a block: there a block's own share, in 16ths along an axis, and the rest
// is its neighbour's.
static const int QUARTER_SCALES = FIRST_WIDE_SCALE;
static const int OWN_SHARE[QUARTER_SCALES] = {12, 11};
static const int OWN_SHARE_BITS = 4;
static const int SHARE_OF = 1 << OWN_SHARE_BITS;

// The weights of windows in the left and right quarters of a row of blocks.
PCR_IN_LOOP inline void weigh_quarters(const int32_t *variance, int wide, int own, int32_t gain, int32_t *left, int32_t *right) {
  int other = SHARE_OF - own, last = wide - 1;
  for (int x = 1; x < wide; x++) left[x] = weight_at((variance[x] * own + variance[x - 1] * other) >> OWN_SHARE_BITS) * gain >> GAIN_BITS;
  for (int x = 0; x < last; x++) right[x] = weight_at((variance[x] * own + variance[x + 1] * other) >> OWN_SHARE_BITS) * gain >> GAIN_BITS;
  left[0] = weight_at(variance[0]) * gain >> GAIN_BITS;
  right[last] = weight_at(variance[last]) * gain >> GAIN_BITS;
}

// An error counts in the windows of its own block's quarters, and in those beside it.
PCR_IN_LOOP inline void spread_quarters(const int32_t *left, const int32_t *right, int wide, int own, int32_t *near, int32_t *far) {
  int other = SHARE_OF - own, last = wide - 1;
  for (int x = 0; x < wide; x++) {
    int32_t beside = (x > 0 ? right[x - 1] : left[x]) + (x < last ? left[x + 1] : right[x]);
    int32_t sum = ((left[x] + right[x]) * own + beside * other) >> OWN_SHARE_BITS;
    near[x] += sum * own >> (2 + OWN_SHARE_BITS);
    far[x] += sum * other >> (2 + OWN_SHARE_BITS);
  }
}

// Of the rows that are looked at.
PCR_LOOP inline void find_quarter_weights_at(const Picture *p, const Plane &plane, const SomeRows &rows, int scale) {
  int wide = plane.grid.wide, high = plane.grid.high, own = OWN_SHARE[scale + octaves_smaller(p->smaller)];
  int32_t *map = p->weight[scale], *variance = p->room, *mixed = p->row;
  int32_t *left = p->quarters[0], *right = p->quarters[1];
  memset(map, 0, plane.grid.count() * sizeof(int32_t));
  for (int channel = 0; channel < p->channels; channel++) {
    if (plane.gain[channel] == 0) continue;
    for (int y = 0; y < high; y++) {
      bool is_near = rows.holds(y - 1) || rows.holds(y) || rows.holds(y + 1);
      if (is_near) add_channel_row(p, plane.grid, channel, scale, y, variance + (size_t)y * (size_t)wide);
    }
    for (int y = 0; y < high; y++) {
      for (int side = -1; side <= 1; side += 2) {
        int beside = y + side < 0 ? 0 : y + side < high ? y + side : y;
        if (!rows.holds(y) && !rows.holds(beside)) continue;
        const int32_t *at = variance + (size_t)y * (size_t)wide, *next = variance + (size_t)beside * (size_t)wide;
        for (int x = 0; x < wide; x++) mixed[x] = (at[x] * own + next[x] * (SHARE_OF - own)) >> OWN_SHARE_BITS;
        weigh_quarters(mixed, wide, own, plane.gain[channel], left, right);
        spread_quarters(left, right, wide, own, map + (size_t)y * (size_t)wide, map + (size_t)beside * (size_t)wide);
      }
    }
  }
}

PCR_LOOP inline void find_weights_at(const Picture *p, const Plane &plane, int scale) {
  int32_t *map = p->weight[scale], *sum = p->row;
  memset(map, 0, plane.grid.count() * sizeof(int32_t));
  for (int channel = 0; channel < p->channels; channel++) {
    int gain = plane.gain[channel];
    if (gain == 0) continue;
    for (int y = 0; y < plane.grid.high; y++) {
      add_channel_row(p, plane.grid, channel, scale, y, sum);
      int32_t *to = map + (size_t)y * (size_t)plane.grid.wide;
      for (int x = 0; x < plane.grid.wide; x++) to[x] += weight_at(sum[x]) * (gain >> 2) >> (GAIN_BITS - 2);
    }
  }
}

static const size_t ENOUGH_BLOCKS = 1024;

// Enough of them to know what is lost in all.
inline SomeRows rows_to_look_at(const Plane &plane) { return some_rows(plane.grid, plane.grid.count() / ENOUGH_BLOCKS); }

inline void find_weights(const Picture *p, const Plane &plane) {
  SomeRows rows = rows_to_look_at(plane);
  for (int i = 0; i < p->planes; i++) {
    int own = p->plane[i].grid.wide;
    for (int x = 0; x < plane.grid.wide; x++) p->column[i][x] = same_place(x, plane.grid.wide, own);
  }
  for (int s = 0; s < SCALES; s++) {
    if (s + octaves_smaller(p->smaller) < QUARTER_SCALES) {
      find_quarter_weights_at(p, plane, rows, s);
      continue;
    }
    find_weights_at(p, plane, s);
    int across = steps_of(s, plane.octaves_across), down = steps_of(s, plane.octaves_down);
    if (across + down > 0) mean_around(p->weight[s], plane.grid, across, down, p->room);
  }
}

}  // namespace pcr_jpeg

#endif
