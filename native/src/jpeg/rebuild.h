#ifndef PCR_JPEG_REBUILD_H
#define PCR_JPEG_REBUILD_H

#include "jpeg/facts.h"

// Encodes coefficients again the way an original was encoded: with its Huffman tables or arithmetic
// conditioning, its restart intervals and its scans, all read from the original's own headers.
//
// libjpeg's marker writer is taken out of the way: where it would write the headers of scan i, the
// original's bytes in front of scan i are copied. Where it would prepare scan i, the tables that stand in
// front of scan i are put in force.
namespace pcr_jpeg {

static const int HUFFMAN_COUNTS = 16;
static const int HUFFMAN_VALUES = 256;
static const int HUFFMAN_AC = 0x10;
static const int CONDITIONING_TABLES = 16;
static const int MAX_AC = 1023;  // what 8-bit samples can give: 10 bits
static const int MAX_DC = 2047;

// The session's segments are written in front of, between and behind the scans; its layout is theirs.
struct Rebuild {
  Session *session;
  const Layout *layout;
  Sink *sink;
  int scans_begun;
  int tables_applied;
  void (*prepare)(j_compress_ptr);
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
  SegmentWalk walk(r->session->segments, r->session->segment_count);
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
  const Slice &segment = r->session->segments[r->scans_begun];
  sink_put(r->session, r->sink, segment.data, segment.length);
}

inline void rebuild_scan(j_compress_ptr c) {
  Rebuild *r = rebuild_of(c);
  rebuild_copy_segment(r);
  r->scans_begun++;
  keep_room(r->session, r->sink);
}

inline void rebuild_trailer(j_compress_ptr c) { rebuild_copy_segment(rebuild_of(c)); }

inline bool is_progressive(int sof) { return sof == SOF2 || sof == SOF10; }
inline bool is_arithmetic(int sof) { return sof == SOF9 || sof == SOF10; }

// A scan names components in the frame's order, and ids may be equal, so each is sought behind the last. The
// ids are the original's; those of the image may be others.
inline int component_index(const Frame &frame, int id, int from) {
  for (int i = from; i < frame.components; i++) {
    if (frame.id[i] == id) return i;
  }
  return -1;
}

inline void plan_scan(Session *s, jpeg_compress_struct *c, int index, bool progressive) {
  const ScanHeader &from = s->layout.scans[index];
  jpeg_scan_info *to = &s->original_scans[index];
  to->comps_in_scan = from.components;
  int component = -1;
  for (int i = 0; i < from.components; i++) {
    component = component_index(s->layout.frame, from.id[i], component + 1);
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

// The segments are cut exactly where the entropy-coded data was, and their frame is the image's, but for the
// components' ids.
inline void check_segments(Session *s) {
  const Layout &layout = s->layout;
  if (!layout.intact || layout.scan_count > MAX_SCANS_KEPT ||
      s->segment_count != (size_t)layout.scan_count + 1) {
    fail(s, CORRUPT, "%d segments for %d scans", (int)s->segment_count, layout.scan_count);
  }
  int64_t cut = 0;
  for (int i = 0; i < layout.scan_count; i++) {
    cut += (int64_t)s->segments[i].length;
    if (layout.scans[i].entropy_start != cut || layout.scans[i].entropy_end != cut) {
      fail(s, CORRUPT, "segment %d does not end with the header of scan %d", i, i);
    }
  }
  const Frame &frame = layout.frame;
  const jpeg_decompress_struct *d = &s->in;
  bool same = frame.width == (int)d->image_width && frame.height == (int)d->image_height &&
              frame.components == d->num_components;
  for (int i = 0; same && i < frame.components; i++) {
    same = frame.h[i] == d->comp_info[i].h_samp_factor && frame.v[i] == d->comp_info[i].v_samp_factor;
  }
  if (!same) fail(s, CORRUPT, "the header's frame is not that of the image");
}

// Encodes the image that has been read, between the segments that have been checked, into the session's sink.
inline void rebuild(Session *s, jvirt_barray_ptr *arrays) {
  jpeg_compress_struct *c = &s->again;
  int sof = s->layout.frame.marker;
  Rebuild r = {s, &s->layout, &s->sink, 0, 0, nullptr};
  open_output(s, c, &s->again_live, r.sink);
  jpeg_copy_critical_parameters(&s->in, c);
  c->write_JFIF_header = FALSE;
  c->write_Adobe_marker = FALSE;
  c->optimize_coding = FALSE;
  c->arith_code = is_arithmetic(sof);
  if (!is_progressive(sof) && !is_arithmetic(sof)) check_coefficients(s, arrays);
  plan_scans(s, c);
  use_blocks_of_source(c);
  jpeg_write_coefficients(c, arrays);
  sink_rewind(r.sink);  // without the SOI that libjpeg has just written
  s->rebuild = &r;
  r.prepare = c->master->prepare_for_pass;
  c->master->prepare_for_pass = rebuild_prepare;
  c->marker->write_frame_header = rebuild_frame;
  c->marker->write_scan_header = rebuild_scan;
  c->marker->write_file_trailer = rebuild_trailer;
  jpeg_finish_compress(c);
}

struct RestoreArgs {
  OutputArgs out;
};

// Progressive bytes in slices, the rest of the original in segments: the original.
inline void restore(Session *s, const RestoreArgs *args) {
  s->implicit_eoi = true;
  lend_output(s, args->out);
  read_header(s);
  read_source_layout(s);
  read_layout(s->segments, s->segment_count, s->max_scans, &s->layout);
  check_segments(s);
  jvirt_barray_ptr *arrays = read_coefficients(s);
  rebuild(s, arrays);
}

}  // namespace pcr_jpeg

#endif
