#ifndef PCR_JPEG_SEQUENTIAL_MCU_READER_H
#define PCR_JPEG_SEQUENTIAL_MCU_READER_H

#include "jpeg/run.h"
#include "jpeg/sequential/scan_reader.h"

// Takes the place of libjpeg's entropy decoder for a sequential image in one scan whose pixels are wanted: the rest, from the
// order of the blocks to the colours, stays libjpeg's. What lies outside the columns that are wanted is only stepped over.
// Data in which anything is not as it has to be are left to libjpeg, from the image's beginning on.
namespace pcr_jpeg {

PCR_IN_LOOP inline bool skip_plain_ac(PlainBits &b, const PlainTable &table) {
  int k = 1;
  while (k < DCTSIZE2) {
    PlainEntry entry = peek_plain(b, table);
    if (entry.length == 0) return false;
    b.drop(entry.length);
    if (entry.size == 0 && entry.run != ZERO_RUN) return true;
    k += entry.run + 1;
  }
  return k == DCTSIZE2;
}

// Returns false where something is not as it has to be.
PCR_IN_LOOP inline bool read_plain_block(PlainBits &b, const McuReader &m, int i, int *last_dc, JCOEF *block) {
  int difference;
  if (!read_plain_dc(b, *m.dc[i], &difference)) return false;
  int dc = last_dc[m.part[i]] + difference;
  if (dc > MOST_DC || dc < -MOST_DC) return false;
  last_dc[m.part[i]] = dc;
  if (block == nullptr) return skip_plain_ac(b, *m.ac[i]);
  block[0] = (JCOEF)dc;
  return read_plain_ac(b, *m.ac[i], block);
}

inline bool is_in_columns(const jpeg_decompress_struct *d, JDIMENSION column) {
  return column >= d->master->first_iMCU_col && column <= d->master->last_iMCU_col;
}

// As libjpeg's decode_mcu; without blocks, the MCU is only stepped over.
PCR_LOOP inline boolean read_mcu(j_decompress_ptr d, JBLOCKROW *mcu) {
  Session *s = session_of((j_common_ptr)d);
  McuReader &m = s->sequential->mcus;
  PlainBits b = m.bits;
  bool is_wanted = mcu != nullptr && is_in_columns(d, m.column);
  m.column = m.column + 1 < d->MCUs_per_row ? m.column + 1 : 0;
  for (int i = 0; i < d->blocks_in_MCU; i++) {
    if (!read_plain_block(b, m, i, m.last_dc, is_wanted ? *mcu[i] : nullptr)) fail_irregular(s);
  }
  if (8 * (b.next - m.end) > b.count) fail_irregular(s);
  m.bits = b;
  return TRUE;
}

inline const PlainTable *kept_table(KeptTable *kept, const JHUFF_TBL *from) {
  bool is_same = kept->is_made && memcmp(kept->source.bits, from->bits, sizeof from->bits) == 0 &&
                 memcmp(kept->source.huffval, from->huffval, sizeof from->huffval) == 0;
  if (!is_same) {
    kept->source = *from;
    make_plain_table(&kept->source, &kept->table);
    kept->is_made = true;
  }
  return &kept->table;
}

// To be called when decompression has begun and no row has been asked for.
inline void read_mcus_ourselves(Session *s) {
  jpeg_decompress_struct *d = &s->in;
  size_t length, left = d->src->bytes_in_buffer;
  if (!is_for_us(s) || s->irregular || d->restart_interval != 0 || d->unread_marker != 0 || left < 2) return;
  SequentialState *q = sequential_state(s);
  if (!make_plain_room(q, left + PLAIN_MARGIN) || copy_plain(d->src, q->plain, &length) == 0) return;
  McuReader *m = &q->mcus;
  m->bits = {0, 0, q->plain};
  m->end = q->plain + length;
  m->column = 0;
  memset(m->last_dc, 0, sizeof m->last_dc);
  for (int i = 0; i < d->blocks_in_MCU; i++) {
    int part = d->MCU_membership[i];
    const jpeg_component_info *c = d->cur_comp_info[part];
    m->part[i] = part;
    m->dc[i] = kept_table(&q->kept_dc[c->dc_tbl_no], d->dc_huff_tbl_ptrs[c->dc_tbl_no]);
    m->ac[i] = kept_table(&q->kept_ac[c->ac_tbl_no], d->ac_huff_tbl_ptrs[c->ac_tbl_no]);
  }
  d->entropy->decode_mcu = read_mcu;
}

}  // namespace pcr_jpeg

#endif
