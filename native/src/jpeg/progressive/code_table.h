#ifndef PCR_JPEG_PROGRESSIVE_CODE_TABLE_H
#define PCR_JPEG_PROGRESSIVE_CODE_TABLE_H

#include "jpeg/progressive/bit_reader.h"

// A Huffman table to decode with: by the next LOOKAHEAD bits it gives, where they hold both, the code
// and the value behind it at once, and else the code; longer codes are found bit by bit.
namespace pcr_jpeg {

static const int LOOKAHEAD = 10;
static const int LONGEST_CODE = 16;
static const int SIZE_BITS = 15;          // of a symbol: the size of the value behind it
static const uint8_t NO_VALUE = 0xFF;     // longer than any count of bits

struct alignas(8) CodeEntry {
  int16_t value;    // shifted to its place
  uint8_t run;      // in front of it
  uint8_t length;   // of code and value, or NO_VALUE
  uint8_t symbol;
  uint8_t code;     // length of the code alone, 0: longer than LOOKAHEAD
};

// By the length of a code.
struct CodeEnds {
  int32_t last[LONGEST_CODE + 2];  // highest code, -1: none
  int32_t first_index[LONGEST_CODE + 1];  // what to add to a code for its place in symbols
  const UINT8 *symbols;
};

struct CodeTable {
  CodeEntry entries[1 << LOOKAHEAD];
  CodeEnds ends;
};

inline void find_code_ends(const JHUFF_TBL *from, CodeEnds *to) {
  int code = 0, index = 0;
  to->symbols = from->huffval;
  for (int length = 1; length <= LONGEST_CODE; length++, code <<= 1) {
    int count = from->bits[length];
    to->first_index[length] = index - code;
    code += count;
    index += count;
    to->last[length] = count > 0 ? code - 1 : -1;
  }
  to->last[LONGEST_CODE + 1] = INT32_MAX;
}

// What the bits of a value of 1 to 15 bits mean.
inline int signed_value(int bits, int size) {
  return bits < (1 << (size - 1)) ? bits - (1 << size) + 1 : bits;
}

inline void fill_entries(CodeEntry *from, int count, CodeEntry entry) {
  for (int i = 0; i < count; i++) from[i] = entry;
}

// All entries that begin with a code: with each value that fits, when its size is 1 to max_size.
inline void enter_code(CodeEntry *from, int length, int symbol, int max_size, int shift) {
  int size = symbol & SIZE_BITS;
  int rest = LOOKAHEAD - length - size;
  CodeEntry entry = {0, (uint8_t)(symbol >> 4), NO_VALUE, (uint8_t)symbol, (uint8_t)length};
  if (size == 0 || size > max_size || rest < 0) {
    fill_entries(from, 1 << (LOOKAHEAD - length), entry);
    return;
  }
  entry.length = (uint8_t)(length + size);
  for (int bits = 0; bits < 1 << size; bits++) {
    entry.value = (int16_t)(uint16_t)((unsigned)signed_value(bits, size) << shift);
    fill_entries(from + (bits << rest), 1 << rest, entry);
  }
}

// Of a table that libjpeg has accepted: the codes are a prefix code, of 256 symbols at most.
inline void make_code_table(const JHUFF_TBL *from, int max_size, int shift, CodeTable *to) {
  int code = 0, index = 0;
  find_code_ends(from, &to->ends);
  for (int length = 1; length <= LOOKAHEAD; length++, code <<= 1) {
    for (int i = 0; i < from->bits[length]; i++, code++) {
      enter_code(to->entries + (code << (LOOKAHEAD - length)), length, from->huffval[index++], max_size, shift);
    }
  }
  code >>= 1;  // of LOOKAHEAD bits
  fill_entries(to->entries + code, (1 << LOOKAHEAD) - code, {0, 0, NO_VALUE, 0, 0});
}

struct Decoded {
  BitReader reader;
  int symbol;
};

// A code that is longer than the table knows, or than the bits in the buffer.
__attribute__((noinline)) inline Decoded find_symbol(BitReader r, j_decompress_ptr d,
                                                     const CodeTable *table) {
  int length = r.count < CODE_PEEK ? 1 : CODE_PEEK + 1;
  need(r, d, length);
  int code = take(r, length);
  while (code > table->ends.last[length]) {
    need(r, d, 1);
    code = code << 1 | take(r, 1);
    length++;
  }
  if (length > LONGEST_CODE) {
    WARNMS(d, JWRN_HUFF_BAD_CODE);
    return {r, 0};
  }
  return {r, table->ends.symbols[code + table->ends.first_index[length]]};
}

inline CodeEntry peek_entry(BitReader &r, j_decompress_ptr d, const CodeTable &table) {
  if (r.count < CODE_PEEK) fill(r, d, 0);
  return table.entries[r.buffer >> (BUFFER_BITS - LOOKAHEAD)];
}

inline bool has_value(const CodeEntry &entry, const BitReader &r) { return entry.length <= r.count; }

// The symbol alone, its value still to be read.
inline int take_symbol(BitReader &r, j_decompress_ptr d, const CodeTable &table, const CodeEntry &entry) {
  if (entry.code > 0 && entry.code <= r.count) {
    drop(r, entry.code);
    return entry.symbol;
  }
  Decoded found = find_symbol(r, d, &table);
  r = found.reader;
  return found.symbol;
}

// A value of `size` bits, 0 of none.
inline int take_value(BitReader &r, j_decompress_ptr d, int size) {
  if (size == 0) return 0;
  need(r, d, size);
  return signed_value(take(r, size), size);
}

}  // namespace pcr_jpeg

#endif
