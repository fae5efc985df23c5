#ifndef PCR_JPEG_SEQUENTIAL_SCAN_READER_H
#define PCR_JPEG_SEQUENTIAL_SCAN_READER_H

#include "jpeg/progressive/scan_reader.h"

// Takes the place of libjpeg's reader for the scans of a sequential Huffman-coded image whose coefficients are wanted. A scan
// is read in one go, and only one in which all is as it has to be: at a code that does not exist, a run that leads out of its
// block, bytes too few or too many it is given back to libjpeg from its first byte on, with all coefficients zero again. So
// what damaged data come to is libjpeg's business.
namespace pcr_jpeg {

static const size_t PLAIN_RETAINED = 4 * 1024 * 1024;
static const size_t PLAIN_MARGIN = 8192;  // zeros behind the data; no MCU takes as many bytes
static const int ENOUGH_BITS = 32;        // for the longest code and its value
static const int MOST_DC = 1 << 20;       // what adds up to more than any image has

// The data without what was stuffed in, and so without markers.
struct PlainBits {
  uint64_t buffer;  // the next bit is the highest
  int count;
  const uint8_t *next;

  void fill() {
    uint64_t eight;
    memcpy(&eight, next, sizeof eight);
    buffer |= __builtin_bswap64(eight) >> count;
    next += (BUFFER_BITS - 1 - count) >> 3;
    count |= 56;
  }

