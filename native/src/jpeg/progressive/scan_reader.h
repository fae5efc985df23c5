#ifndef PCR_JPEG_PROGRESSIVE_SCAN_READER_H
#define PCR_JPEG_PROGRESSIVE_SCAN_READER_H

#include "jpeg/progressive/ac_refine.h"
#include "jpeg/progressive/dc_scans.h"
#include "jpeg/session.h"

// Takes the place of libjpeg's coefficient reader for the scans of progressive Huffman-coded images. All
// else stays libjpeg's: markers, the checks of a scan's parameters and tables, the coefficients' memory,
// and what comes out of them. Scans with restart markers are left to libjpeg. On any data, damaged or
// not, coefficients, warnings and the place in the input are those that libjpeg arrives at.
namespace pcr_jpeg {

inline int rows_of_blocks(const jpeg_decompress_struct *d) {
  const jpeg_component_info *c = d->cur_comp_info[0];
  if (d->comps_in_scan > 1) return 1;
  return d->input_iMCU_row + 1 < d->total_iMCU_rows ? c->v_samp_factor : c->last_row_height;
}

// The rows of blocks of one component that the current row of MCUs has.
inline JBLOCKARRAY current_rows(j_decompress_ptr d, const jpeg_component_info *c) {
  return (*d->mem->access_virt_barray)((j_common_ptr)d, d->coef->coef_arrays[c->component_index],
                                       d->input_iMCU_row * (JDIMENSION)c->v_samp_factor,
                                       (JDIMENSION)c->v_samp_factor, TRUE);
}

// The current row of MCUs of each component of the scan.
inline void find_parts(j_decompress_ptr d, McuPart *parts, JBLOCKARRAY *arrays) {
  for (int i = 0; i < d->comps_in_scan; i++) {
    const jpeg_component_info *c = d->cur_comp_info[i];
    arrays[i] = current_rows(d, c);
    parts[i].width = c->MCU_width;
    parts[i].height = c->MCU_height;
  }
}

inline void place_parts(j_decompress_ptr d, const JBLOCKARRAY *arrays, int row, McuPart *parts) {
  for (int i = 0; i < d->comps_in_scan; i++) {
    for (int y = 0; y < parts[i].height; y++) parts[i].rows[y] = arrays[i][row + y];
  }
}

PCR_LOOP inline void consume_dc(ProgressiveState *s, j_decompress_ptr d) {
  McuPart parts[MAX_COMPS_IN_SCAN];
  JBLOCKARRAY arrays[MAX_COMPS_IN_SCAN];
  find_parts(d, parts, arrays);
  for (int row = 0; row < rows_of_blocks(d); row++) {
    place_parts(d, arrays, row, parts);
    if (d->Ah == 0) {
      first_dc_row(s, d, parts);
    } else {
      refine_dc_row(s, d, parts);
    }
  }
}

PCR_LOOP inline void consume_ac(ProgressiveState *s, j_decompress_ptr d) {
  const jpeg_component_info *c = d->cur_comp_info[0];
  JBLOCKARRAY array = current_rows(d, c);
  size_t first = (size_t)d->input_iMCU_row * (size_t)c->v_samp_factor;
  for (int row = 0; row < rows_of_blocks(d); row++) {
    NonZero *nonzero = s->nonzero[c->component_index] + (first + (size_t)row) * c->width_in_blocks;
    if (d->Ah == 0) {
      first_row(s, d, array[row], nonzero);
    } else {
      refine_row(s, d, array[row], nonzero);
    }
  }
}

inline NonZero nonzero_of(const JCOEF *block) {
  NonZero set = 0;
  for (int k = 0; k < DCTSIZE2; k++) set |= (NonZero)(block[ZIGZAG[k]] != 0) << k;
  return set;
}

// What libjpeg has read in scans that were left to it.
inline void find_nonzero(j_decompress_ptr d, const jpeg_component_info *c, NonZero *to) {
  for (JDIMENSION y = 0; y < c->height_in_blocks; y++) {
    JBLOCKROW row = (*d->mem->access_virt_barray)(
        (j_common_ptr)d, d->coef->coef_arrays[c->component_index], y, 1, TRUE)[0];
    for (JDIMENSION x = 0; x < c->width_in_blocks; x++) *to++ = nonzero_of(row[x]);
  }
}

inline void begin_ac(ProgressiveState *s, j_decompress_ptr d) {
  const jpeg_component_info *c = d->cur_comp_info[0];
  int index = c->component_index;
  size_t blocks = (size_t)c->width_in_blocks * c->height_in_blocks;
  if (s->nonzero[index] == nullptr) {
    s->nonzero[index] =
        (NonZero *)(*d->mem->alloc_large)((j_common_ptr)d, JPOOL_IMAGE, blocks * sizeof(NonZero));
    memset(s->nonzero[index], 0, blocks * sizeof(NonZero));
  }
  if (!s->nonzero_known[index]) find_nonzero(d, c, s->nonzero[index]);
  s->nonzero_known[index] = true;
  bool refines = d->Ah != 0;
  make_code_table(d->ac_huff_tbl_ptrs[c->ac_tbl_no], refines ? 1 : SIZE_BITS, d->Al, &s->ac_table);
}

// Returns whether the scan is one for us.
inline bool begin_scan(ProgressiveState *s, j_decompress_ptr d) {
  bool is_dc = d->Ss == 0;
  if (d->restart_interval != 0) {
    if (!is_dc) s->nonzero_known[d->cur_comp_info[0]->component_index] = false;
    return false;
  }
  if (!is_dc) {
    begin_ac(s, d);
  } else if (d->Ah == 0) {
    for (int i = 0; i < d->comps_in_scan; i++) {
      const JHUFF_TBL *table = d->dc_huff_tbl_ptrs[d->cur_comp_info[i]->dc_tbl_no];
      make_code_table(table, SIZE_BITS, 0, &s->dc_tables[i]);
      s->last_dc[i] = 0;
    }
  }
  s->bits = open_bits(d);
  s->end_of_band_run = 0;
  return true;
}

// Moves to the marker behind the scan, as libjpeg finds it.
inline void pass_over_scan(j_decompress_ptr d) {
  jpeg_source_mgr *from = d->src;
  while (d->unread_marker == 0) {
    if (from->bytes_in_buffer == 0) (*from->fill_input_buffer)(d);
    const JOCTET *at = from->next_input_byte;
    const JOCTET *ff = (const JOCTET *)memchr(at, 0xFF, from->bytes_in_buffer);
    size_t passed = ff != nullptr ? (size_t)(ff - at) : from->bytes_in_buffer;
    from->next_input_byte += passed;
    from->bytes_in_buffer -= passed;
    if (ff == nullptr) continue;
    BitReader r = open_bits(d);
    int byte;
    do byte = next_byte(&r, d);
    while (byte == 0xFF);
    save_position(r, d);
    d->unread_marker = byte;
  }
}

// One row of MCUs, as libjpeg's consume_data.
inline int consume_row(j_decompress_ptr d) {
  ProgressiveState *s = &session_of((j_common_ptr)d)->progressive;
  if (d->input_iMCU_row == 0) s->ours = begin_scan(s, d);
  if (!s->ours) return s->libjpeg_consume(d);
  if (!d->entropy->insufficient_data) d->master->last_good_iMCU_row = d->input_iMCU_row;
  if (d->Ss == 0) {
    consume_dc(s, d);
  } else {
    consume_ac(s, d);
  }
  save_position(s->bits, d);
  if (++d->input_iMCU_row < d->total_iMCU_rows) {
    if (d->input_iMCU_row < s->wanted_rows) return JPEG_ROW_COMPLETED;
    pass_over_scan(d);
  }
  (*d->inputctl->finish_input_pass)(d);
  return JPEG_SCAN_COMPLETED;
}

// Progress monitor: libjpeg calls it before it reads the first row, when all its parts are in place.
inline void take_over(j_common_ptr c) {
  on_progress(c);
  j_decompress_ptr d = (j_decompress_ptr)c;
  ProgressiveState *s = &session_of(c)->progressive;
  if (s->libjpeg_consume != nullptr) return;
  s->libjpeg_consume = d->coef->consume_data;
  d->coef->consume_data = consume_row;
  if (d->inputctl->consume_input == s->libjpeg_consume) d->inputctl->consume_input = consume_row;
}

// To be called between the header and the image.
inline void read_scans_ourselves(Session *s) {
  if (!s->in.progressive_mode || s->in.arith_code || s->libjpeg_only) return;
  if (!is_as_compiled() || s->in.data_precision != BITS_IN_JSAMPLE) return;
  ProgressiveState *p = &s->progressive;
  p->libjpeg_consume = nullptr;
  p->wanted_rows = (JDIMENSION)-1;
  for (int i = 0; i < MAX_FRAME_COMPONENTS; i++) {
    p->nonzero[i] = nullptr;
    p->nonzero_known[i] = true;  // all are zero
  }
  s->watch.progress_monitor = take_over;
}

}  // namespace pcr_jpeg

#endif
