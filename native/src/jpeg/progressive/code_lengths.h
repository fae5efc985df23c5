#ifndef PCR_JPEG_PROGRESSIVE_CODE_LENGTHS_H
#define PCR_JPEG_PROGRESSIVE_CODE_LENGTHS_H

#include "jpeg/progressive/tokens.h"

// Huffman codes made to measure: those that libjpeg's jpeg_gen_optimal_table makes, which looks at all symbols
// that there can be for each that there is. Here only those that occur are looked at.
namespace pcr_jpeg {

static const int LONGEST_TREE = 32;      // before codes are shortened, as libjpeg allows
static const int LONGEST_HUFFMAN = 16;

// The symbols that occur, in their order, and one more that occurs once, so that no code is all ones.
struct CodeTree {
  int count;
  uint16_t symbol[SYMBOLS + 1];
  long weight[SYMBOLS + 1];   // of the tree that it is the root of; 0: it is within another
  int length[SYMBOLS + 1];
  int next[SYMBOLS + 1];      // in the same tree, -1: none
};

inline void plant(const long *counts, CodeTree *t) {
  t->count = 0;
  for (int i = 0; i <= SYMBOLS; i++) {
    if (i < SYMBOLS && counts[i] == 0) continue;
    t->symbol[t->count] = (uint16_t)i;
    t->weight[t->count] = i < SYMBOLS ? counts[i] : 1;
    t->length[t->count] = 0;
    t->next[t->count++] = -1;
  }
}

// The lightest tree but one, of equals the last; -1: there is none.
inline int lightest(const CodeTree *t, int but) {
  int found = -1;
  for (int i = 0; i < t->count; i++) {
    if (i != but && t->weight[i] > 0 && (found < 0 || t->weight[i] <= t->weight[found])) found = i;
  }
  return found;
}

// One bit longer, all of a tree; returns its last symbol.
inline int lengthen(CodeTree *t, int i) {
  for (t->length[i]++; t->next[i] >= 0; t->length[i]++) i = t->next[i];
  return i;
}

inline void grow(CodeTree *t) {
  for (int first = lightest(t, -1), second = lightest(t, first); second >= 0;
       first = lightest(t, -1), second = lightest(t, first)) {
    t->weight[first] += t->weight[second];
    t->weight[second] = 0;
    int last = lengthen(t, first);
    t->next[last] = second;
    lengthen(t, second);
  }
}

// As the standard's section K.2 shortens codes that are too long; then without the symbol that was one more.
inline void limit_lengths(UINT8 *bits) {
  int longest = LONGEST_TREE;
  for (; longest > LONGEST_HUFFMAN; longest--) {
    while (bits[longest] > 0) {
      int shorter = longest - 2;
      while (bits[shorter] == 0) shorter--;
      bits[longest] -= 2;
      bits[longest - 1]++;
      bits[shorter + 1] += 2;
      bits[shorter]--;
    }
  }
  while (bits[longest] == 0) longest--;
  bits[longest]--;
}

inline void make_codes_to_measure(j_compress_ptr c, const long *counts, JHUFF_TBL *table) {
  CodeTree tree;
  UINT8 bits[LONGEST_TREE + 1] = {0};
  plant(counts, &tree);
  grow(&tree);
  for (int i = 0; i < tree.count; i++) {
    if (tree.length[i] > LONGEST_TREE) {
      ERREXIT(c, JERR_HUFF_CLEN_OVERFLOW);
      return;
    }
    bits[tree.length[i]]++;
  }
  limit_lengths(bits);
  memcpy(table->bits, bits, sizeof table->bits);
  int placed = 0;
  for (int length = 1; length <= LONGEST_TREE; length++) {
    for (int i = 0; i < tree.count - 1; i++) {
      if (tree.length[i] == length) table->huffval[placed++] = (UINT8)tree.symbol[i];
    }
  }
  table->sent_table = FALSE;
}

}  // namespace pcr_jpeg

#endif