  void drop(int bits) {
    buffer <<= bits;
    count -= bits;
  }
};

static const int PLAIN_LOOKAHEAD = 10;

struct PlainEntry {
  uint8_t code;    // length of the code, 0: it is longer than the table knows
  uint8_t length;  // of code and value
  uint8_t run, size;
};

// By the next bits. Values are not in it: large ones are as frequent here as small ones, and nobody waits for them.
struct PlainTable {
  PlainEntry entries[1 << PLAIN_LOOKAHEAD];
  CodeEnds ends;
};

inline void make_plain_table(const JHUFF_TBL *from, PlainTable *to) {
  int code = 0, index = 0;
  memset(to->entries, 0, sizeof to->entries);
  find_code_ends(from, &to->ends);
  for (int length = 1; length <= PLAIN_LOOKAHEAD; length++, code <<= 1) {
    for (int i = 0; i < from->bits[length]; i++, code++, index++) {
      int symbol = from->huffval[index], size = symbol & SIZE_BITS, rest = PLAIN_LOOKAHEAD - length;
      PlainEntry entry = {(uint8_t)length, (uint8_t)(length + size), (uint8_t)(symbol >> 4), (uint8_t)size};
      for (int k = 0; k < 1 << rest; k++) to->entries[(code << rest) + k] = entry;
    }
  }
}

// The entry of a code that is longer than the table knows; without a length: there is no such code.
__attribute__((noinline)) inline PlainEntry find_plain_entry(uint64_t buffer, const CodeEnds *ends) {
  int length = PLAIN_LOOKAHEAD + 1;
  while ((int)(buffer >> (BUFFER_BITS - length)) > ends->last[length]) length++;
  if (length > LONGEST_CODE) return {0, 0, 0, 0};
  int symbol = ends->symbols[(int)(buffer >> (BUFFER_BITS - length)) + ends->first_index[length]], size = symbol & SIZE_BITS;
  return {(uint8_t)length, (uint8_t)(length + size), (uint8_t)(symbol >> 4), (uint8_t)size};
}

PCR_IN_LOOP inline PlainEntry peek_plain(PlainBits &b, const PlainTable &table) {
  b.fill();
  PlainEntry entry = table.entries[b.buffer >> (BUFFER_BITS - PLAIN_LOOKAHEAD)];
  if (__builtin_expect(entry.code == 0, 0)) entry = find_plain_entry(b.buffer, &table.ends);
  return entry;
}

// The value behind a code, of more than no bits; without a branch, as its sign is random.
PCR_IN_LOOP inline int plain_value(uint64_t buffer, const PlainEntry &entry) {
  uint64_t bits = buffer << entry.code;
  int value = (int)(bits >> (BUFFER_BITS - entry.size)), is_negative = ~(int)((int64_t)bits >> (BUFFER_BITS - 1));
  return value - (((1 << entry.size) - 1) & is_negative);
}

PCR_IN_LOOP inline bool read_plain_dc(PlainBits &b, const PlainTable &table, int *difference) {
  PlainEntry entry = peek_plain(b, table);
  *difference = entry.size == 0 ? 0 : plain_value(b.buffer, entry);
  b.drop(entry.length);
  return entry.length > 0 && entry.run == 0;
}

PCR_IN_LOOP inline bool read_plain_ac(PlainBits &b, const PlainTable &table, JCOEF *block) {
  int k = 1;
  for (; k < DCTSIZE2; k++) {
    PlainEntry entry = peek_plain(b, table);
    k += entry.run;
    if (entry.size > 0) {
      block[ZIGZAG[k]] = (JCOEF)plain_value(b.buffer, entry);
      b.drop(entry.length);
      continue;
    }
    if (entry.length == 0) return false;
    b.drop(entry.length);
    if (entry.run != ZERO_RUN) return true;
  }
  return k == DCTSIZE2;
}

// A table that is made again only for another code: many images have the same.
struct KeptTable {
  bool is_made;
  JHUFF_TBL source;
  PlainTable table;
};

// The blocks of an MCU, and how far reading has come; of an image in one scan whose pixels are wanted.
struct McuReader {
  PlainBits bits;
  const uint8_t *end;  // of the data
  JDIMENSION column;   // of the next MCU
  int last_dc[MAX_COMPS_IN_SCAN];
  int part[D_MAX_BLOCKS_IN_MCU];
  const PlainTable *dc[D_MAX_BLOCKS_IN_MCU];
  const PlainTable *ac[D_MAX_BLOCKS_IN_MCU];
};

// What is kept of a sequential image while its scans are read.
struct SequentialState {
  int (*libjpeg_consume)(j_decompress_ptr);
  bool seen[MAX_FRAME_COMPONENTS];  // in a scan before
  uint8_t *plain;
  size_t capacity;
  PlainTable dc_tables[MAX_COMPS_IN_SCAN];
  PlainTable ac_tables[MAX_COMPS_IN_SCAN];
  KeptTable kept_dc[NUM_HUFF_TBLS];
  KeptTable kept_ac[NUM_HUFF_TBLS];
  McuReader mcus;
};

// Copies the data up to the next marker. Returns how many bytes of the source they are; 0: there is no marker, or one that is
// not followed by its name.
inline size_t copy_plain(const jpeg_source_mgr *from, uint8_t *to, size_t *length) {
  const uint8_t *at = from->next_input_byte, *end = at + from->bytes_in_buffer;
  for (uint8_t *start = to;;) {
    const uint8_t *ff = (const uint8_t *)memchr(at, 0xFF, (size_t)(end - at));
    if (ff == nullptr || end - ff < 2 || ff[1] == 0xFF) return 0;
    size_t count = (size_t)(ff - at);
    memcpy(to, at, count);
    to += count;
    if (ff[1] != 0) {
      memset(to, 0, PLAIN_MARGIN);
      *length = (size_t)(to - start);
      return (size_t)(ff - from->next_input_byte);
    }
    *to++ = 0xFF;
    at = ff + 2;
  }
}

inline bool make_plain_room(SequentialState *q, size_t bytes) {
  if (bytes <= q->capacity) return true;
  free(q->plain);
  q->plain = (uint8_t *)malloc(bytes);
  q->capacity = q->plain != nullptr ? bytes : 0;
  return q->plain != nullptr;
}

// Gives memory back that one large image made us take.
inline void trim_plain(SequentialState *q) {
  if (q->capacity <= PLAIN_RETAINED) return;
  free(q->plain);
  q->plain = nullptr;
  q->capacity = 0;
}

// A row of MCUs, to be read when its blocks are zero. False where something is not as it has to be.
PCR_IN_LOOP inline bool read_plain_row(const SequentialState *q, j_decompress_ptr d, const McuPart *parts, const uint8_t *end, PlainBits *bits,
                                       int *last_dc) {
  PlainBits b = *bits;
  McuBlocks blocks = blocks_of(parts, d->comps_in_scan);
  for (JDIMENSION x = 0; x < d->MCUs_per_row; x++) {
    for (int i = 0; i < blocks.count; i++) {
      int part = blocks.part[i], difference;
      JCOEF *block = blocks.at[i];
      blocks.at[i] += blocks.step[i];
      if (!read_plain_dc(b, q->dc_tables[part], &difference)) return false;
      last_dc[part] += difference;
      if (last_dc[part] > MOST_DC || last_dc[part] < -MOST_DC) return false;
      block[0] = (JCOEF)last_dc[part];
      if (!read_plain_ac(b, q->ac_tables[part], block)) return false;
    }
    if (b.next > end + sizeof b.buffer) return false;
  }
  *bits = b;
  return true;
}

PCR_LOOP inline bool read_plain_scan(SequentialState *q, j_decompress_ptr d, size_t length) {
  PlainBits bits = {0, 0, q->plain};
  const uint8_t *end = q->plain + length;
  int last_dc[MAX_COMPS_IN_SCAN] = {0};
  McuPart parts[MAX_COMPS_IN_SCAN];
  JBLOCKARRAY arrays[MAX_COMPS_IN_SCAN];
  for (d->input_iMCU_row = 0; d->input_iMCU_row < d->total_iMCU_rows; d->input_iMCU_row++) {
    find_parts(d, parts, arrays);
    for (int row = 0; row < rows_of_blocks(d); row++) {
      place_parts(d, arrays, row, parts);
      if (!read_plain_row(q, d, parts, end, &bits, last_dc)) return false;
    }
  }
  int64_t left = 8 * (int64_t)(end - bits.next) + bits.count;
  return left >= 0 && left < 8;
}

inline void clear_components(j_decompress_ptr d) {
  for (int i = 0; i < d->comps_in_scan; i++) {
    const jpeg_component_info *c = d->cur_comp_info[i];
    for (d->input_iMCU_row = 0; d->input_iMCU_row < d->total_iMCU_rows; d->input_iMCU_row++) {
      JBLOCKARRAY rows = current_rows(d, c);
      size_t wide = (size_t)((c->width_in_blocks + (JDIMENSION)c->h_samp_factor - 1) / (JDIMENSION)c->h_samp_factor * (JDIMENSION)c->h_samp_factor);
      for (int y = 0; y < c->v_samp_factor; y++) memset(rows[y], 0, wide * sizeof(JBLOCK));
    }
  }
}

// Reads all of a scan, or nothing.
inline bool read_sequential_scan(SequentialState *q, j_decompress_ptr d) {
  bool is_first = true;
  for (int i = 0; i < d->comps_in_scan; i++) {
    bool &seen = q->seen[d->cur_comp_info[i]->component_index];
    is_first = is_first && !seen;
    seen = true;
  }
  size_t length, left = d->src->bytes_in_buffer;
  if (!is_first || d->restart_interval != 0 || d->unread_marker != 0 || left < 2) return false;
  if (!make_plain_room(q, left + PLAIN_MARGIN)) return false;
  size_t taken = copy_plain(d->src, q->plain, &length);
  if (taken == 0) return false;
  for (int i = 0; i < d->comps_in_scan; i++) {
    const jpeg_component_info *c = d->cur_comp_info[i];
    make_plain_table(d->dc_huff_tbl_ptrs[c->dc_tbl_no], &q->dc_tables[i]);
    make_plain_table(d->ac_huff_tbl_ptrs[c->ac_tbl_no], &q->ac_tables[i]);
  }
  if (!read_plain_scan(q, d, length)) {
    clear_components(d);
    d->input_iMCU_row = 0;
    return false;
  }
  d->src->next_input_byte += taken;
  d->src->bytes_in_buffer -= taken;
  return true;
}

// As libjpeg's consume_data.
inline int consume_sequential(j_decompress_ptr d) {
  SequentialState *q = session_of((j_common_ptr)d)->sequential;
  if (d->input_iMCU_row > 0 || !read_sequential_scan(q, d)) return q->libjpeg_consume(d);
  (*d->inputctl->finish_input_pass)(d);
  return JPEG_SCAN_COMPLETED;
}

// Progress monitor, as take_over.
inline void take_over_sequential(j_common_ptr c) {
  on_progress(c);
  j_decompress_ptr d = (j_decompress_ptr)c;
  SequentialState *q = session_of(c)->sequential;
  if (q->libjpeg_consume != nullptr) return;
  q->libjpeg_consume = d->coef->consume_data;
  d->coef->consume_data = consume_sequential;
  if (d->inputctl->consume_input == q->libjpeg_consume) d->inputctl->consume_input = consume_sequential;
}

inline void free_sequential(SequentialState *q) {
  if (q != nullptr) free(q->plain);
  free(q);
}

inline bool is_for_us(const Session *s) {
  const jpeg_decompress_struct *d = &s->in;
  return !s->libjpeg_only && is_as_compiled() && !d->progressive_mode && !d->arith_code && d->data_precision == BITS_IN_JSAMPLE;
}

// With the memory of images before that were not too large.
inline SequentialState *sequential_state(Session *s) {
  if (s->sequential == nullptr) s->sequential = (SequentialState *)calloc(1, sizeof(SequentialState));
  if (s->sequential == nullptr) fail_memory(s, sizeof(SequentialState), "to read a scan");
  trim_plain(s->sequential);
  return s->sequential;
}

// All coefficients of the image whose header has been read.
inline jvirt_barray_ptr *read_coefficients(Session *s) {
  if (is_for_us(s)) {
    SequentialState *q = sequential_state(s);
    q->libjpeg_consume = nullptr;
    memset(q->seen, 0, sizeof q->seen);
    s->watch.progress_monitor = take_over_sequential;
  }
  return jpeg_read_coefficients(&s->in);
}

}  // namespace pcr_jpeg

#endif
