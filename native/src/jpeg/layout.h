#ifndef PCR_JPEG_LAYOUT_H
#define PCR_JPEG_LAYOUT_H

#include "jpeg/byte_cursor.h"

// Where the markers, headers and entropy-coded segments of a JPEG file lie, found without decoding
// anything. The scanner sees the markers that libjpeg's reader would see: both resume their search
// at the same byte behind a segment, and both take FF.. 00, RSTn and TEM as part of the data.
namespace pcr_jpeg {

enum Marker {
  TEM = 0x01,
  SOF0 = 0xC0,
  SOF1 = 0xC1,
  SOF2 = 0xC2,
  DHT = 0xC4,
  JPG = 0xC8,
  SOF9 = 0xC9,
  SOF10 = 0xCA,
  DAC = 0xCC,
  SOF15 = 0xCF,
  RST0 = 0xD0,
  RST7 = 0xD7,
  SOI = 0xD8,
  EOI = 0xD9,
  SOS = 0xDA,
  DRI = 0xDD,
  APP0 = 0xE0,
  APP1 = 0xE1,
  APP2 = 0xE2,
  APP14 = 0xEE,
  APP15 = 0xEF,
  COM = 0xFE
};

static const int MAX_SCAN_COMPONENTS = 4;
static const int MAX_FRAME_COMPONENTS = 4;
static const int MAX_SCANS_KEPT = 128;

struct Segment {
  int marker;
  int64_t start;    // offset of the first FF of the marker
  int64_t payload;  // offset behind the length field
  int length;       // of the payload
};

struct ScanHeader {
  int64_t tables_start;   // where the tables and other segments in front of this scan begin
  int64_t entropy_start;  // behind the SOS header
  int64_t entropy_end;    // the first FF of the marker that follows
  int components;
  uint8_t id[MAX_SCAN_COMPONENTS];
  uint8_t dc_table[MAX_SCAN_COMPONENTS];
  uint8_t ac_table[MAX_SCAN_COMPONENTS];
  uint8_t ss, se, ah, al;
  int restart_interval;
};

struct Frame {
  int marker;  // 0: no frame header seen
  int precision, width, height, components;
  uint8_t id[MAX_FRAME_COMPONENTS];
  uint8_t h[MAX_FRAME_COMPONENTS];
  uint8_t v[MAX_FRAME_COMPONENTS];
};

struct Layout {
  Frame frame;
  int scan_count;  // all of them, although only MAX_SCANS_KEPT are described
  ScanHeader scans[MAX_SCANS_KEPT];
  bool has_eoi;
  int64_t end;  // behind EOI, or behind the last byte
  bool intact;  // every segment and header was whole and every scan header could be read
};

// Steps from segment to segment. Entropy-coded data counts as a gap between segments.
class SegmentWalk {
 public:
  SegmentWalk(const Slice *slices, size_t count) : cursor_(slices, count) {}

  ByteCursor &cursor() { return cursor_; }

  // Finds the next marker. False at the end of the bytes. For a marker with parameters the payload
  // has been located and the cursor stands on it; advance() must follow.
  bool next(Segment *s) {
    for (;;) {
      if (!cursor_.find_ff()) return false;
      s->start = cursor_.position();
      int code;
      do code = cursor_.get();
      while (code == 0xFF);
      if (code < 0) return false;
      if (code == 0 || code == TEM || (code >= RST0 && code <= RST7)) continue;
      s->marker = code;
      s->payload = cursor_.position();
      s->length = 0;
      if (code == SOI || code == EOI) return true;
      int length = cursor_.get_u16();
      if (length < 2) return false;
      s->payload += 2;
      s->length = length - 2;
      return true;
    }
  }

  // Moves behind the payload, whatever of it has been read. False when it is cut short.
  bool advance(const Segment &s) {
    int64_t end = s.payload + s.length;
    size_t left = (size_t)(end - cursor_.position());
    return cursor_.skip(left) == left;
  }

