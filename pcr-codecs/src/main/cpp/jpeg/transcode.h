#ifndef PCR_JPEG_TRANSCODE_H
#define PCR_JPEG_TRANSCODE_H

#include "jpeg/progressive/scan_writer.h"
#include "jpeg/rebuild.h"

// Any JPEG to progressive with a given scan script, coefficients unchanged.
namespace pcr_jpeg {

enum MarkerPolicy { KEEP_NONE = 0, KEEP_ESSENTIAL = 1, KEEP_ALL = 2 };

enum ColorClass { GREY = 1, YCBCR = 2, OTHER_THREE = 3, FOUR = 4 };

static const size_t REPRODUCTION_SLACK = 64 * 1024;
static const int ORIENTATION_AT = 25;  // in the EXIF payload below

struct TranscodeArgs {
  OutputArgs out;
  int64_t marker_policy;
  int64_t essential_icc;  // largest profile that counts as essential
  int64_t reproduce;      // encode as the original was and compare
};

inline int color_class(const jpeg_decompress_struct *d) {
  if (d->num_components == 1) return GREY;
  if (d->num_components == 4) return FOUR;
  return d->jpeg_color_space == JCS_YCbCr ? YCBCR : OTHER_THREE;
}

// The smallest EXIF block that says nothing but the orientation.
inline void write_orientation(jpeg_compress_struct *c, int orientation) {
  uint8_t exif[] = {'E', 'x', 'i', 'f', 0, 0, 'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12,
                    0,   3,   0,   0,   0, 1, 0,   0,   0, 0,  0, 0, 0, 0};
  exif[ORIENTATION_AT] = (uint8_t)orientation;
  jpeg_write_marker(c, APP1, exif, sizeof exif);
}

// libjpeg writes JFIF and Adobe markers itself, where the source had them.
inline bool is_written_by_libjpeg(const Session *s, const Segment &segment) {
  if (segment.marker == APP0 && s->in.saw_JFIF_marker) {
    return segment.length >= (int)sizeof JFIF_NAME && memcmp(s->payload, JFIF_NAME, sizeof JFIF_NAME) == 0;
  }
  if (segment.marker == APP14 && s->in.saw_Adobe_marker) {
    return segment.length >= ADOBE_NAME_LENGTH && memcmp(s->payload, ADOBE_NAME, ADOBE_NAME_LENGTH) == 0;
  }
  return false;
}

inline void write_all_markers(Session *s) {
  SegmentWalk walk(s->slices, s->slice_count);
  Segment segment;
  while (walk.next(&segment) && segment.marker != EOI) {
    if ((segment.marker >= APP0 && segment.marker <= APP15) || segment.marker == COM) {
      size_t length = (size_t)segment.length;
      if (walk.cursor().read(s->payload, length) != length) return;
      if (!is_written_by_libjpeg(s, segment)) {
        jpeg_write_marker(&s->out, segment.marker, s->payload, (unsigned)length);
      }
    }
    if (!walk.advance(segment)) return;
  }
}

inline void write_markers(Session *s, const TranscodeArgs *args) {
  if (args->marker_policy == KEEP_ALL) {
    write_all_markers(s);
  } else if (args->marker_policy == KEEP_ESSENTIAL) {
    Report &r = s->report;
    if (r[ORIENTATION] > 1) write_orientation(&s->out, (int)r[ORIENTATION]);
    if (r[ICC_LENGTH] > 0 && r[ICC_LENGTH] <= args->essential_icc) {
      jpeg_write_icc_profile(&s->out, s->icc, (unsigned)r[ICC_LENGTH]);
    }
  }
}

inline bool is_as_scripted(const Session *s, const ScanHeader &scan, const jpeg_scan_info &script) {
  if (scan.components != script.comps_in_scan || scan.ss != script.Ss || scan.se != script.Se ||
      scan.ah != script.Ah || scan.al != script.Al) {
    return false;
  }
  for (int i = 0; i < scan.components; i++) {
    if (scan.id[i] != s->in.comp_info[script.component_index[i]].component_id) return false;
  }
  return true;
}

// Parses what was written and holds it against the script; notes where each scan ends.
inline void check_output(Session *s, int klass) {
  Slice written = {s->sink.base, sink_length(&s->sink)};
  Layout *made = &s->produced;
  int scans = s->script_length[klass];
  read_layout(&written, 1, scans, made);
  if (!made->intact || !made->has_eoi || made->scan_count != scans || made->frame.marker != SOF2 ||
      made->end != (int64_t)written.length) {
    fail(s, CORRUPT, "the output has %d scans where the script has %d", made->scan_count, scans);
  }
  for (int i = 0; i < scans; i++) {
    if (!is_as_scripted(s, made->scans[i], s->scripts[klass][i])) {
      fail(s, CORRUPT, "scan %d of the output is not the script's", i);
    }
    if (made->scans[i].entropy_end == made->scans[i].entropy_start) {
      fail(s, CORRUPT, "scan %d of the output is empty", i);  // the least of images has a symbol in it
    }
    s->report.scan_end(i, made->scans[i].entropy_end);
  }
  s->report[SCAN_COUNT] = scans;
}

// Compares the entropy-coded segments; reports the offset in the source of the first difference.
inline void compare_with_source(Session *s, const Rebuild *r) {
  const uint8_t *source = s->slices[0].data;
  Report &report = s->report;
  for (int i = 0; i < s->layout.scan_count; i++) {
    const ScanHeader &scan = s->layout.scans[i];
    int64_t wanted = scan.entropy_end - scan.entropy_start;
    int64_t made = r->end[i] - r->start[i];
    int64_t both = wanted < made ? wanted : made;
    const uint8_t *a = source + scan.entropy_start, *b = r->sink->base + r->start[i];
    if (wanted == made && memcmp(a, b, (size_t)wanted) == 0) continue;
    int64_t same = 0;
    while (same < both && a[same] == b[same]) same++;
    report[REPRODUCTION] = DIFFERENT;
    report[MISMATCH_OFFSET] = scan.entropy_start + same;
    return;
  }
  report[REPRODUCTION] = EXACT;
}

inline void reproduce(Session *s, jvirt_barray_ptr *arrays) {
  Rebuild r;
  memset(&r, 0, sizeof r);
  r.session = s;
  r.headers = s->slices;
  r.header_slices = s->slice_count;
  r.layout = &s->layout;
  r.sink = &s->scratch;
  size_t limit = s->slices[0].length + REPRODUCTION_SLACK;
  if (!sink_use_own(r.sink, limit)) fail_limit(s, SINK_FIRST, 0, "bytes of memory to compare");
  rebuild(s, &r, arrays);
  compare_with_source(s, &r);
}

// A source that cannot be encoded again is no failure of the transcode: it says so and goes on.
inline void try_to_reproduce(Session *s, jvirt_barray_ptr *arrays) {
  jmp_buf *outer = s->escape;
  jmp_buf here;
  s->escape = &here;
  if (setjmp(here) == 0) {
    reproduce(s, arrays);
  } else {
    s->report[ERROR_REASON] = NO_ERROR;
    s->report[REPRODUCTION] = NOT_REPRODUCIBLE;
  }
  s->escape = outer;
}

inline void report_entropy_ranges(Session *s) {
  const Layout &layout = s->layout;
  if (!layout.intact || layout.scan_count > MAX_SCANS_KEPT) return;
  for (int i = 0; i < layout.scan_count; i++) {
    s->report.entropy_range(i, layout.scans[i].entropy_start, layout.scans[i].entropy_end);
  }
  s->report[ENTROPY_COUNT] = layout.scan_count;
}

inline void transcode(Session *s, const TranscodeArgs *args) {
  s->implicit_eoi = false;
  lend_output(s, args->out);
  read_header(s);
  read_source_layout(s);
  report_entropy_ranges(s);
  read_metadata(s);
  int klass = color_class(&s->in);
  if (s->script_length[klass] == 0) fail(s, UNSUPPORTED, "no scan script for this colour class");
  jvirt_barray_ptr *arrays = jpeg_read_coefficients(&s->in);

  jpeg_compress_struct *c = &s->out;
  open_output(s, c, &s->out_live, &s->sink);
  jpeg_copy_critical_parameters(&s->in, c);
  c->write_JFIF_header = s->in.saw_JFIF_marker;
  c->write_Adobe_marker = s->in.saw_Adobe_marker;
  c->optimize_coding = TRUE;
  c->scan_info = s->scripts[klass];
  c->num_scans = s->script_length[klass];
  jpeg_write_coefficients(c, arrays);
  write_scans_ourselves(s, arrays);
  write_markers(s, args);
  jpeg_finish_compress(c);
  check_output(s, klass);
  if (args->reproduce) try_to_reproduce(s, arrays);
}

struct RestoreArgs {
  OutputArgs out;
};

// The segments are cut exactly where the entropy-coded data was.
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
    const jpeg_component_info &info = d->comp_info[i];
    same = frame.id[i] == info.component_id && frame.h[i] == info.h_samp_factor &&
           frame.v[i] == info.v_samp_factor;
  }
  if (!same) fail(s, CORRUPT, "the header's frame is not that of the image");
}

// Progressive bytes in slices, the rest of the original in segments: the original.
inline void restore(Session *s, const RestoreArgs *args) {
  s->implicit_eoi = true;
  lend_output(s, args->out);
  read_header(s);
  read_source_layout(s);
  read_layout(s->segments, s->segment_count, s->max_scans, &s->layout);
  check_segments(s);
  jvirt_barray_ptr *arrays = jpeg_read_coefficients(&s->in);
  Rebuild r;
  memset(&r, 0, sizeof r);
  r.session = s;
  r.headers = s->segments;
  r.header_slices = s->segment_count;
  r.layout = &s->layout;
  r.segments = s->segments;
  r.segment_count = s->segment_count;
  r.sink = &s->sink;
  rebuild(s, &r, arrays);
}

}  // namespace pcr_jpeg

#endif
