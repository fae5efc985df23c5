#ifndef PCR_JPEG_CHOICE_CODE_COST_H
#define PCR_JPEG_CHOICE_CODE_COST_H

#include <cstdint>

// What symbols cost with the Huffman codes that are made to measure for them, without making the codes: the sum of the
// weights of a tree's inner nodes. Codes longer than JPEG allows are not shortened; that changes next to nothing.
namespace pcr_jpeg {

static const int MOST_CODES = 256;

// The counts of the symbols that occur, then the one that JPEG leaves unused.
struct CodeCounts {
  int count;
  uint64_t bits_behind;  // that stand behind the symbols
  uint32_t occurs[MOST_CODES + 1];

  void add(uint32_t n, int bits) {
    if (n == 0) return;
    occurs[count++] = n;
    bits_behind += (uint64_t)n * (unsigned)bits;
  }
};

inline void sort_counts(uint32_t *list, int count) {
  static const int gaps[] = {23, 10, 4, 1};
  for (int gap : gaps) {
    for (int i = gap; i < count; i++) {
      uint32_t value = list[i];
      int at = i;
      for (; at >= gap && list[at - gap] > value; at -= gap) list[at] = list[at - gap];
      list[at] = value;
    }
  }
}

// In bits, all that stands behind the symbols included. Changes the counts.
inline uint64_t cost_of(CodeCounts *c) {
  uint32_t *leaf = c->occurs, node[MOST_CODES + 1];
  leaf[c->count] = 1;
  int leaves = c->count + 1, leaf_at = 0, node_at = 0, nodes = 0;
  sort_counts(leaf, leaves);
  uint64_t sum = c->bits_behind;
  for (int left = leaves; left > 1; left--) {
    uint32_t weight = 0;
    for (int i = 0; i < 2; i++) {
      bool takes_leaf = leaf_at < leaves && (node_at == nodes || leaf[leaf_at] <= node[node_at]);
      weight += takes_leaf ? leaf[leaf_at++] : node[node_at++];
    }
    node[nodes++] = weight;
    sum += weight;
  }
  return sum;
}

}  // namespace pcr_jpeg

#endif
