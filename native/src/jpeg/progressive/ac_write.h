#ifndef PCR_JPEG_PROGRESSIVE_AC_WRITE_H
#define PCR_JPEG_PROGRESSIVE_AC_WRITE_H

#include "jpeg/progressive/bit_moves.h"
#include "jpeg/progressive/block_sets.h"
#include "jpeg/progressive/code_writer.h"
#include "jpeg/progressive/tokens.h"

// The symbols of a component's higher coefficients, block by block, the same that libjpeg chooses. They
// are put into Tokens, or into a CodeWriter.
namespace pcr_jpeg {

static const int SIXTEEN_ZEROS = 0xF0;
static const int LONGEST_ZERO_RUN = 15;
static const int RUN_SHIFT = 4;
static const unsigned LONGEST_BAND_RUN = 0x7FFF;
static const int MOST_HELD = 937;  // as many as leave room for another block's where libjpeg keeps 1000
static const int HELD_PARTS = (MOST_HELD + DCTSIZE2) / MOST_BITS + 1;
static const int WIDEST_VALUE = 10;  // bits of a coefficient, of samples of 8 bits

// What is held may go before a block's own symbols and behind them, each with a symbol of its own.
static_assert(BLOCK_TOKENS >= 2 * (HELD_PARTS + 1) + 2 * DCTSIZE2, "more symbols of a block than room for them");
static_assert(BLOCK_TOKENS < FIRST_TOKENS, "a list without room for a block");

// Bits by which a block's coefficients become more precise, those of the first places highest.
struct Refinement {
  uint64_t bits;
  int count;  // that are not taken yet

  // The first of them, which go.
  unsigned take(int wanted) {
    count -= wanted;
    return (unsigned)(bits >> count) & ((1u << wanted) - 1);
  }
};

PCR_IN_LOOP inline Refinement refinement_of(NonZero before, NonZero odd) {
  int count = size_of(before);
  return {turned_around(moved_together(odd, before)) >> 1 >> (DCTSIZE2 - 1 - count), count};
}

// Of blocks whose bands have ended, until that is said. As many in each part as can stand behind a symbol, for
// one part a block would be too many.
struct HeldBits {
  int count;
  uint16_t part[HELD_PARTS];

