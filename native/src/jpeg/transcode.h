#ifndef PCR_JPEG_TRANSCODE_H
#define PCR_JPEG_TRANSCODE_H

#include "jpeg/choice/choose.h"
#include "jpeg/progressive/scan_writer.h"
#include "jpeg/proof.h"

// Any JPEG to progressive, with a given scan script or with scans chosen for it, coefficients unchanged; and proved
// to be so.
namespace pcr_jpeg {

enum MarkerPolicy { KEEP_NONE = 0, KEEP_ESSENTIAL = 1, KEEP_ALL = 2 };

enum ColorClass { GREY = 1, YCBCR = 2, OTHER_THREE = 3, FOUR = 4 };

static const int ORIENTATION_AT = 25;  // in the EXIF payload below
static const int EOI_LENGTH = 2;

struct TranscodeArgs {
  OutputArgs out;
  int64_t marker_policy;
  int64_t essential_icc;  // largest profile that counts as essential
  int64_t reproduce;      // prove also that the original comes back
  int64_t preference;     // of the scans that are chosen
  Aims aims;              // a way of 0: none are chosen, the colour class has a script
};

// The scans to write, in their order.
struct ScanList {
  const jpeg_scan_info *scans;
  int count;
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
inline bool is_written_by_libjpeg(Session *s, const Segment &segment) {
  if (segment.marker == APP0 && s->report[JFIF_SEEN]) {
    return segment.length >= (int)sizeof JFIF_NAME && memcmp(s->payload, JFIF_NAME, sizeof JFIF_NAME) == 0;
  }
  if (segment.marker == APP14 && s->report[ADOBE_TRANSFORM] >= 0) {
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

inline bool is_as_scripted(const Frame &frame, const ScanHeader &scan, const jpeg_scan_info &script) {
  if (scan.components != script.comps_in_scan || scan.ss != script.Ss || scan.se != script.Se ||
      scan.ah != script.Ah || scan.al != script.Al) {
    return false;
  }
  for (int i = 0; i < scan.components; i++) {
    if (scan.id[i] != frame.id[script.component_index[i]]) return false;
  }
  return true;
}

// Parses what was written and holds it against the script; notes where each scan ends.
inline void check_output(Session *s, const ScanList &script) {
  Slice written = {s->sink.base, sink_length(&s->sink)};
  Layout *made = &s->produced;
  int scans = script.count;
  read_layout(&written, 1, scans, made);
  if (!made->intact || !made->has_eoi || made->scan_count != scans || made->frame.marker != SOF2 ||
      made->end != (int64_t)written.length) {
    fail(s, UNPROVED, "its progressive form has %d scans where the script has %d", made->scan_count, scans);
  }
  for (int i = 0; i < scans; i++) {
    if (!is_as_scripted(made->frame, made->scans[i], script.scans[i])) {
      fail(s, UNPROVED, "scan %d of its progressive form is not the script's", i);
    }
    if (made->scans[i].entropy_end == made->scans[i].entropy_start) {
      // The least of images has a symbol in it.
      fail(s, UNPROVED, "scan %d of its progressive form is empty", i);
    }
    s->report.scan_end(i, made->scans[i].entropy_end);
  }
  if (made->scans[scans - 1].entropy_end + EOI_LENGTH != made->end) {
    fail(s, UNPROVED, "its progressive form does not end with its last scan");
  }
  s->report[SCAN_COUNT] = scans;
}

// Components whose ids are not unique get others. libjpeg reads the ids only where no marker says what the
// components mean, and takes these as it takes equal ones: three for YCbCr, four for CMYK.
inline void tell_components_apart(jpeg_compress_struct *c) {
  bool unique = true;
  for (int i = 0; i < c->num_components; i++) {
    for (int k = 0; k < i; k++) unique &= c->comp_info[i].component_id != c->comp_info[k].component_id;
  }
  if (unique) return;
  for (int i = 0; i < c->num_components; i++) c->comp_info[i].component_id = i + 1;
}

inline void report_entropy_ranges(Session *s) {
  const Layout &layout = s->layout;
  if (!layout.intact || layout.scan_count > MAX_SCANS_KEPT) return;
  for (int i = 0; i < layout.scan_count; i++) {
    s->report.entropy_range(i, layout.scans[i].entropy_start, layout.scans[i].entropy_end);
  }
  s->report[ENTROPY_COUNT] = layout.scan_count;
}

// The writer need not find again what was found where scans were chosen.
inline void lend_bits(Session *s) {
  const Picture &p = s->chooser->room.picture;
  for (int i = 0; s->writer != nullptr && i < p.planes; i++) s->writer->bits[i] = p.plane[i].bits;
}

inline void write_progressive(Session *s, const TranscodeArgs *args, const ScanList &script, jvirt_barray_ptr *arrays) {
  jpeg_compress_struct *c = &s->out;
  open_output(s, c, &s->out_live, &s->sink);
  jpeg_copy_critical_parameters(&s->in, c);
  tell_components_apart(c);
  // What the colours mean was settled in front of the first scan, whatever follows.
  c->write_JFIF_header = s->report[JFIF_SEEN] != 0;
  c->write_Adobe_marker = s->report[ADOBE_TRANSFORM] >= 0;
  c->optimize_coding = TRUE;
  c->scan_info = script.scans;
  c->num_scans = script.count;
  use_blocks_of_source(c);
  jpeg_write_coefficients(c, arrays);
  write_scans_ourselves(s, arrays);
  if (args->aims.way != 0) lend_bits(s);
  write_markers(s, args);
  jpeg_finish_compress(c);
  check_output(s, script);
}

inline Chooser *chooser_of(Session *s) {
  if (s->chooser == nullptr) s->chooser = (Chooser *)calloc(1, sizeof(Chooser));
  if (s->chooser == nullptr) fail_memory(s, sizeof(Chooser), "to choose scans");
  return s->chooser;
}

inline ScanList choose_scans(Session *s, const TranscodeArgs *args, jvirt_barray_ptr *arrays) {
  Chooser *c = chooser_of(s);
  choose(s, &c->room, arrays, args->aims, (int)args->preference, &c->choice);
  return {c->choice.scans.scan, c->choice.scans.count};
}

// The output is what is found, for slopes to be tried on.
inline void examine_image(Session *s, const TranscodeArgs *args) {
  s->implicit_eoi = false;
  lend_output(s, args->out);
  read_header(s);
  read_source_layout(s);
  Examined found;
  examine_for_slopes(s, &chooser_of(s)->room, read_coefficients(s), args->aims, (int)args->preference, &found);
  sink_put(s, &s->sink, &found, sizeof found);
}

inline void transcode(Session *s, const TranscodeArgs *args) {
  s->implicit_eoi = false;
  lend_output(s, args->out);
  read_header(s);
  read_source_layout(s);
  report_entropy_ranges(s);
  read_metadata(s);
  int klass = color_class(&s->in);
  bool chooses = args->aims.way != 0;
  if (!chooses && s->script_length[klass] == 0) fail(s, UNSUPPORTED, "no scan script for this colour class");
  jvirt_barray_ptr *arrays = read_coefficients(s);
  Resolved source;
  resolve(s, arrays, &source);
  ScanList script = {s->scripts[klass], s->script_length[klass]};
  if (chooses) script = choose_scans(s, args, arrays);
  write_progressive(s, args, script, arrays);
  prove(s, source, args->reproduce != 0);
}

}  // namespace pcr_jpeg

#endif
