#ifndef PCR_JPEG_PROGRESSIVE_BLOCK_SETS_H
#define PCR_JPEG_PROGRESSIVE_BLOCK_SETS_H

#include <utility>

#include "jpeg/progressive/places.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

// Which coefficients of a block are still not zero when some of their low bits are left out.
namespace pcr_jpeg {

static const int BLOCK_ROWS = DCTSIZE;

// A set of places in a block's own order, a byte for each row, to one in zigzag order.
struct ZigzagTable {
  uint64_t places[BLOCK_ROWS][BYTE_VALUES];

  constexpr ZigzagTable() : places() {
    for (int k = 0; k < DCTSIZE2; k++) {
      int row = ZIGZAG[k] / DCTSIZE, bit = ZIGZAG[k] % DCTSIZE;
      for (int set = 0; set < BYTE_VALUES; set++) {
        if (set >> bit & 1) places[row][set] |= (uint64_t)1 << k;
      }
    }
  }
};

static constexpr ZigzagTable ZIGZAG_TABLE;

inline NonZero in_zigzag_order(uint64_t rows) {
  NonZero set = 0;
  if (rows == 0) return 0;
  for (int row = 0; row < BLOCK_ROWS; row++) set |= ZIGZAG_TABLE.places[row][rows >> (row * DCTSIZE) & 0xFF];
  return set;
}

inline uint64_t in_block_order(NonZero set) {
  uint64_t rows = 0;
  for (int k = 0; k < DCTSIZE2; k++) rows |= (set >> k & 1) << ZIGZAG[k];
  return rows;
}

inline unsigned magnitude(JCOEF value) { return (unsigned)(value < 0 ? -(int)value : (int)value); }

// Of a block, without the low bits: what is not zero, what is not zero with one bit more left out, and
// what is odd. In the block's own order.
struct RowSets {
  uint64_t nonzero;
  uint64_t above_one;
  uint64_t odd;
};

#if defined(__SSE2__) && !defined(PCR_PLAIN_SETS)

inline __m128i eight_magnitudes(const JCOEF *row, __m128i low_bits) {
  __m128i values = _mm_loadu_si128((const __m128i *)row);
  __m128i signs = _mm_srai_epi16(values, 15);
  return _mm_srl_epi16(_mm_sub_epi16(_mm_xor_si128(values, signs), signs), low_bits);
}

inline uint64_t sixteen_nonzero(__m128i first, __m128i second) {
  __m128i zero = _mm_setzero_si128();
  __m128i none = _mm_packs_epi16(_mm_cmpeq_epi16(first, zero), _mm_cmpeq_epi16(second, zero));
  return ~(unsigned)_mm_movemask_epi8(none) & 0xFFFF;
}

inline uint64_t sixteen_odd(__m128i first, __m128i second) {
  __m128i odd = _mm_packs_epi16(_mm_slli_epi16(first, 15), _mm_slli_epi16(second, 15));
  return (unsigned)_mm_movemask_epi8(odd);
}

inline RowSets row_sets(const JCOEF *block, int low_bits, int rows) {
  RowSets sets = {0, 0, 0};
  __m128i shift = _mm_cvtsi32_si128(low_bits);
  for (int row = 0; row < rows; row += 2) {
    __m128i first = eight_magnitudes(block + row * DCTSIZE, shift);
    __m128i second = eight_magnitudes(block + (row + 1) * DCTSIZE, shift);
    int at = row * DCTSIZE;
    sets.nonzero |= sixteen_nonzero(first, second) << at;
    sets.above_one |= sixteen_nonzero(_mm_srli_epi16(first, 1), _mm_srli_epi16(second, 1)) << at;
    sets.odd |= sixteen_odd(first, second) << at;
  }
  return sets;
}

#else

inline RowSets row_sets(const JCOEF *block, int low_bits, int rows) {
  RowSets sets = {0, 0, 0};
  for (int i = 0; i < rows * DCTSIZE; i++) {
    unsigned value = magnitude(block[i]) >> low_bits;
    sets.nonzero |= (uint64_t)(value != 0) << i;
    sets.above_one |= (uint64_t)(value > 1) << i;
    sets.odd |= (uint64_t)(value & 1) << i;
  }
  return sets;
}

#endif

static const int LOW_BITS = 7;

// A block's magnitudes bit by bit, for scans that leave up to LOW_BITS out: what each of them has to say is
// then at hand. In zigzag order.
struct BlockBits {
  NonZero bit[LOW_BITS];  // who has it
  NonZero above;          // who has a higher one

