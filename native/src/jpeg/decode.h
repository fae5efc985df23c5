#ifndef PCR_JPEG_DECODE_H
#define PCR_JPEG_DECODE_H

#include "jpeg/facts.h"
#include "jpeg/midpoint.h"
#include "jpeg/sequential/mcu_reader.h"

// Pixels out of a JPEG in slices, into the caller's memory.
namespace pcr_jpeg {

struct DecodeArgs {
  OutputArgs out;
  int64_t channels;  // 1 grey, 3 RGB
  int64_t scale;     // eighths: 8, 4, 2, 1
  int64_t block_smoothing;
  int64_t fast_dct;
  int64_t plain_upsampling;
  int64_t crop_x, crop_y, crop_width, crop_height;  // of the scaled image; width 0: all of it
  int64_t row_stride;  // 0: rows without padding
  int64_t midpoint;    // missing bits stand in the middle of what they can be
};

// Upsampling looks at one neighbour of a pixel of any component, so a crop is decoded with a margin around it.
static const int CROP_MARGIN = 2 * MAX_SAMP_FACTOR;
static const int ROWS_AT_ONCE = 16;
static const int CMYK = 4;

struct Window {
  int64_t x, y, width, height;  // wanted, in pixels of the scaled image
  int64_t first_column;         // of the rows that libjpeg delivers
  int64_t first_row;
  int channels;
  uint8_t *output;
  int64_t row_stride;
  int64_t capacity;  // of the output
};

// CMYK as Adobe writes it is inverted (255 is no ink); without Adobe's marker 255 is full ink.
inline void cmyk_to_pixels(const uint8_t *from, int64_t count, bool inverted, int channels, uint8_t *to) {
  uint8_t flip = inverted ? 0 : 255;
  for (int64_t i = 0; i < count; i++, from += CMYK, to += channels) {
    int light = from[3] ^ flip;
    int rgb[3];
    for (int k = 0; k < 3; k++) rgb[k] = ((from[k] ^ flip) * light + 127) / 255;
    if (channels == 3) {
      for (int k = 0; k < 3; k++) to[k] = (uint8_t)rgb[k];
    } else {
      // BT.601 luma in 16-bit fixed point, as libjpeg weighs it.
      to[0] = (uint8_t)((19595 * rgb[0] + 38470 * rgb[1] + 7471 * rgb[2] + 32768) >> 16);
    }
  }
}

inline uint8_t *row_space(Session *s, size_t wanted) {
  if (s->rows_capacity < wanted) {
    free(s->rows);
    s->rows_capacity = 0;
    s->rows = (uint8_t *)malloc(wanted);
    if (s->rows == nullptr) fail_memory(s, wanted, "for a row");
    s->rows_capacity = wanted;
  }
  return s->rows;
}

inline void choose_output(Session *s, const DecodeArgs *args) {
  jpeg_decompress_struct *d = &s->in;
  if (d->num_components == CMYK) {
    d->out_color_space = JCS_CMYK;
  } else {
    d->out_color_space = args->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  }
  d->scale_num = (unsigned)args->scale;
  d->scale_denom = DCTSIZE;
  d->do_block_smoothing = args->block_smoothing != 0;
  d->dct_method = args->fast_dct ? JDCT_IFAST : JDCT_ISLOW;
  d->do_fancy_upsampling = args->plain_upsampling == 0;
}

// Fits the wanted window into the image and the image into the caller's memory.
inline Window place_window(Session *s, const DecodeArgs *args) {
  jpeg_decompress_struct *d = &s->in;
  jpeg_calc_output_dimensions(d);
  Window w;
  bool whole = args->crop_width == 0;
  w.x = whole ? 0 : args->crop_x;
  w.y = whole ? 0 : args->crop_y;
  w.width = whole ? (int64_t)d->output_width : args->crop_width;
  w.height = whole ? (int64_t)d->output_height : args->crop_height;
  if (w.x + w.width > (int64_t)d->output_width || w.y + w.height > (int64_t)d->output_height) {
    fail(s, BAD_ARGUMENT, "crop to column %d, row %d of an image of %u x %u", (int)(w.x + w.width),
         (int)(w.y + w.height), d->output_width, d->output_height);
  }
  w.channels = (int)args->channels;
  int64_t row = w.width * w.channels;
  w.row_stride = args->row_stride == 0 ? row : args->row_stride;
  w.output = (uint8_t *)args->out.address;
  w.capacity = args->out.capacity;
  if (w.row_stride < row) {
    fail(s, BAD_ARGUMENT, "row stride %d for rows of %d bytes", (int)w.row_stride, (int)row);
  }
  int64_t needed = w.row_stride * (w.height - 1) + row;
  if (needed > args->out.capacity) fail_limit(s, needed, args->out.capacity, OF_BUFFER, "bytes of buffer");
  return w;
}

// Whether libjpeg can leave columns out and give the rest the values that they have in the whole image.
inline bool columns_can_be_left_out(const jpeg_decompress_struct *d) {
  // Smoothing takes the first column that is left for that of the image.
  if (d->do_block_smoothing && d->progressive_mode) return false;
  for (int ci = 0; ci < d->num_components; ci++) {
    const jpeg_component_info *c = &d->comp_info[ci];
    int scaled = c->DCT_scaled_size, least = d->min_DCT_scaled_size;
    bool full = c->h_samp_factor * scaled == d->max_h_samp_factor * least &&
                c->v_samp_factor * scaled == d->max_v_samp_factor * least;
    // What the inverse transform has enlarged in part and upsampling then has to, libjpeg-turbo 2 takes for
    // narrower than it is.
    if (scaled > least && !full) return false;
  }
  return true;
}

// Of what follows the window, the scans of a progressive image need not be read: upsampling looks at one row of blocks more.
inline void limit_rows(Session *s, const Window &w) {
  const jpeg_decompress_struct *d = &s->in;
  if (!s->stops_early || d->do_block_smoothing) return;
  int64_t high = (int64_t)d->max_v_samp_factor * d->min_DCT_scaled_size;
  int64_t rows = (w.y + w.height + CROP_MARGIN + high - 1) / high;
  s->progressive.wanted_rows = (JDIMENSION)rows;
}

// Tells libjpeg to leave out what lies well outside the window.
inline void crop(jpeg_decompress_struct *d, Window *w) {
  w->first_column = 0;
  w->first_row = 0;
  if (w->width < (int64_t)d->output_width && columns_can_be_left_out(d)) {
    JDIMENSION from = (JDIMENSION)(w->x > CROP_MARGIN ? w->x - CROP_MARGIN : 0);
    int64_t right = w->x + w->width + CROP_MARGIN;
    if (right > (int64_t)d->output_width) right = d->output_width;
    JDIMENSION width = (JDIMENSION)right - from;
    jpeg_crop_scanline(d, &from, &width);
    w->first_column = from;
  }
  if (w->y > CROP_MARGIN) {
    w->first_row = jpeg_skip_scanlines(d, (JDIMENSION)(w->y - CROP_MARGIN));
  }
}

inline void deliver_row(Session *s, const Window &w, const uint8_t *row, int64_t y) {
  const jpeg_decompress_struct *d = &s->in;
  int components = d->output_components;
  const uint8_t *from = row + (w.x - w.first_column) * components;
  uint8_t *to = w.output + y * w.row_stride;
  if (components == CMYK) {
    cmyk_to_pixels(from, w.width, d->saw_Adobe_marker, w.channels, to);
  } else {
    memcpy(to, from, (size_t)(w.width * w.channels));
  }
}

inline void read_by_row(Session *s, const Window &w) {
  jpeg_decompress_struct *d = &s->in;
  uint8_t *row = row_space(s, (size_t)d->output_width * (size_t)d->output_components);
  for (int64_t y = w.first_row; y < w.y + w.height; y++) {
    jpeg_read_scanlines(d, &row, 1);
    if (y >= w.y) deliver_row(s, w, row, y - w.y);
  }
}

inline void read_rows(jpeg_decompress_struct *d, uint8_t *to, int64_t stride, int64_t rows) {
  uint8_t *next[ROWS_AT_ONCE];
  while (rows > 0) {
    int64_t count = rows < ROWS_AT_ONCE ? rows : ROWS_AT_ONCE;
    for (int64_t i = 0; i < count; i++) next[i] = to + i * stride;
    int64_t read = jpeg_read_scanlines(d, next, (JDIMENSION)count);
    to += read * stride;
    rows -= read;
  }
}

// As libjpeg delivers them, with what is around the window.
inline bool read_with_margin(Session *s, const Window &w) {
  jpeg_decompress_struct *d = &s->in;
  int64_t stride = (int64_t)d->output_width * w.channels, rows = w.y + w.height - w.first_row;
  if (!s->leaves_margin || d->output_components != w.channels || stride * rows > w.capacity) return false;
  read_rows(d, w.output, stride, rows);
  s->placed = {(w.y - w.first_row) * stride + (w.x - w.first_column) * w.channels, stride};
  return true;
}


inline void decode(Session *s, const DecodeArgs *args) {
  s->implicit_eoi = true;
  read_header(s);
  jpeg_decompress_struct *d = &s->in;
  bool has_scans = jpeg_has_multiple_scans(d);
  if (has_scans) {
    read_source_layout(s);
  } else {
    s->report[SOURCE_SCANS] = 1;
  }
  choose_output(s, args);
  Window w = place_window(s, args);
  s->report[OUTPUT_WIDTH] = w.width;
  s->report[OUTPUT_HEIGHT] = w.height;
  limit_rows(s, w);
  jpeg_start_decompress(d);
  if (!has_scans) read_mcus_ourselves(s);
  if (args->midpoint) show_midpoints(s);
  crop(d, &w);
  bool in_place = d->output_components == w.channels && w.width == (int64_t)d->output_width && w.y == 0;
  s->placed = {0, w.row_stride};
  if (in_place) {
    read_rows(d, w.output, w.row_stride, w.height);
  } else if (!read_with_margin(s, w)) {
    read_by_row(s, w);
  }
}

// Of a session that has only read.
inline void free_session(Session *s) {
  close_all(s);
  free_pieces(&s->image_memory);
  free(s->own_blocks.base);
  free(s->sink.own);
  free(s->rows);
  free(s->icc);
  free_sequential(s->sequential);
  free(s);
}

struct NoArgs {};

inline void inspect(Session *s, const NoArgs *) {
  s->implicit_eoi = true;
  read_header(s);
  read_source_layout(s);
  read_metadata(s);
}

struct CoefficientArgs {
  OutputArgs out;
};

// For each component: width and height in blocks, the quantisation table, the blocks; 16-bit values
// in the machine's order, but for the two sizes, which have 32 bits.
inline void coefficients(Session *s, const CoefficientArgs *args) {
  s->implicit_eoi = true;
  lend_output(s, args->out);
  read_header(s);
  read_source_layout(s);
  jvirt_barray_ptr *arrays = read_coefficients(s);
  j_common_ptr d = (j_common_ptr)&s->in;
  for (int ci = 0; ci < s->in.num_components; ci++) {
    jpeg_component_info *info = &s->in.comp_info[ci];
    if (info->quant_table == nullptr) fail(s, CORRUPT, "component %d in no scan", ci);
    uint32_t size[2] = {info->width_in_blocks, info->height_in_blocks};
    sink_put(s, &s->sink, size, sizeof size);
    sink_put(s, &s->sink, info->quant_table->quantval, sizeof info->quant_table->quantval);
    for (JDIMENSION y = 0; y < info->height_in_blocks; y++) {
      JBLOCKROW row = (*d->mem->access_virt_barray)(d, arrays[ci], y, 1, FALSE)[0];
      sink_put(s, &s->sink, row, sizeof(JBLOCK) * info->width_in_blocks);
    }
  }
}

}  // namespace pcr_jpeg

#endif
