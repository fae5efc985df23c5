#ifndef PCR_JPEG_PROGRESSIVE_DC_SCANS_H
#define PCR_JPEG_PROGRESSIVE_DC_SCANS_H

#include <climits>

#include "jpeg/progressive/scan_state.h"

// A row of MCUs of a scan of the first coefficients, of one or several components.
namespace pcr_jpeg {

// One component's part of an MCU row: its blocks of the MCU x begin at column x * width.
struct McuPart {
  JBLOCKROW rows[MAX_SAMP_FACTOR];
  int width, height;
};

// The blocks of an MCU in the order of their data, each with the way to that of the next MCU.
struct McuBlocks {
  int count;
  JCOEF *at[D_MAX_BLOCKS_IN_MCU];
  size_t step[D_MAX_BLOCKS_IN_MCU];
  int part[D_MAX_BLOCKS_IN_MCU];
};

inline McuBlocks blocks_of(const McuPart *parts, int count) {
  McuBlocks blocks;
  blocks.count = 0;
  for (int i = 0; i < count; i++) {
    for (int y = 0; y < parts[i].height; y++) {
      for (int b = 0; b < parts[i].width; b++) {
        blocks.at[blocks.count] = parts[i].rows[y][b];
        blocks.step[blocks.count] = (size_t)parts[i].width * DCTSIZE2;
        blocks.part[blocks.count++] = i;
      }
    }
  }
  return blocks;
}

inline int dc_difference(BitReader &r, j_decompress_ptr d, const CodeTable &table) {
  CodeEntry entry = peek_entry(r, d, table);
  if (has_value(entry, r)) {
    drop(r, entry.length);
    return entry.value;
  }
  return take_value(r, d, take_symbol(r, d, table, entry));
}

inline int add_difference(j_decompress_ptr d, int last, int difference) {
  int sum;
  if (__builtin_add_overflow(last, difference, &sum)) ERREXIT(d, JERR_BAD_DCT_COEF);
  return sum;
}

PCR_IN_LOOP inline void first_dc_row(ProgressiveState *s, j_decompress_ptr d, const McuPart *parts) {
  BitReader r = s->bits;
  McuBlocks blocks = blocks_of(parts, d->comps_in_scan);
  for (JDIMENSION x = 0; x < d->MCUs_per_row && !d->entropy->insufficient_data; x++) {
    save_position(r, d);  // where an error is said to be
    for (int i = 0; i < blocks.count; i++) {
      int part = blocks.part[i];
      int value = add_difference(d, s->last_dc[part], dc_difference(r, d, s->dc_tables[part]));
      s->last_dc[part] = value;
      *blocks.at[i] = (JCOEF)((unsigned)value << d->Al);
      blocks.at[i] += blocks.step[i];
    }
  }
  s->bits = r;
}

// A bit for each block of an MCU, that of the first highest.
PCR_IN_LOOP inline void refine_mcu(McuBlocks *blocks, uint64_t bits, int low_bits) {
  for (int i = 0; i < blocks->count; i++, bits <<= 1) {
    *blocks->at[i] = (JCOEF)(*blocks->at[i] | ((int)(bits >> (BUFFER_BITS - 1)) << low_bits));
    blocks->at[i] += blocks->step[i];
  }
}

// Goes on with zeros where the data end, as they change nothing.
PCR_IN_LOOP inline void refine_dc_row(ProgressiveState *s, j_decompress_ptr d, const McuPart *parts) {
  BitReader r = s->bits;
  McuBlocks blocks = blocks_of(parts, d->comps_in_scan);
  int count = blocks.count, low_bits = d->Al;
  for (JDIMENSION left = d->MCUs_per_row; left > 0; left--) {
    for (; r.count >= count && left > 1; left--) {
      refine_mcu(&blocks, r.buffer, low_bits);
      drop(r, count);
    }
    uint64_t bits = 0;
    take_behind(r, d, count, &bits);
    refine_mcu(&blocks, bits << (BUFFER_BITS - count), low_bits);
  }
  s->bits = r;
}

}  // namespace pcr_jpeg

#endif
