#ifndef PCR_JPEG_PROGRESSIVE_AC_REFINE_H
#define PCR_JPEG_PROGRESSIVE_AC_REFINE_H

#include "jpeg/progressive/ac_first.h"
#include "jpeg/progressive/places.h"

// A row of blocks of a component's higher coefficients, with one bit more. What is nonzero has a bit each,
// between the codes of what becomes it. Those bits are only gathered while a block's codes are read, and
// used when they have ended: the codes are then found without looking at the coefficients.
namespace pcr_jpeg {

// What becomes of a coefficient when its size grows by 1 << shift or, for bit 0, does not. One that has
// the bit already, as only damaged data brings about, keeps it. Without a branch: the bits are random.
inline JCOEF grown(JCOEF coefficient, int bit, int shift) {
  int value = coefficient, sign = value >> 31;
  int grows = bit & ~(value >> shift) & 1;
  int step = ((1 << shift) ^ sign) - sign;
  return (JCOEF)(value + (step & -grows));
}

// Refines the coefficients of the set, `count` many, each with one of the bits, the last with the lowest.
inline void refine_with(uint64_t bits, int count, JCOEF *block, NonZero set, int shift) {
  bits = bits << 1 << (BUFFER_BITS - 1 - count);
  for (; set != 0; set &= set - 1, bits <<= 1) {
    JCOEF *at = &block[ZIGZAG[lowest(set)]];
    *at = grown(*at, (int)(bits >> (BUFFER_BITS - 1)), shift);
  }
}

// Refines the coefficients of the set, each with the next bit of the data.
inline void refine(BitReader &r, j_decompress_ptr d, JCOEF *block, NonZero set) {
  if (set == 0) return;
  uint64_t bits = 0;
  int count = size_of(set);
  take_behind(r, d, count, &bits);
  refine_with(bits, count, block, set, d->Al);
}

struct NewCoefficient {
  BitReader reader;
  int run;    // of zeros in front of it; NO_RUN at the end of the band
  int value;  // 0: none, a long run of zeros only
  unsigned band_end;
};

static const int NO_RUN = -1;

// What the table by the next bits does not give at once.
__attribute__((noinline)) inline NewCoefficient next_coefficient(BitReader r, j_decompress_ptr d,
                                                                 const CodeTable *table) {
  CodeEntry entry = peek_entry(r, d, *table);
  if (has_value(entry, r)) {
    drop(r, entry.length);
    return {r, entry.run, entry.value, 0};
  }
  int symbol = take_symbol(r, d, *table, entry);
  int size = symbol & SIZE_BITS, run = symbol >> 4;
  if (size == 0) {
    if (run == ZERO_RUN) return {r, run, 0, 0};
    unsigned band_end = band_run(r, d, run);
    return {r, NO_RUN, 0, band_end};
  }
  if (size != 1) WARNMS(d, JWRN_HUFF_BAD_CODE);
  int value = take_value(r, d, 1) * (1 << d->Al);
  return {r, run, value, 0};
}

// Whether a code that has no value ends bands, and it and the bits behind it are there.
inline bool ends_bands(const CodeEntry &entry, const BitReader &r) {
  int size = entry.symbol >> 4;
  return entry.code > 0 && (entry.symbol & SIZE_BITS) == 0 && size != ZERO_RUN && entry.code + size <= r.count;
}

// Refines what is nonzero and adds what becomes it; returns of how many blocks the bands end.
PCR_IN_LOOP inline unsigned refine_block(BitReader &r, j_decompress_ptr d, const CodeTable &table, JCOEF *block,
                             NonZero *nonzero, NonZero band, int first, int last) {
  NonZero old = *nonzero & band, added = 0;
  PlaceList zeros;
  list_places(~*nonzero & band, first, last, &zeros);
  int old_count = last - first + 1 - zeros.count;
  uint64_t bits = 0;  // for what was nonzero before
  const uint8_t *zero = zeros.place;
  int k = first, overrun = 0;
  unsigned band_end = 0;
  while (k <= last) {
    if (r.count < CODE_PEEK) fill(r, d, 0);
    const CodeEntry &entry = table.entries[r.buffer >> (BUFFER_BITS - LOOKAHEAD)];
    int run = entry.run;
    int place = zero[run];
    int passed = place - (k + run);
    int length = entry.length + passed;
    if (__builtin_expect(length <= r.count, 1)) {
      drop(r, entry.length);
      move_bits(r, passed, &bits);
      block[ZIGZAG[place]] = entry.value;
      added |= (NonZero)1 << place;
      zero += run + 1;
      k = place + 1;
      continue;
    }
    if (ends_bands(entry, r)) {
      int size = entry.symbol >> 4;
      drop(r, entry.code);
      uint64_t more = 0;
      move_bits(r, size, &more);
      band_end = (1u << size) + (unsigned)more;
      break;
    }
    NewCoefficient n = next_coefficient(r, d, &table);
    r = n.reader;
    if (n.run == NO_RUN) {
      band_end = n.band_end;
      break;
    }
    place = zero[n.run];
    if (place == NO_PLACE) {  // a run beyond the band, as only damaged data have
      overrun = n.value;
      break;
    }
    take_behind(r, d, place - (k + n.run), &bits);
    if (n.value != 0) {
      block[ZIGZAG[place]] = (JCOEF)n.value;
      added |= (NonZero)1 << place;
    }
    zero += n.run + 1;
    k = place + 1;
  }
  int passed = k - first - (int)(zero - zeros.place);
  take_behind(r, d, old_count - passed, &bits);
  refine_with(bits, old_count, block, old, d->Al);
  *nonzero |= added;
  if (overrun != 0) {
    block[ZIGZAG[last + 1]] = (JCOEF)overrun;
    mark(nonzero, last + 1, true);
  }
  return band_end;
}

PCR_IN_LOOP inline void refine_row(ProgressiveState *s, j_decompress_ptr d, JBLOCKROW row, NonZero *nonzero) {
  BitReader r = s->bits;
  unsigned run = s->end_of_band_run;
  int first = d->Ss, last = d->Se;
  NonZero band = band_of(first, last);
  JDIMENSION width = d->MCUs_per_row;
  for (JDIMENSION x = 0; x < width && !d->entropy->insufficient_data; x++) {
    if (run > 0) {
      refine(r, d, row[x], nonzero[x] & band);
    } else {
      run = refine_block(r, d, s->ac_table, row[x], &nonzero[x], band, first, last);
    }
    if (run > 0) run--;
  }
  s->bits = r;
  s->end_of_band_run = run;
}

}  // namespace pcr_jpeg

#endif
