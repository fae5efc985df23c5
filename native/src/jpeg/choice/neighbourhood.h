#ifndef PCR_JPEG_CHOICE_NEIGHBOURHOOD_H
#define PCR_JPEG_CHOICE_NEIGHBOURHOOD_H

#include <cstring>

#include "jpeg/choice/visibility.h"

// Means over a block and those around it, as MS-SSIM's window takes them. The window covers twice as many blocks at each
// scale: less than one at the first two. Weights of 1 2 1 between blocks that lie 1, 2, 4 apart come near enough.
namespace pcr_jpeg {

static const int FIRST_WIDE_SCALE = 2;
static const int32_t MOST_IN_MAP = 1 << 28;  // so that four of them can be added

// Of one component: a number for each block, a row after the other.
struct BlockGrid {
  int wide, high;

  size_t count() const { return (size_t)wide * (size_t)high; }
};

// How many of the steps 1, 2, 4 a window takes, where a block covers so many octaves more of what is looked at than eight
// pixels.
inline int steps_of(int scale, int octaves) {
  int steps = scale - FIRST_WIDE_SCALE + 1 - octaves;
  return steps > 0 ? steps : 0;
}

inline int32_t mean_121(int32_t before, int32_t at, int32_t behind) { return (before + 2 * at + behind + 2) >> 2; }

// `row` has room for what the grid is wide.
PCR_IN_LOOP inline void mean_across(int32_t *map, const BlockGrid &grid, int distance, int32_t *row) {
  int wide = grid.wide, edge = distance < wide ? distance : wide, inner = wide - edge;
  for (int y = 0; y < grid.high; y++, map += wide) {
    memcpy(row, map, (size_t)wide * sizeof(int32_t));
    for (int x = 0; x < edge; x++) map[x] = mean_121(row[0], row[x], row[x + distance < wide ? x + distance : wide - 1]);
    for (int x = edge; x < inner; x++) map[x] = mean_121(row[x - distance], row[x], row[x + distance]);
    for (int x = edge < inner ? inner : edge; x < wide; x++) map[x] = mean_121(row[x - distance], row[x], row[wide - 1]);
  }
}

// `from` has room for the grid.
PCR_IN_LOOP inline void mean_down(int32_t *map, const BlockGrid &grid, int distance, int32_t *from) {
  int wide = grid.wide, high = grid.high;
  memcpy(from, map, grid.count() * sizeof(int32_t));
  for (int y = 0; y < high; y++) {
    const int32_t *at = from + (size_t)y * wide;
    const int32_t *before = from + (size_t)(y < distance ? 0 : y - distance) * wide;
    const int32_t *behind = from + (size_t)(y + distance >= high ? high - 1 : y + distance) * wide;
    int32_t *to = map + (size_t)y * wide;
    for (int x = 0; x < wide; x++) to[x] = mean_121(before[x], at[x], behind[x]);
  }
}

// `room` has room for the grid.
PCR_LOOP inline void mean_around(int32_t *map, BlockGrid grid, int steps_across, int steps_down, int32_t *room) {
  for (int i = 0; i < steps_across; i++) mean_across(map, grid, 1 << i, room);
  for (int i = 0; i < steps_down; i++) mean_down(map, grid, 1 << i, room);
}

}  // namespace pcr_jpeg

#endif