 private:
  ByteCursor cursor_;
};

inline bool is_frame_header(int marker) {
  return marker >= SOF0 && marker <= SOF15 && marker != DHT && marker != JPG && marker != DAC;
}

inline bool read_frame(ByteCursor &c, const Segment &s, Frame *f) {
  f->marker = s.marker;
  f->precision = c.get();
  f->height = c.get_u16();
  f->width = c.get_u16();
  f->components = c.get();
  if (s.length < 6 || s.length != 6 + 3 * f->components) return false;
  for (int i = 0; i < f->components; i++) {
    int id = c.get(), factors = c.get(), table = c.get();
    if (table < 0) return false;
    if (i < MAX_FRAME_COMPONENTS) {
      f->id[i] = (uint8_t)id;
      f->h[i] = (uint8_t)(factors >> 4);
      f->v[i] = (uint8_t)(factors & 15);
    }
  }
  return true;
}

inline bool read_scan_header(ByteCursor &c, const Segment &s, ScanHeader *scan) {
  scan->components = c.get();
  if (scan->components < 1 || scan->components > MAX_SCAN_COMPONENTS) return false;
  if (s.length != 4 + 2 * scan->components) return false;
  for (int i = 0; i < scan->components; i++) {
    scan->id[i] = (uint8_t)c.get();
    int tables = c.get();
    scan->dc_table[i] = (uint8_t)(tables >> 4);
    scan->ac_table[i] = (uint8_t)(tables & 15);
  }
  scan->ss = (uint8_t)c.get();
  scan->se = (uint8_t)c.get();
  int approximation = c.get();
  scan->ah = (uint8_t)(approximation >> 4);
  scan->al = (uint8_t)(approximation & 15);
  return approximation >= 0;
}

// Reads the whole layout, but stops as soon as there are more than max_scans scans.
// Where the image begins: something else may stand in front of an original's first segment.
inline int64_t find_start(const Slice *slices, size_t count) {
  ByteCursor cursor(slices, count);
  uint32_t last = 0;
  for (int byte = cursor.get(); byte >= 0; byte = cursor.get()) {
    last = (last << 8 | (uint32_t)byte) & 0xFFFFFF;
    if (cursor.position() == 2 && last == 0xFFD8) return 0;
    if (last == 0xFFD8FF) return cursor.position() - 3;
  }
  return 0;
}

inline void read_layout(const Slice *slices, size_t count, int max_scans, Layout *out) {
  out->frame.marker = 0;
  out->scan_count = 0;
  out->has_eoi = false;
  out->intact = true;
  SegmentWalk walk(slices, count);
  Segment s;
  ScanHeader *open = nullptr;
  int64_t tables_start = find_start(slices, count);
  walk.cursor().skip((size_t)tables_start);
  int restart_interval = 0;
  for (;;) {
    bool found = walk.next(&s);
    if (open != nullptr) {
      open->entropy_end = found ? s.start : walk.cursor().position();
      tables_start = open->entropy_end;
      open = nullptr;
    }
    if (!found) break;
    if (s.marker == EOI) {
      out->has_eoi = true;
      break;
    }
    if (is_frame_header(s.marker)) {
      if (out->frame.marker != 0 || !read_frame(walk.cursor(), s, &out->frame)) out->intact = false;
    } else if (s.marker == DRI) {
      restart_interval = walk.cursor().get_u16();
      if (s.length != 2 || restart_interval < 0) out->intact = false;
    } else if (s.marker == SOS) {
      int index = out->scan_count++;
      if (out->scan_count > max_scans) break;
      if (index < MAX_SCANS_KEPT) {
        ScanHeader *scan = &out->scans[index];
        scan->tables_start = tables_start;
        scan->restart_interval = restart_interval;
        if (!read_scan_header(walk.cursor(), s, scan)) out->intact = false;
        scan->entropy_start = s.payload + s.length;
        scan->entropy_end = scan->entropy_start;
        open = scan;
      }
    }
    if (!walk.advance(s)) {
      out->intact = false;
      open = nullptr;
      break;
    }
  }
  out->end = walk.cursor().position();
}

}  // namespace pcr_jpeg

#endif
