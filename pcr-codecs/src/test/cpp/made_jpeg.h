#ifndef MADE_JPEG_H
#define MADE_JPEG_H

#include "writing.h"

// JPEGs of random coefficients, as libjpeg writes them: one, three or four components, any sampling, any
// script, Huffman or arithmetic, with restarts or without; and then with ids that need not be unique.
namespace damage {

using namespace pcr_jpeg;

using writing::MOST_COMPONENTS;
using writing::Script;

static const int LONGEST_SIDE = 100;

// Each component's coefficients in a few bands of their own, all of them with all bits.
static Script whole_script(int components) {
  Script script;
  std::vector<int> all;
  for (int i = 0; i < components; i++) all.push_back(i);
  script.add_refined(all, 0, 0);
  for (int i : all) {
    int first = 1;
    for (int bands = (int)below(3); bands > 0 && first < DCTSIZE2 - 1; bands--) {
      int last = first + (int)below((size_t)(DCTSIZE2 - 1 - first));
      script.add_refined({i}, first, last);
      first = last + 1;
    }
    script.add_refined({i}, first, DCTSIZE2 - 1);
  }
  return script;
}

struct Failure {
  jpeg_error_mgr manager;
  jmp_buf here;
};

static void jump(j_common_ptr c) { longjmp(((Failure *)c->err)->here, 1); }

static void choose_components(jpeg_compress_struct *c) {
  static const int COUNTS[] = {1, 3, 3, 3, 4};
  c->input_components = COUNTS[below(5)];
  bool is_rgb = below(3) == 0;
  c->in_color_space = c->input_components == 1   ? JCS_GRAYSCALE
                      : c->input_components == 4 ? JCS_CMYK
                      : is_rgb                   ? JCS_RGB
                                                 : JCS_YCbCr;
  jpeg_set_defaults(c);
  J_COLOR_SPACE coded = c->input_components == 4 && below(2) ? JCS_YCCK : c->in_color_space;
  jpeg_set_colorspace(c, coded);
  if (below(3) == 0) c->write_JFIF_header = FALSE;
  if (below(2)) c->write_Adobe_marker = FALSE;
  jpeg_set_quality(c, 1 + (int)below(100), TRUE);
  for (int i = 0; i < c->num_components; i++) {
    c->comp_info[i].h_samp_factor = 1 + (int)below(below(2) ? 2 : 4);
    c->comp_info[i].v_samp_factor = 1 + (int)below(below(2) ? 2 : 4);
  }
}

static void choose_scans(jpeg_compress_struct *c, std::vector<jpeg_scan_info> *scans) {
  Script script;
  int kind = (int)below(4);
  c->optimize_coding = TRUE;
  if (kind == 1) {
    for (int i = 0; i < c->num_components; i++) script.add({i}, 0, DCTSIZE2 - 1, 0, 0);
  } else if (kind > 1) {
    script = whole_script(c->num_components);
  }
  scans->resize((size_t)script.scans);
  pcr_jpeg_read_script(script.numbers.data(), script.scans, scans->data());
  c->scan_info = script.scans > 0 ? scans->data() : nullptr;
  c->num_scans = script.scans;
  c->arith_code = below(5) == 0;
  if (below(5) == 0) c->restart_interval = (unsigned)(1 + below(20));
}

static JDIMENSION blocks(JDIMENSION side, int factor, int most) {
  JDIMENSION wide = (JDIMENSION)((side * (JDIMENSION)factor + (JDIMENSION)(most * DCTSIZE) - 1) /
                                 (JDIMENSION)(most * DCTSIZE));
  return (wide + (JDIMENSION)factor - 1) / (JDIMENSION)factor * (JDIMENSION)factor;
}

static void fill_block(JCOEF *block, size_t rareness, size_t largest) {
  block[0] = (JCOEF)((int)below(2047) - 1023);
  for (int k = 1; k < DCTSIZE2; k++) {
    int range = 1 << below(largest + 1);
    block[k] = below(rareness) == 0 ? (JCOEF)((int)below((size_t)(2 * range - 1)) - range + 1) : (JCOEF)0;
  }
}

static void write_coefficients(jpeg_compress_struct *c) {
  jvirt_barray_ptr arrays[MOST_COMPONENTS];
  JDIMENSION high[MOST_COMPONENTS], wide[MOST_COMPONENTS];
  int most_h = 1, most_v = 1;
  for (int i = 0; i < c->num_components; i++) {
    if (c->comp_info[i].h_samp_factor > most_h) most_h = c->comp_info[i].h_samp_factor;
    if (c->comp_info[i].v_samp_factor > most_v) most_v = c->comp_info[i].v_samp_factor;
  }
  for (int i = 0; i < c->num_components; i++) {
    wide[i] = blocks(c->image_width, c->comp_info[i].h_samp_factor, most_h);
    high[i] = blocks(c->image_height, c->comp_info[i].v_samp_factor, most_v);
    arrays[i] = (*c->mem->request_virt_barray)((j_common_ptr)c, JPOOL_IMAGE, TRUE, wide[i], high[i],
                                               (JDIMENSION)c->comp_info[i].v_samp_factor);
  }
  jpeg_write_coefficients(c, arrays);
  size_t rareness = (size_t)1 << (2 * below(5)), largest = below(10);
  for (int i = 0; i < c->num_components; i++) {
    for (JDIMENSION y = 0; y < high[i]; y++) {
      JBLOCKROW row = (*c->mem->access_virt_barray)((j_common_ptr)c, arrays[i], y, 1, TRUE)[0];
      for (JDIMENSION x = 0; x < wide[i]; x++) fill_block(row[x], rareness, largest);
    }
  }
  jpeg_finish_compress(c);
}

// Empty when libjpeg does not write what was chosen.
static Bytes made_jpeg() {
  static Failure failure;
  static std::vector<jpeg_scan_info> scans;
  static jpeg_compress_struct c;
  static unsigned char *memory;
  static unsigned long length;
  memset(&c, 0, sizeof c);
  memory = nullptr;
  length = 0;
  c.err = jpeg_std_error(&failure.manager);
  failure.manager.error_exit = jump;
  Bytes made;
  if (setjmp(failure.here) == 0) {
    jpeg_create_compress(&c);
    jpeg_mem_dest(&c, &memory, &length);
    c.image_width = (JDIMENSION)(1 + below(LONGEST_SIDE));
    c.image_height = (JDIMENSION)(1 + below(LONGEST_SIDE));
    choose_components(&c);
    choose_scans(&c, &scans);
    write_coefficients(&c);
    made.assign(memory, memory + length);
  }
  jpeg_destroy_compress(&c);
  free(memory);
  return made;
}

// Gives components other ids: in the frame's header, and in each scan's those of the same components.
static void give_ids(Bytes *jpeg, const uint8_t *ids) {
  Slice slice = {jpeg->data(), jpeg->size()};
  Layout layout;
  read_layout(&slice, 1, MAX_SCANS_KEPT, &layout);
  SegmentWalk walk(&slice, 1);
  Segment segment;
  while (walk.next(&segment) && segment.marker != EOI) {
    uint8_t *payload = jpeg->data() + segment.payload;
    if (is_frame_header(segment.marker)) {
      for (int i = 0; i < layout.frame.components; i++) payload[6 + 3 * i] = ids[i];
    } else if (segment.marker == SOS) {
      for (int i = 0; i < payload[0]; i++) {
        int index = 0;
        while (layout.frame.id[index] != payload[1 + 2 * i]) index++;
        payload[1 + 2 * i] = ids[index];
      }
    }
    if (!walk.advance(segment)) return;
  }
}

static void give_some_ids(Bytes *jpeg) {
  static const uint8_t PATTERNS[][MOST_COMPONENTS] = {{1, 1, 1, 1}, {1, 2, 2, 2}, {1, 3, 3, 3},  {0, 0, 0, 0},
                                                      {1, 1, 2, 2}, {0, 1, 2, 3}, {2, 3, 1, 4}, {82, 71, 66, 1},
                                                      {255, 255, 1, 0}, {3, 2, 1, 0}, {1, 2, 1, 2}, {82, 82, 66, 66}};
  uint8_t ids[MOST_COMPONENTS];
  memcpy(ids, PATTERNS[below(sizeof PATTERNS / sizeof PATTERNS[0])], sizeof ids);
  if (below(4) == 0) {
    for (uint8_t &id : ids) id = (uint8_t)below(3);
  }
  give_ids(jpeg, ids);
}

}  // namespace damage

#endif
