#ifndef PCR_JPEG_ENCODE_H
#define PCR_JPEG_ENCODE_H

#include "jpeg/session.h"

// Pixels to JPEG. Beside what users may choose it can leave markers out, code arithmetically and
// follow any scan script, so that tests can make every kind of file.
namespace pcr_jpeg {

struct EncodeArgs {
  OutputArgs out;
  int64_t pixels;
  int64_t width, height, row_stride;
  int64_t input_space;   // J_COLOR_SPACE of the pixels
  int64_t coded_space;   // and of the file
  int64_t quality;
  int64_t full_range_tables;  // quantisation steps above 255 allowed
  int64_t h_factor, v_factor;  // of the first component (and the fourth)
  int64_t optimize;
  int64_t progressive;
  int64_t arithmetic;
  int64_t restart_interval;  // in MCUs
  int64_t no_jfif, no_adobe;
  int64_t fast_dct;
  int64_t scans;  // entries of the script, 0: none
};

struct EncodeJob {
  EncodeArgs args;
  const jpeg_scan_info *script;
};

inline int components_of(int64_t space) {
  return space == JCS_GRAYSCALE ? 1 : space == JCS_CMYK || space == JCS_YCCK ? 4 : 3;
}

inline void choose_coding(jpeg_compress_struct *c, const EncodeJob *job) {
  const EncodeArgs &a = job->args;
  jpeg_set_defaults(c);
  jpeg_set_colorspace(c, (J_COLOR_SPACE)a.coded_space);
  jpeg_set_quality(c, (int)a.quality, a.full_range_tables == 0);
  for (int i = 0; i < c->num_components; i++) {
    bool full = i == 0 || i == 3;
    c->comp_info[i].h_samp_factor = full ? (int)a.h_factor : 1;
    c->comp_info[i].v_samp_factor = full ? (int)a.v_factor : 1;
  }
  c->optimize_coding = a.optimize != 0;
  c->arith_code = a.arithmetic != 0;
  c->restart_interval = (unsigned)a.restart_interval;
  if (a.no_jfif) c->write_JFIF_header = FALSE;
  if (a.no_adobe) c->write_Adobe_marker = FALSE;
  c->dct_method = a.fast_dct ? JDCT_IFAST : JDCT_ISLOW;
  if (a.progressive) jpeg_simple_progression(c);
  if (a.scans > 0) {
    c->scan_info = job->script;
    c->num_scans = (int)a.scans;
  }
}

inline void encode(Session *s, const EncodeJob *job) {
  const EncodeArgs &a = job->args;
  lend_output(s, a.out);
  jpeg_compress_struct *c = &s->out;
  open_output(s, c, &s->out_live, &s->sink);
  c->image_width = (JDIMENSION)a.width;
  c->image_height = (JDIMENSION)a.height;
  c->input_components = components_of(a.input_space);
  c->in_color_space = (J_COLOR_SPACE)a.input_space;
  choose_coding(c, job);
  jpeg_start_compress(c, TRUE);
  while (c->next_scanline < c->image_height) {
    JSAMPROW row = (JSAMPROW)(intptr_t)(a.pixels + (int64_t)c->next_scanline * a.row_stride);
    jpeg_write_scanlines(c, &row, 1);
  }
  jpeg_finish_compress(c);
}

}  // namespace pcr_jpeg

#endif
