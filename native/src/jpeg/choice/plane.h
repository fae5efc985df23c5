#ifndef PCR_JPEG_CHOICE_PLANE_H
#define PCR_JPEG_CHOICE_PLANE_H

#include "jpeg/choice/neighbourhood.h"
#include "jpeg/session.h"

// A component of an image whose coefficients have been read, and what is found out about it.
namespace pcr_jpeg {

static const int CHANNELS = 3;
static const int GAIN_BITS = 10;
static const int VARIANCE_BITS = 4;  // behind the point of a map's numbers

struct Plane {
  const jpeg_component_info *info;
  jvirt_barray_ptr array;
  BlockGrid grid;
  int across, down;             // pixels of the picture for one of it
  int octaves_across, octaves_down;  // that its blocks cover more of what is looked at than eight pixels; or less, below zero
  bool is_colour;               // and no detail
  uint16_t step[DCTSIZE2];      // of the quantiser, in zigzag order
  int gain[CHANNELS];           // how much of its energy goes to a channel, in 1024ths
  Visibility seen;
  BlockBits *bits;              // of all blocks; null: too many
  int32_t *dc;                  // of each block
  uint64_t nonzero[LEVELS];     // coefficients, about, when so many low bits are left out
  int32_t *variance[SCALES];    // of the picture around each block
};

struct Picture {
  j_decompress_ptr source;
  int smaller;                  // than it is, when it is looked at: in quarters of an octave
  bool midpoint;                // missing bits are shown in the middle of what they can be
  int channels;
  int planes;
  Plane plane[MAX_FRAME_COMPONENTS];
  int32_t *weight[SCALES];      // of an error in each block of the plane under way
  int32_t *room;                // for a map of any plane
  int32_t *row;                 // for a row of any map
  int32_t *quarters[2];         // for such rows too
  int32_t *column[MAX_FRAME_COMPONENTS];  // where in a plane's map those of the plane under way lie
  BlockBits *row_bits;          // of a row of blocks
};

inline JBLOCKROW row_of_blocks(const Picture *p, const Plane &plane, int y) {
  j_decompress_ptr d = p->source;
  return (*d->mem->access_virt_barray)((j_common_ptr)d, plane.array, (JDIMENSION)y, 1, FALSE)[0];
}

// The bits of a row of blocks, which were kept or are found again.
inline const BlockBits *bits_of_row(const Picture *p, const Plane &plane, int y) {
  if (plane.bits != nullptr) return plane.bits + (size_t)y * (size_t)plane.grid.wide;
  JBLOCKROW row = row_of_blocks(p, plane, y);
  for (int x = 0; x < plane.grid.wide; x++) p->row_bits[x] = block_bits(row[x]);
  return p->row_bits;
}

// Rows of blocks that stand for all of a plane.
struct SomeRows {
  int first, stride;
  uint32_t blocks;  // in them

  bool holds(int y) const { return y >= first && (y - first) % stride == 0; }
};

static const int MOST_ROWS_FOR_ONE = 16;

// One row of so many.
inline SomeRows some_rows(const BlockGrid &grid, uint64_t of) {
  int stride = of < 1 ? 1 : of > MOST_ROWS_FOR_ONE ? MOST_ROWS_FOR_ONE : (int)of;
  if (stride > grid.high) stride = grid.high;
  int first = stride / 2;
  return {first, stride, (uint32_t)((grid.high - first + stride - 1) / stride * grid.wide)};
}

static const NonZero ALL_BUT_DC = ~(NonZero)1;

}  // namespace pcr_jpeg

#endif
