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

inline void first_dc_row(ProgressiveState *s, j_decompress_ptr d, const McuPart *parts) {
  BitReader r = s->bits;
  for (JDIMENSION x = 0; x < d->MCUs_per_row && !d->entropy->insufficient_data; x++) {
    save_position(r, d);  // where an error is said to be
    for (int i = 0; i < d->comps_in_scan; i++) {
      const McuPart &part = parts[i];
      const CodeTable &table = s->dc_tables[i];
      for (int y = 0; y < part.height; y++) {
        JBLOCKROW blocks = part.rows[y] + (size_t)x * (size_t)part.width;
        for (int b = 0; b < part.width; b++) {
          int value = add_difference(d, s->last_dc[i], dc_difference(r, d, table));
          s->last_dc[i] = value;
          blocks[b][0] = (JCOEF)((unsigned)value << d->Al);
        }
      }
    }
  }
  s->bits = r;
}

// Goes on with zeros where the data end, as they change nothing.
inline void refine_dc_row(ProgressiveState *s, j_decompress_ptr d, const McuPart *parts) {
  BitReader r = s->bits;
  for (JDIMENSION x = 0; x < d->MCUs_per_row; x++) {
    for (int i = 0; i < d->comps_in_scan; i++) {
      const McuPart &part = parts[i];
      for (int y = 0; y < part.height; y++) {
        JBLOCKROW blocks = part.rows[y] + (size_t)x * (size_t)part.width;
        for (int b = 0; b < part.width; b++) {
          need(r, d, 1);
          blocks[b][0] = (JCOEF)(blocks[b][0] | (take(r, 1) << d->Al));
        }
      }
    }
  }
  s->bits = r;
}

}  // namespace pcr_jpeg

#endif
