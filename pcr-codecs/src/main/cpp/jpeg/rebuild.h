#ifndef PCR_JPEG_REBUILD_H
#define PCR_JPEG_REBUILD_H

#include "jpeg/facts.h"

// Encodes coefficients again the way an original was encoded: with its Huffman tables or arithmetic
// conditioning, its restart intervals and its scans, all read from the original's own headers.
//
// libjpeg's marker writer is taken out of the way: where it would write the headers of scan i, the
// original's bytes in front of scan i are copied (or nothing, when only the entropy-coded bytes are
// wanted). Where it would prepare scan i, the tables that stand in front of scan i are put in force.
namespace pcr_jpeg {

static const int HUFFMAN_COUNTS = 16;
static const int HUFFMAN_VALUES = 256;
static const int HUFFMAN_AC = 0x10;
static const int CONDITIONING_TABLES = 16;
static const int MAX_AC = 1023;  // what 8-bit samples can give: 10 bits
static const int MAX_DC = 2047;

struct Rebuild {
  Session *session;
  const Slice *headers;  // bytes that hold every header at the offsets that the layout says
  size_t header_slices;
  const Layout *layout;
  const Slice *segments;  // written in front of, between and behind the scans; null: nothing is
  size_t segment_count;
  Sink *sink;
  int scans_begun;
  int tables_applied;
  void (*prepare)(j_compress_ptr);
  int64_t start[MAX_SCANS_KEPT];  // of each entropy-coded segment in the sink
  int64_t end[MAX_SCANS_KEPT];
};

inline Rebuild *rebuild_of(j_compress_ptr c) { return session_of((j_common_ptr)c)->rebuild; }

inline void load_huffman(Session *s, jpeg_compress_struct *c, ByteCursor &bytes, int length) {
  while (length >= 1 + HUFFMAN_COUNTS) {
    int index = bytes.get();
    bool ac = (index & HUFFMAN_AC) != 0;
    int slot = index & ~HUFFMAN_AC;
    if (index < 0 || slot >= NUM_HUFF_TBLS) fail(s, CORRUPT, "Huffman table number %d", index);
    JHUFF_TBL **table = ac ? &c->ac_huff_tbl_ptrs[slot] : &c->dc_huff_tbl_ptrs[slot];
    if (*table == nullptr) *table = jpeg_alloc_huff_table((j_common_ptr)c);
    (*table)->bits[0] = 0;
    bytes.read(&(*table)->bits[1], HUFFMAN_COUNTS);
    int values = 0;
    for (int i = 1; i <= HUFFMAN_COUNTS; i++) values += (*table)->bits[i];
    length -= 1 + HUFFMAN_COUNTS;
    if (values > HUFFMAN_VALUES || values > length) fail(s, CORRUPT, "Huffman table of %d values", values);
    memset((*table)->huffval, 0, sizeof (*table)->huffval);
    bytes.read((*table)->huffval, (size_t)values);
    length -= values;
  }
  if (length != 0) fail(s, CORRUPT, "Huffman table segment with %d bytes left over", length);
}

inline void load_conditioning(Session *s, jpeg_compress_struct *c, ByteCursor &bytes, int length) {
  for (; length >= 2; length -= 2) {
    int index = bytes.get(), value = bytes.get();
    int slot = index & 15;
    if (value < 0 || index >= 2 * CONDITIONING_TABLES) fail(s, CORRUPT, "conditioning table %d", index);
    if (index >= CONDITIONING_TABLES) {
      c->arith_ac_K[slot] = (UINT8)value;
    } else {
      c->arith_dc_L[slot] = (UINT8)(value & 15);
      c->arith_dc_U[slot] = (UINT8)(value >> 4);
    }
  }
}

// Puts the tables in force that stand between the scan before and this one.
inline void apply_tables(Rebuild *r, jpeg_compress_struct *c, int scan) {
  const ScanHeader &header = r->layout->scans[scan];
  SegmentWalk walk(r->headers, r->header_slices);
  walk.cursor().skip((size_t)header.tables_start);
  Segment segment;
  while (walk.next(&segment) && segment.marker != SOS) {
    if (segment.marker == DHT) load_huffman(r->session, c, walk.cursor(), segment.length);
    if (segment.marker == DAC) load_conditioning(r->session, c, walk.cursor(), segment.length);
    if (!walk.advance(segment)) break;
  }
  c->restart_interval = (unsigned)header.restart_interval;
}

// Runs before each pass; a scan has one pass, or two when its tables are made to measure.
inline void rebuild_prepare(j_compress_ptr c) {
  Rebuild *r = rebuild_of(c);
  if (r->tables_applied == r->scans_begun && r->scans_begun < r->layout->scan_count) {
    apply_tables(r, c, r->tables_applied++);
  }
  r->prepare(c);
}

inline void rebuild_frame(j_compress_ptr) {}

inline void rebuild_copy_segment(Rebuild *r) {
  if (r->segments == nullptr) return;
  const Slice &segment = r->segments[r->scans_begun];
  sink_put(r->session, r->sink, segment.data, segment.length);
}

inline void rebuild_scan(j_compress_ptr c) {
  Rebuild *r = rebuild_of(c);
  int64_t now = (int64_t)sink_length(r->sink);
  if (r->scans_begun > 0) r->end[r->scans_begun - 1] = now;
  rebuild_copy_segment(r);
  r->start[r->scans_begun++] = (int64_t)sink_length(r->sink);
  keep_room(r->session, r->sink);
}

inline void rebuild_trailer(j_compress_ptr c) {
  Rebuild *r = rebuild_of(c);
  r->end[r->scans_begun - 1] = (int64_t)sink_length(r->sink);
  rebuild_copy_segment(r);
}

inline bool is_progressive(int sof) { return sof == SOF2 || sof == SOF10; }
inline bool is_arithmetic(int sof) { return sof == SOF9 || sof == SOF10; }

// Components are named in the frame's order, and ids may be equal, so each is sought behind the last.
inline int component_index(const jpeg_compress_struct *c, int id, int from) {
  for (int i = from; i < c->num_components; i++) {
    if (c->comp_info[i].component_id == id) return i;
  }
  return -1;
}

inline void plan_scan(Session *s, jpeg_compress_struct *c, int index, bool progressive) {
  const ScanHeader &from = s->layout.scans[index];
  jpeg_scan_info *to = &s->original_scans[index];
  to->comps_in_scan = from.components;
  int component = -1;
  for (int i = 0; i < from.components; i++) {
    component = component_index(c, from.id[i], component + 1);
    if (component < 0) fail(s, CORRUPT, "scan of unknown component %d", from.id[i]);
    to->component_index[i] = component;
    jpeg_component_info *info = &c->comp_info[component];
    if (!progressive || (from.ss == 0 && from.ah == 0)) info->dc_tbl_no = from.dc_table[i];
    if (!progressive || from.ss > 0) info->ac_tbl_no = from.ac_table[i];
    if (!is_arithmetic(s->layout.frame.marker) &&
        (info->dc_tbl_no >= NUM_HUFF_TBLS || info->ac_tbl_no >= NUM_HUFF_TBLS)) {
      fail(s, CORRUPT, "scan with Huffman tables %d and %d", info->dc_tbl_no, info->ac_tbl_no);
    }
  }
  to->Ss = progressive ? from.ss : 0;
  to->Se = progressive ? from.se : DCTSIZE2 - 1;
  to->Ah = progressive ? from.ah : 0;
  to->Al = progressive ? from.al : 0;
}

inline void plan_scans(Session *s, jpeg_compress_struct *c) {
  const Layout &layout = s->layout;
  bool progressive = is_progressive(layout.frame.marker);
  if (!layout.intact || layout.frame.marker == 0 || layout.scan_count < 1 ||
      layout.scan_count > MAX_SCANS_KEPT) {
    fail(s, CORRUPT, "headers that cannot be read whole");
  }
  for (int i = 0; i < layout.scan_count; i++) plan_scan(s, c, i, progressive);
  bool one_for_all = layout.scan_count == 1 && layout.scans[0].components == c->num_components;
  if (progressive || !one_for_all) {
    c->scan_info = s->original_scans;
    c->num_scans = layout.scan_count;
  }
}

inline bool is_in_range(const JCOEF *block) {
  int wide = (block[0] > MAX_DC) | (block[0] < -MAX_DC);
  for (int k = 1; k < DCTSIZE2; k++) wide |= (block[k] > MAX_AC) | (block[k] < -MAX_AC);
  return wide == 0;
}

// The sequential Huffman coder looks sizes up without a check, so values are bounded before.
inline void check_coefficients(Session *s, jvirt_barray_ptr *arrays) {
  j_common_ptr d = (j_common_ptr)&s->in;
  for (int ci = 0; ci < s->in.num_components; ci++) {
    jpeg_component_info *info = &s->in.comp_info[ci];
    for (JDIMENSION y = 0; y < info->height_in_blocks; y++) {
      JBLOCKROW row = (*d->mem->access_virt_barray)(d, arrays[ci], y, 1, FALSE)[0];
      for (JDIMENSION x = 0; x < info->width_in_blocks; x++) {
        if (!is_in_range(row[x])) fail(s, CORRUPT, "DCT coefficient out of range");
      }
    }
  }
}

// Encodes into r->sink, which must have been rewound.
inline void rebuild(Session *s, Rebuild *r, jvirt_barray_ptr *arrays) {
  jpeg_compress_struct *c = &s->again;
  int sof = r->layout->frame.marker;
  open_output(s, c, &s->again_live, r->sink);
  jpeg_copy_critical_parameters(&s->in, c);
  c->write_JFIF_header = FALSE;
  c->write_Adobe_marker = FALSE;
  c->optimize_coding = FALSE;
  c->arith_code = is_arithmetic(sof);
  if (!is_progressive(sof) && !is_arithmetic(sof)) check_coefficients(s, arrays);
  plan_scans(s, c);
  jpeg_write_coefficients(c, arrays);
  sink_rewind(r->sink);  // without the SOI that libjpeg has just written
  s->rebuild = r;
  r->prepare = c->master->prepare_for_pass;
  c->master->prepare_for_pass = rebuild_prepare;
  c->marker->write_frame_header = rebuild_frame;
  c->marker->write_scan_header = rebuild_scan;
  c->marker->write_file_trailer = rebuild_trailer;
  jpeg_finish_compress(c);
}

}  // namespace pcr_jpeg

#endif
