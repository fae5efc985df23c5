#ifndef PCR_JPEG_PROGRESSIVE_TOKENS_H
#define PCR_JPEG_PROGRESSIVE_TOKENS_H

#include <cstdlib>

#include "jpeg/progressive/scan_state.h"

// What a scan consists of: symbols, each with the bits behind it.
//
// Codes are made to measure, so a scan is gone through before the first is written. What was found is
// kept, so that the blocks need not be looked at again to write it. Of a scan too long for that only the
// symbols' counts are kept.
namespace pcr_jpeg {

static const int SYMBOLS = 256;
static const int NO_SYMBOL = SYMBOLS;  // bits without a symbol
static const int SYMBOL_FIELD = 9;
static const int LENGTH_FIELD = 5;
static const int SIZE_FIELD = 4;  // of a symbol: the size of what stands behind it
static const int MOST_BITS = 16;  // behind one symbol; as long as the longest code

typedef uint32_t Token;

inline Token make_token(int symbol, int length, unsigned bits) {
  return (Token)symbol | (Token)length << SYMBOL_FIELD | bits << (SYMBOL_FIELD + LENGTH_FIELD);
}

inline int symbol_of(Token token) { return token & ((1 << SYMBOL_FIELD) - 1); }
inline int length_of(Token token) { return token >> SYMBOL_FIELD & ((1 << LENGTH_FIELD) - 1); }
inline unsigned bits_of(Token token) { return token >> (SYMBOL_FIELD + LENGTH_FIELD); }

static const size_t FIRST_TOKENS = 1 << 12;
static const size_t TOKENS_RETAINED = 1 << 19;
static const size_t MOST_TOKENS = 1 << 22;
static const size_t BLOCK_TOKENS = 512;  // no block has more, what was held of others included

struct Tokens {
  Token *list;  // kept between images
  size_t capacity;
  size_t most;  // that the list may grow to
  size_t count;
  bool complete;  // all of the scan is in the list
  long counts[SYMBOLS];

  void put(int symbol, int length, unsigned bits) {
    counts[symbol]++;
    list[count++] = make_token(symbol, length, bits);
  }

  // Bits without a symbol are not counted.
  void put_bits(int length, unsigned bits) { list[count++] = make_token(NO_SYMBOL, length, bits); }

  // Before each block. What does not fit is written over, and counted all the same.
  void make_room() {
    if (capacity - count >= BLOCK_TOKENS) return;
    Token *grown = nullptr;
    if (capacity < most) grown = (Token *)realloc(list, 2 * capacity * sizeof(Token));
    if (grown != nullptr) {
      list = grown;
      capacity *= 2;
    } else {
      complete = false;
      count = 0;
    }
  }
};

// False when there is no memory.
inline bool begin_tokens(Tokens *t) {
  if (t->list == nullptr) {
    t->list = (Token *)malloc(FIRST_TOKENS * sizeof(Token));
    if (t->list == nullptr) return false;
    t->capacity = FIRST_TOKENS;
  }
  t->count = 0;
  t->complete = true;
  memset(t->counts, 0, sizeof t->counts);
  return true;
}

// Gives memory back that one large image made us take.
inline void trim_tokens(Tokens *t) {
  if (t->capacity <= TOKENS_RETAINED) return;
  free(t->list);
  t->list = nullptr;
  t->capacity = 0;
}

}  // namespace pcr_jpeg

#endif