  void add(Refinement *more) {
    while (more->count > 0) {
      uint16_t *last = &part[count / MOST_BITS];
      int filled = count % MOST_BITS, room = MOST_BITS - filled;
      int wanted = more->count < room ? more->count : room;
      *last = (uint16_t)((filled == 0 ? 0 : *last) << wanted | more->take(wanted));
      count += wanted;
    }
  }
};

// One scan of a band.
struct BandScan {
  jpeg_compress_struct *out;
  int first, last, low_bits;
  NonZero band;
  uint64_t places;  // of the band, in a block's own order
  int rows;         // of a block, that the band reaches into, an even number
  const BlockBits *bits;  // of the next block; null: they have to be found
  unsigned ended;   // blocks whose bands have ended, of which nothing is put yet
  HeldBits held;    // of those blocks
};

inline void begin_band(BandScan *b, jpeg_compress_struct *c) {
  b->out = c;
  b->first = c->Ss;
  b->last = c->Se;
  b->low_bits = c->Al;
  b->band = band_of(c->Ss, c->Se);
  b->places = in_block_order(b->band);
  b->rows = 2;
  while (b->rows < BLOCK_ROWS && b->places >> (b->rows * DCTSIZE) != 0) b->rows += 2;
  b->ended = 0;
  b->held.count = 0;
}

// Of a block's band, without the low bits, in zigzag order.
struct BandSets {
  NonZero appearing;  // was zero with one bit more left out
  NonZero before;     // was not
  NonZero odd;
};

inline NonZero nonzero_in_band(BandScan *b, const JCOEF *block) {
  if (b->bits != nullptr) return (b->bits++)->nonzero(b->low_bits) & b->band;
  return in_zigzag_order(row_sets(block, b->low_bits, b->rows).nonzero & b->places);
}

inline BandSets sets_in_band(BandScan *b, const JCOEF *block) {
  if (b->bits != nullptr) {
    const BlockBits &bits = *b->bits++;
    NonZero before = bits.nonzero(b->low_bits + 1) & b->band, odd = bits.bit[b->low_bits];
    return {odd & ~before & b->band, before, odd};
  }
  RowSets sets = row_sets(block, b->low_bits, b->rows);
  uint64_t before = sets.above_one & b->places, now = sets.nonzero & b->places;
  if (now == 0) return {0, 0, 0};
  return {in_zigzag_order(now & ~before), in_zigzag_order(before), in_zigzag_order(sets.odd & before)};
}

// The blocks whose bands have ended; then the bits held of them.
template <typename Out>
inline void put_ended(BandScan *b, Out *out) {
  if (b->ended == 0) return;
  int size = bit_length(b->ended) - 1;
  out->put(size << RUN_SHIFT, size, b->ended & ((1u << size) - 1));
  for (int i = 0; b->held.count > 0; i++) {
    int length = b->held.count < MOST_BITS ? b->held.count : MOST_BITS;
    out->put_bits(length, b->held.part[i]);
    b->held.count -= length;
  }
  b->ended = 0;
}

template <typename Out>
inline void end_band(BandScan *b, Out *out) {
  b->ended++;
  if (b->ended == LONGEST_BAND_RUN || b->held.count > MOST_HELD) put_ended(b, out);
}

template <typename Out>
PCR_IN_LOOP inline void put_first_block(BandScan *b, const JCOEF *block, Out *out) {
  NonZero set = nonzero_in_band(b, block);
  if (set == 0) return end_band(b, out);
  put_ended(b, out);
  int next = b->first;
  for (; set != 0; set &= set - 1) {
    int place = lowest(set);
    int zeros = place - next;
    for (; zeros > LONGEST_ZERO_RUN; zeros -= LONGEST_ZERO_RUN + 1) out->put(SIXTEEN_ZEROS, 0, 0);
    JCOEF value = block[ZIGZAG[place]];
    unsigned size_bits = magnitude(value) >> b->low_bits;
    int size = bit_length(size_bits);
    if (size > WIDEST_VALUE) ERREXIT(b->out, JERR_BAD_DCT_COEF);
    unsigned bits = value < 0 ? ~size_bits & ((1u << size) - 1) : size_bits;
    out->put(zeros << RUN_SHIFT | size, size, bits);
    next = place + 1;
  }
  if (next <= b->last) end_band(b, out);
}

// A symbol, the bits that belong to it, and of places passed on the way.
template <typename Out>
inline void put_with(Out *out, int symbol, int length, unsigned bits, int passed, Refinement *refinement) {
  int part = passed < MOST_BITS - length ? passed : MOST_BITS - length;
  out->put(symbol, length + part, bits << part | refinement->take(part));
  for (passed -= part; passed > 0; passed -= part) {
    part = passed < MOST_BITS ? passed : MOST_BITS;
    out->put_bits(part, refinement->take(part));
  }
}

// What is not put yet of a block, on the way from one appearing coefficient to the next.
struct Stretch {
  int zeros;
  int passed;  // places that were not zero before
};

// Zeros are put sixteen at a time as soon as any coefficient follows that is not zero.
template <typename Out>
PCR_IN_LOOP inline Stretch put_long_run(Out *out, int next, int place, NonZero before, Refinement *refinement) {
  Stretch left = {0, 0};
  for (NonZero stops = before | (NonZero)1 << place; stops != 0; stops &= stops - 1) {
    int stop = lowest(stops);
    left.zeros += stop - next;
    next = stop + 1;
    for (; left.zeros > LONGEST_ZERO_RUN; left.zeros -= LONGEST_ZERO_RUN + 1) {
      put_with(out, SIXTEEN_ZEROS, 0, 0, left.passed, refinement);
      left.passed = 0;
    }
    if (stop < place) left.passed++;
  }
  return left;
}

template <typename Out>
PCR_IN_LOOP inline void put_refined_block(BandScan *b, const JCOEF *block, Out *out) {
  BandSets sets = sets_in_band(b, block);
  NonZero before = sets.before, appearing = sets.appearing;
  if ((before | appearing) == 0) return end_band(b, out);
  Refinement refinement = refinement_of(before, sets.odd);
  if (appearing != 0) put_ended(b, out);
  int next = b->first;
  for (; appearing != 0; appearing &= appearing - 1) {
    int place = lowest(appearing);
    NonZero passed = before & (((NonZero)1 << place) - 1);
    before ^= passed;
    Stretch way;
    way.passed = size_of(passed);
    way.zeros = place - next - way.passed;
    if (way.zeros > LONGEST_ZERO_RUN) way = put_long_run(out, next, place, passed, &refinement);
    put_with(out, way.zeros << RUN_SHIFT | 1, 1, block[ZIGZAG[place]] >= 0, way.passed, &refinement);
    next = place + 1;
  }
  if (next > b->last) return;
  b->held.add(&refinement);
  end_band(b, out);
}

}  // namespace pcr_jpeg

#endif
