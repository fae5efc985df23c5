#ifndef PCR_JPEG_PROGRESSIVE_AC_FIRST_H
#define PCR_JPEG_PROGRESSIVE_AC_FIRST_H

#include "jpeg/progressive/scan_state.h"

// A row of blocks of a component's higher coefficients, read for the first time.
namespace pcr_jpeg {

static const int ZERO_RUN = 15;  // with size 0: sixteen zeros

// Of how many blocks the bands end, this one included.
inline unsigned band_run(BitReader &r, j_decompress_ptr d, int size) {
  unsigned run = 1u << size;
  if (size > 0) {
    need(r, d, size);
    run += (unsigned)take(r, size);
  }
  return run;
}

// The coefficients of a block, down to those that end it; returns of how many blocks the bands end,
// this one included.
PCR_IN_LOOP inline unsigned first_block(BitReader &r, j_decompress_ptr d, const CodeTable &table, JCOEF *block,
                            NonZero *nonzero) {
  int last = d->Se;
  for (int k = d->Ss; k <= last; k++) {
    CodeEntry entry = peek_entry(r, d, table);
    int value;
    if (has_value(entry, r)) {
      drop(r, entry.length);
      k += entry.run;
      value = entry.value;
    } else {
      int symbol = take_symbol(r, d, table, entry);
      int run = symbol >> 4, size = symbol & SIZE_BITS;
      if (size == 0 && run != ZERO_RUN) return band_run(r, d, run);
      k += run;
      if (size == 0) continue;
      value = (JCOEF)((unsigned)take_value(r, d, size) << d->Al);
    }
    block[ZIGZAG[k]] = (JCOEF)value;
    mark(nonzero, k, value != 0);
  }
  return 0;
}

PCR_IN_LOOP inline void first_row(ProgressiveState *s, j_decompress_ptr d, JBLOCKROW row, NonZero *nonzero) {
  BitReader r = s->bits;
  unsigned run = s->end_of_band_run;
  JDIMENSION width = d->MCUs_per_row;
  for (JDIMENSION x = 0; x < width && !d->entropy->insufficient_data; x++) {
    if (run > 0) {
      JDIMENSION skipped = run < width - x ? run : width - x;
      run -= skipped;
      x += skipped - 1;
      continue;
    }
    run = first_block(r, d, s->ac_table, row[x], &nonzero[x]);
    if (run > 0) run--;
  }
  s->bits = r;
  s->end_of_band_run = run;
}

}  // namespace pcr_jpeg

#endif
