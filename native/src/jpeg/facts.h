#ifndef PCR_JPEG_FACTS_H
#define PCR_JPEG_FACTS_H

#include "jpeg/block_arrays.h"
#include "jpeg/run.h"
#include "jpeg/sequential/scan_reader.h"

// What a JPEG's markers say about it: size, colour, orientation, ICC profile.
namespace pcr_jpeg {

static const char JFIF_NAME[] = "JFIF";          // each with its terminating zero
static const char EXIF_NAME[] = "Exif\0";        // and one more
static const char ICC_NAME[] = "ICC_PROFILE";
static const char ADOBE_NAME[] = "Adobe";        // this one without
static const int ADOBE_NAME_LENGTH = 5;
static const int ICC_HEAD = sizeof ICC_NAME + 2;  // sequence number and count
static const int TIFF_HEADER = 8;
static const int TIFF_ENTRY = 12;
static const int TIFF_SHORT = 3;
static const int TAG_ORIENTATION = 0x0112;
static const int ICC_CHUNKS = 255;

inline unsigned tiff_u16(const uint8_t *p, bool big) {
  return big ? (unsigned)(p[0] << 8 | p[1]) : (unsigned)(p[1] << 8 | p[0]);
}

inline uint32_t tiff_u32(const uint8_t *p, bool big) {
  return big ? (uint32_t)tiff_u16(p, big) << 16 | tiff_u16(p + 2, big)
             : (uint32_t)tiff_u16(p + 2, big) << 16 | tiff_u16(p, big);
}

// The orientation 1..8 of the first directory of an EXIF payload, or 0.
inline int exif_orientation(const uint8_t *payload, size_t length) {
  if (length < sizeof EXIF_NAME + TIFF_HEADER) return 0;
  if (memcmp(payload, EXIF_NAME, sizeof EXIF_NAME) != 0) return 0;
  const uint8_t *tiff = payload + sizeof EXIF_NAME;
  size_t size = length - sizeof EXIF_NAME;
  bool big = tiff[0] == 'M' && tiff[1] == 'M';
  if (!big && !(tiff[0] == 'I' && tiff[1] == 'I')) return 0;
  if (tiff_u16(tiff + 2, big) != 42) return 0;
  size_t at = tiff_u32(tiff + 4, big);
  if (at > size || size - at < 2) return 0;
  unsigned entries = tiff_u16(tiff + at, big);
  at += 2;
  for (; entries > 0 && size - at >= TIFF_ENTRY; entries--, at += TIFF_ENTRY) {
    const uint8_t *entry = tiff + at;
    if (tiff_u16(entry, big) != TAG_ORIENTATION) continue;
    if (tiff_u16(entry + 2, big) != TIFF_SHORT || tiff_u32(entry + 4, big) != 1) return 0;
    unsigned value = tiff_u16(entry + 8, big);
    return value >= 1 && value <= 8 ? (int)value : 0;
  }
  return 0;
}

struct IccChunks {
  int count;  // as the chunks say; 0: none seen, -1: they contradict one another
  int seen;
  size_t total;
  int64_t position[ICC_CHUNKS + 1];  // of chunk n's data; 0: not seen
  int length[ICC_CHUNKS + 1];
};

inline void note_icc_chunk(IccChunks *chunks, const uint8_t *head, const Segment &s) {
  int number = head[ICC_HEAD - 2], count = head[ICC_HEAD - 1];
  bool fits = number >= 1 && number <= count && chunks->count >= 0 &&
              (chunks->count == 0 || chunks->count == count) && chunks->position[number] == 0;
  if (!fits) {
    chunks->count = -1;
    return;
  }
  chunks->count = count;
  chunks->seen++;
  chunks->position[number] = s.payload + ICC_HEAD;
  chunks->length[number] = s.length - ICC_HEAD;
  chunks->total += (size_t)chunks->length[number];
}

// Puts a complete profile together in the session's memory; an incomplete one counts as none.
inline void assemble_icc(Session *s, const IccChunks &chunks) {
  if (chunks.count <= 0 || chunks.seen != chunks.count || chunks.total == 0) return;
  if (s->icc_capacity < chunks.total) {
    free(s->icc);
    s->icc_capacity = 0;
    s->icc = (uint8_t *)malloc(chunks.total);
    if (s->icc == nullptr) fail_memory(s, chunks.total, "for ICC profile");
    s->icc_capacity = chunks.total;
  }
  size_t done = 0;
  for (int number = 1; number <= chunks.count; number++) {
    ByteCursor c(s->slices, s->slice_count);
    c.skip((size_t)chunks.position[number]);
    done += c.read(s->icc + done, (size_t)chunks.length[number]);
  }
  if (done != chunks.total) return;
  s->report[ICC_ADDRESS] = (int64_t)(intptr_t)s->icc;
  s->report[ICC_LENGTH] = (int64_t)done;
}

// Reads orientation and profile out of the segments in front of the first scan.
inline void read_metadata(Session *s) {
  IccChunks chunks;
  memset(&chunks, 0, sizeof chunks);
  uint8_t *payload = s->payload;
  SegmentWalk walk(s->slices, s->slice_count);
  Segment segment;
  while (walk.next(&segment) && segment.marker != SOS && segment.marker != EOI) {
    if (segment.marker == APP1 && s->report[ORIENTATION] == 0) {
      size_t got = walk.cursor().read(payload, (size_t)segment.length);
      s->report[ORIENTATION] = exif_orientation(payload, got);
    } else if (segment.marker == APP2 && segment.length >= ICC_HEAD) {
      bool whole = walk.cursor().read(payload, ICC_HEAD) == ICC_HEAD;
      if (whole && memcmp(payload, ICC_NAME, sizeof ICC_NAME) == 0) {
        note_icc_chunk(&chunks, payload, segment);
      }
    }
    if (!walk.advance(segment)) break;
  }
  assemble_icc(s, chunks);
}

// Reports what libjpeg made of the header, and refuses what exceeds the limits before anything is
// allocated for it.
inline void read_header(Session *s) {
  size_t total = 0;
  for (size_t i = 0; i < s->slice_count; i++) total += s->slices[i].length;
  if (total == 0) fail(s, CORRUPT, "no bytes at all");
  open_input(s);
  keep_blocks_ourselves(s);
  jpeg_decompress_struct *d = &s->in;
  if (jpeg_read_header(d, TRUE) != JPEG_HEADER_OK) fail(s, CORRUPT, "no image in the file");
  Report &r = s->report;
  r[WIDTH] = d->image_width;
  r[HEIGHT] = d->image_height;
  r[COMPONENTS] = d->num_components;
  r[COLOR_SPACE] = d->jpeg_color_space;
  r[RESTART_INTERVAL] = d->restart_interval;
  r[JFIF_SEEN] = d->saw_JFIF_marker;
  r[ADOBE_TRANSFORM] = d->saw_Adobe_marker ? d->Adobe_transform : -1;
  int64_t pixels = (int64_t)d->image_width * d->image_height;
  if (pixels > s->max_pixels) fail_limit(s, pixels, s->max_pixels, OF_PIXELS, "pixels");
  if (d->num_components == 2 || d->num_components > MAX_FRAME_COMPONENTS) {
    fail(s, UNSUPPORTED, "an image of %d components", d->num_components);
  }
  read_scans_ourselves(s);
}

// Counts the scans before libjpeg decodes any.
inline void read_source_layout(Session *s) {
  Layout &layout = s->layout;
  read_layout(s->slices, s->slice_count, s->max_scans, &layout);
  Report &r = s->report;
  r[SOF_MARKER] = layout.frame.marker;
  r[SOURCE_SCANS] = layout.scan_count;
  r[SOURCE_END] = layout.end;
  r[SOURCE_HAS_EOI] = layout.has_eoi;
  if (layout.scan_count > s->max_scans) {
    fail_limit(s, layout.scan_count, s->max_scans, OF_SCANS, "scans");
  }
}

}  // namespace pcr_jpeg

#endif
