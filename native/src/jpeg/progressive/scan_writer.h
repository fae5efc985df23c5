#ifndef PCR_JPEG_PROGRESSIVE_SCAN_WRITER_H
#define PCR_JPEG_PROGRESSIVE_SCAN_WRITER_H

#include "jpeg/progressive/ac_write.h"
#include "jpeg/progressive/code_lengths.h"
#include "jpeg/progressive/dc_write.h"
#include "jpeg/session.h"

// Takes the place of libjpeg's entropy coder for the scans of a progressive image with Huffman codes made to
// measure. All else, as the headers, stays libjpeg's. The bytes are those that libjpeg writes.
namespace pcr_jpeg {

struct ScanWriter {
  void (*libjpeg_start)(j_compress_ptr, boolean);
  jvirt_barray_ptr *arrays;
  BlockBits *bits[MAX_FRAME_COMPONENTS];  // libjpeg's memory, for one image; null: not found yet
  BandScan band;
  Tokens tokens;
  CodeWriter codes;
};

template <typename Out>
PCR_IN_LOOP inline void put_blocks(BandScan *b, jvirt_barray_ptr array, Out *out) {
  j_compress_ptr c = b->out;
  const jpeg_component_info *info = c->cur_comp_info[0];
  for (JDIMENSION y = 0; y < info->height_in_blocks; y++) {
    JBLOCKROW row = (*c->mem->access_virt_barray)((j_common_ptr)c, array, y, 1, FALSE)[0];
    for (JDIMENSION x = 0; x < info->width_in_blocks; x++) {
      out->make_room();
      if (c->Ah == 0) {
        put_first_block(b, row[x], out);
      } else {
        put_refined_block(b, row[x], out);
      }
    }
  }
  out->make_room();
  put_ended(b, out);
}

inline jvirt_barray_ptr array_of(const ScanWriter *w, j_compress_ptr c) {
  return w->arrays[c->cur_comp_info[0]->component_index];
}

// The bits of all blocks of the scan's component, found when they are first asked for; null when there are
// too many, or the scan leaves more out than they are good for.
inline const BlockBits *bits_for(ScanWriter *w, j_compress_ptr c) {
  const jpeg_component_info *info = c->cur_comp_info[0];
  size_t blocks = (size_t)info->width_in_blocks * info->height_in_blocks;
  bool refines = c->Ah != 0;
  if (blocks > MOST_BLOCK_BITS || c->Al + refines > LOW_BITS) return nullptr;
  BlockBits *&bits = w->bits[info->component_index];
  if (bits != nullptr) return bits;
  bits = (BlockBits *)(*c->mem->alloc_large)((j_common_ptr)c, JPOOL_IMAGE, blocks * sizeof(BlockBits));
  BlockBits *to = bits;
  for (JDIMENSION y = 0; y < info->height_in_blocks; y++) {
    JBLOCKROW row = (*c->mem->access_virt_barray)((j_common_ptr)c, array_of(w, c), y, 1, FALSE)[0];
    for (JDIMENSION x = 0; x < info->width_in_blocks; x++) *to++ = block_bits(row[x]);
  }
  return bits;
}

template <typename Out>
PCR_IN_LOOP inline void put_scan(ScanWriter *w, j_compress_ptr c, Out *out) {
  if (c->Ss == 0) return put_dc(c, w->arrays, out);
  begin_band(&w->band, c);
  w->band.bits = bits_for(w, c);
  put_blocks(&w->band, array_of(w, c), out);
}

inline void make_codes(j_compress_ptr c, const long *counts, JHUFF_TBL **table) {
  if (*table == nullptr) *table = jpeg_alloc_huff_table((j_common_ptr)c);
  make_codes_to_measure(c, counts, *table);
}

inline void make_dc_codes(j_compress_ptr c, const long *counts) {
  bool made[NUM_HUFF_TBLS] = {false};
  for (int i = 0; i < c->comps_in_scan; i++) {
    int table = c->cur_comp_info[i]->dc_tbl_no;
    long own[SYMBOLS] = {0};
    memcpy(own, counts + (table << SIZE_FIELD), DC_SYMBOLS * sizeof *own);
    if (!made[table]) make_codes(c, own, &c->dc_huff_tbl_ptrs[table]);
    made[table] = true;
  }
}

// As libjpeg's finish_pass where it gathers statistics: makes the codes.
PCR_LOOP inline void gather_scan(j_compress_ptr c) {
  Session *s = session_of((j_common_ptr)c);
  ScanWriter *w = s->writer;
  if (!begin_tokens(&w->tokens)) fail_memory(s, FIRST_TOKENS * sizeof(Token), "for a scan");
  put_scan(w, c, &w->tokens);
  if (c->Ss == 0) {
    make_dc_codes(c, w->tokens.counts);
  } else {
    make_codes(c, w->tokens.counts, &c->ac_huff_tbl_ptrs[c->cur_comp_info[0]->ac_tbl_no]);
  }
}

inline void take_codes(CodeWriter *w, j_compress_ptr c) {
  if (c->Ss > 0) {
    add_codes(w, c->ac_huff_tbl_ptrs[c->cur_comp_info[0]->ac_tbl_no], 0);
  } else if (c->Ah == 0) {
    for (int i = 0; i < c->comps_in_scan; i++) {
      int table = c->cur_comp_info[i]->dc_tbl_no;
      add_codes(w, c->dc_huff_tbl_ptrs[table], table << SIZE_FIELD);
    }
  }
}

// As libjpeg's finish_pass behind the scan's header: writes it. Scans that refine DC coefficients have no codes and
// were not gathered.
PCR_LOOP inline void write_scan(j_compress_ptr c) {
  Session *s = session_of((j_common_ptr)c);
  ScanWriter *w = s->writer;
  begin_codes(&w->codes, s);
  take_codes(&w->codes, c);
  bool is_gathered = c->Ss > 0 || c->Ah == 0;
  if (is_gathered && w->tokens.complete) {
    PendingBits pending = {0, 0};
    for (size_t i = 0; i < w->tokens.count; i++) {
      Token token = w->tokens.list[i];
      w->codes.put_to(&pending, symbol_of(token), length_of(token), bits_of(token));
    }
    w->codes.pending = pending;
  } else {
    put_scan(w, c, &w->codes);
  }
  w->codes.finish();
}

// All of a scan is done when its rows have passed.
inline boolean pass_row(j_compress_ptr, JSAMPIMAGE) { return TRUE; }

inline void start_scan(j_compress_ptr c, boolean gather) {
  c->coef->compress_data = pass_row;
  c->entropy->finish_pass = gather ? gather_scan : write_scan;
}

// Null when there is no memory.
inline ScanWriter *make_writer(size_t most_tokens) {
  ScanWriter *w = (ScanWriter *)calloc(1, sizeof(ScanWriter));
  if (w != nullptr) w->tokens.most = most_tokens;
  return w;
}

inline void free_writer(ScanWriter *w) {
  if (w != nullptr) free(w->tokens.list);
  free(w);
}

// To be called between jpeg_write_coefficients and jpeg_finish_compress.
inline void write_scans_ourselves(Session *s, jvirt_barray_ptr *arrays) {
  jpeg_compress_struct *c = &s->out;
  if (s->libjpeg_only || c->restart_interval != 0 || c->restart_in_rows != 0) return;
  if (!is_as_compiled() || c->data_precision != BITS_IN_JSAMPLE) return;
  if (s->writer == nullptr) s->writer = make_writer(MOST_TOKENS);
  ScanWriter *w = s->writer;
  if (w == nullptr) return;
  trim_tokens(&w->tokens);
  w->libjpeg_start = c->entropy->start_pass;
  w->arrays = arrays;
  memset(w->bits, 0, sizeof w->bits);
  c->entropy->start_pass = start_scan;
}

}  // namespace pcr_jpeg

#endif
