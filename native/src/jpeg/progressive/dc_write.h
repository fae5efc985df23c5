#ifndef PCR_JPEG_PROGRESSIVE_DC_WRITE_H
#define PCR_JPEG_PROGRESSIVE_DC_WRITE_H

#include "jpeg/progressive/code_writer.h"

// The DC coefficients of a scan, MCU by MCU, as libjpeg puts them. A symbol is a size, and above it the number of its table.
namespace pcr_jpeg {

static const int DC_SYMBOLS = 1 << SIZE_FIELD;  // of a table
static const int WIDEST_DIFFERENCE = 11;        // bits, of samples of 8 bits

// A row of MCUs, in one component.
struct WrittenPart {
  JBLOCKROW rows[MAX_SAMP_FACTOR];
  int height, rows_there;
  int width, last_width;  // of an MCU, and of the last one
  int table;
  int last_dc;
};

struct WrittenMcus {
  int parts;
  WrittenPart part[MAX_COMPS_IN_SCAN];
};

// The blocks of an MCU, each with the way to that of the next MCU. Where the image ends, the block before stands for one that
// is not there.
struct WrittenBlocks {
  int count;
  const JCOEF *at[C_MAX_BLOCKS_IN_MCU];
  size_t step[C_MAX_BLOCKS_IN_MCU];
  WrittenPart *part[C_MAX_BLOCKS_IN_MCU];
};

inline void begin_dc(j_compress_ptr c, WrittenMcus *m) {
  m->parts = c->comps_in_scan;
  for (int i = 0; i < m->parts; i++) {
    const jpeg_component_info *info = c->cur_comp_info[i];
    m->part[i] = {{}, info->MCU_height, 0, info->MCU_width, info->last_col_width, info->dc_tbl_no, 0};
  }
}

inline void find_rows(j_compress_ptr c, const jvirt_barray_ptr *arrays, JDIMENSION y, WrittenMcus *m) {
  for (int i = 0; i < m->parts; i++) {
    WrittenPart *part = &m->part[i];
    const jpeg_component_info *info = c->cur_comp_info[i];
    JDIMENSION first = y * (JDIMENSION)part->height, left = info->height_in_blocks - first;
    part->rows_there = left < (JDIMENSION)part->height ? (int)left : part->height;
    for (int row = 0; row < part->rows_there; row++) {
      part->rows[row] = (*c->mem->access_virt_barray)((j_common_ptr)c, arrays[info->component_index], first + (JDIMENSION)row, 1, FALSE)[0];
    }
  }
}

inline void place_blocks(WrittenMcus *m, JDIMENSION x, bool is_last, WrittenBlocks *to) {
  to->count = 0;
  for (int i = 0; i < m->parts; i++) {
    WrittenPart *part = &m->part[i];
    int there = is_last ? part->last_width : part->width;
    for (int row = 0; row < part->height; row++) {
      for (int b = 0; b < part->width; b++) {
        bool is_there = row < part->rows_there && b < there;
        int n = to->count++;
        to->at[n] = is_there ? part->rows[row][(size_t)x * (size_t)part->width + (size_t)b] : to->at[n - 1];
        to->step[n] = (size_t)part->width * DCTSIZE2;
        to->part[n] = part;
      }
    }
  }
}

template <typename Out>
PCR_IN_LOOP inline void put_first_dc(j_compress_ptr c, WrittenBlocks *blocks, Out *out) {
  for (int i = 0; i < blocks->count; i++) {
    WrittenPart *part = blocks->part[i];
    int value = *blocks->at[i] >> c->Al, step = value - part->last_dc;
    blocks->at[i] += blocks->step[i];
    part->last_dc = value;
    unsigned size_bits = (unsigned)(step < 0 ? -step : step);
    int size = size_bits == 0 ? 0 : bit_length(size_bits);
    if (size > WIDEST_DIFFERENCE) ERREXIT(c, JERR_BAD_DCT_COEF);
    out->put(part->table << SIZE_FIELD | size, size, (step < 0 ? ~size_bits : size_bits) & ((1u << size) - 1));
  }
}

template <typename Out>
PCR_IN_LOOP inline void put_refined_dc(j_compress_ptr c, WrittenBlocks *blocks, Out *out) {
  unsigned bits = 0;
  for (int i = 0; i < blocks->count; i++) {
    bits = bits << 1 | ((unsigned)(*blocks->at[i] >> c->Al) & 1);
    blocks->at[i] += blocks->step[i];
  }
  out->put_bits(blocks->count, bits);
}

template <typename Out>
PCR_IN_LOOP inline void put_dc(j_compress_ptr c, const jvirt_barray_ptr *arrays, Out *out) {
  WrittenMcus row;
  begin_dc(c, &row);
  JDIMENSION last = c->MCUs_per_row - 1;
  for (JDIMENSION y = 0; y < c->MCU_rows_in_scan; y++) {
    find_rows(c, arrays, y, &row);
    WrittenBlocks blocks;
    place_blocks(&row, 0, last == 0, &blocks);
    for (JDIMENSION x = 0; x <= last; x++) {
      if (x == last) place_blocks(&row, x, true, &blocks);
      out->make_room();
      if (c->Ah == 0) {
        put_first_dc(c, &blocks, out);
      } else {
        put_refined_dc(c, &blocks, out);
      }
    }
  }
}

}  // namespace pcr_jpeg

#endif