  NonZero nonzero(int low_bits) const {
    NonZero set = above;
    for (int i = LOW_BITS - 1; i >= 0; i--) set |= i >= low_bits ? bit[i] : 0;
    return set;
  }
};

// A component of more blocks, of 64 megapixels, takes no memory for their bits.
static const size_t MOST_BLOCK_BITS = 1 << 20;

#if defined(__SSE2__) && !defined(PCR_PLAIN_SETS)

typedef uint8_t Sixteen __attribute__((vector_size(16)));

// Of a pair of 16 bytes each, where place k of the zigzag order is found; -1: in the other pair.
constexpr int in_upper_half(int k) { return ZIGZAG[k] < 32 ? ZIGZAG[k] : -1; }
constexpr int in_lower_half(int k) { return ZIGZAG[k] < 32 ? -1 : ZIGZAG[k] - 32; }

// Sixteen places from K on, of a block with a byte for each coefficient.
template <int K, int... I>
PCR_IN_LOOP inline __m128i sixteen_places(const Sixteen *block, std::integer_sequence<int, I...>) {
  Sixteen upper = __builtin_shufflevector(block[0], block[1], in_upper_half(K + I)...);
  Sixteen lower = __builtin_shufflevector(block[2], block[3], in_lower_half(K + I)...);
  return (__m128i)__builtin_shufflevector(upper, lower, (ZIGZAG[K + I] < 32 ? I : 16 + I)...);
}

// The low bits of two rows' magnitudes, a byte each, whose highest bit says that there are higher ones.
PCR_IN_LOOP inline __m128i magnitude_bytes(const JCOEF *rows) {
  __m128i none = _mm_setzero_si128(), low = _mm_set1_epi16((1 << LOW_BITS) - 1);
  __m128i first = eight_magnitudes(rows, none), second = eight_magnitudes(rows + DCTSIZE, none);
  __m128i above = _mm_packs_epi16(_mm_cmpeq_epi16(_mm_srli_epi16(first, LOW_BITS), none),
                                  _mm_cmpeq_epi16(_mm_srli_epi16(second, LOW_BITS), none));
  __m128i bytes = _mm_packus_epi16(_mm_and_si128(first, low), _mm_and_si128(second, low));
  return _mm_or_si128(bytes, _mm_andnot_si128(above, _mm_set1_epi8((char)(1 << LOW_BITS))));
}

// The highest bit of each byte, and all bytes one bit further.
PCR_IN_LOOP inline NonZero take_highest(__m128i *places) {
  NonZero set = 0;
  for (int i = 3; i >= 0; i--) {
    set = set << 16 | (unsigned)_mm_movemask_epi8(places[i]);
    places[i] = _mm_add_epi8(places[i], places[i]);
  }
  return set;
}

PCR_IN_LOOP inline BlockBits block_bits(const JCOEF *block) {
  Sixteen rows[4];
  for (int i = 0; i < 4; i++) rows[i] = (Sixteen)magnitude_bytes(block + 2 * i * DCTSIZE);
  std::make_integer_sequence<int, 16> all;
  __m128i places[4] = {sixteen_places<0>(rows, all), sixteen_places<16>(rows, all), sixteen_places<32>(rows, all),
                       sixteen_places<48>(rows, all)};
  BlockBits bits;
  bits.above = take_highest(places);
  for (int i = LOW_BITS - 1; i >= 0; i--) bits.bit[i] = take_highest(places);
  return bits;
}

#else

inline BlockBits block_bits(const JCOEF *block) {
  BlockBits bits;
  for (int i = 0; i < LOW_BITS; i++) bits.bit[i] = in_zigzag_order(row_sets(block, i, BLOCK_ROWS).odd);
  bits.above = in_zigzag_order(row_sets(block, LOW_BITS, BLOCK_ROWS).nonzero);
  return bits;
}

#endif

}  // namespace pcr_jpeg

#endif
