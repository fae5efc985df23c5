#ifndef PCR_JPEG_RESOLVED_H
#define PCR_JPEG_RESOLVED_H

#include "jpeg/facts.h"

// An image as a decoder resolves it: what its pixels are computed from, whatever the fields of its file are.
namespace pcr_jpeg {

static const int LANES = 4;
static const uint64_t LANE_FACTOR = 0x9E3779B97F4A7C15u;  // odd, so that no step loses anything
static const int LANE_TURN = 29;

// Of all coefficients of a component. Each lane takes every fourth word of 64 bits, each step one to one in
// the word and in what was before: one changed word, or any number in one place of a lane, always shows, and what is
// left over by chance is one in 2^64.
struct Digest {
  uint64_t lane[LANES];

  void add(const JBLOCK *blocks, JDIMENSION count) {
    uint64_t sum[LANES], word[LANES];
    memcpy(sum, lane, sizeof sum);
    const uint8_t *at = (const uint8_t *)blocks;
    for (const uint8_t *end = at + (size_t)count * sizeof(JBLOCK); at < end; at += sizeof word) {
      memcpy(word, at, sizeof word);
      for (int i = 0; i < LANES; i++) {
        sum[i] = ((sum[i] << LANE_TURN | sum[i] >> (64 - LANE_TURN)) ^ word[i]) * LANE_FACTOR;
      }
    }
    memcpy(lane, sum, sizeof sum);
  }
};

struct ResolvedComponent {
  int h, v;
  JDIMENSION blocks_wide, blocks_high;
  bool has_table;  // a component in no scan has none, and no coefficient but zero
  UINT16 table[DCTSIZE2];
  Digest coefficients;
};

struct Resolved {
  JDIMENSION width, height;
  int components;
  J_COLOR_SPACE space;
  bool jfif, adobe;
  ResolvedComponent component[MAX_FRAME_COMPONENTS];
};

inline Digest digest_of(Session *s, jvirt_barray_ptr array, const jpeg_component_info *info) {
  Digest digest = {{0, 0, 0, 0}};
  j_common_ptr d = (j_common_ptr)&s->in;
  for (JDIMENSION y = 0; y < info->height_in_blocks; y++) {
    JBLOCKROW row = (*d->mem->access_virt_barray)(d, array, y, 1, FALSE)[0];
    digest.add(row, info->width_in_blocks);
  }
  return digest;
}

// Of the image whose coefficients have just been read.
inline void resolve(Session *s, jvirt_barray_ptr *arrays, Resolved *to) {
  const jpeg_decompress_struct *d = &s->in;
  to->width = d->image_width;
  to->height = d->image_height;
  to->components = d->num_components;
  to->space = d->jpeg_color_space;
  to->jfif = s->report[JFIF_SEEN] != 0;
  to->adobe = s->report[ADOBE_TRANSFORM] >= 0;
  for (int i = 0; i < d->num_components; i++) {
    const jpeg_component_info *info = &d->comp_info[i];
    ResolvedComponent *c = &to->component[i];
    c->h = info->h_samp_factor;
    c->v = info->v_samp_factor;
    c->blocks_wide = info->width_in_blocks;
    c->blocks_high = info->height_in_blocks;
    c->has_table = info->quant_table != nullptr;
    if (c->has_table) memcpy(c->table, info->quant_table->quantval, sizeof c->table);
    c->coefficients = digest_of(s, arrays[i], info);
  }
}

inline const char *difference(const ResolvedComponent &source, const ResolvedComponent &read) {
  if (source.h != read.h || source.v != read.v) return "sampling factors";
  if (source.blocks_wide != read.blocks_wide || source.blocks_high != read.blocks_high) return "size";
  if (!read.has_table) return "quantisation table";
  if (source.has_table && memcmp(source.table, read.table, sizeof source.table) != 0) return "quantisation table";
  if (memcmp(&source.coefficients, &read.coefficients, sizeof(Digest)) != 0) return "coefficients";
  return nullptr;
}

// Ends the call where one is not the other.
inline void expect_same(Session *s, const Resolved &source, const Resolved &read) {
  const char *unlike = nullptr;
  if (source.width != read.width || source.height != read.height) unlike = "size";
  if (source.components != read.components) unlike = "number of components";
  if (source.space != read.space) unlike = "colour space";
  if (source.jfif != read.jfif || source.adobe != read.adobe) unlike = "JFIF or Adobe marker";
  if (unlike != nullptr) fail(s, CORRUPT, "another %s", unlike);
  for (int i = 0; i < source.components; i++) {
    unlike = difference(source.component[i], read.component[i]);
    if (unlike != nullptr) fail(s, CORRUPT, "other %s of component %d", unlike, i);
  }
}

}  // namespace pcr_jpeg

#endif
