#ifndef PCR_JPEG_PROOF_H
#define PCR_JPEG_PROOF_H

#include "jpeg/rebuild.h"
#include "jpeg/resolved.h"

// Reads back what is to be stored, as a reader will: from the bytes, cut where scans end and without EOI, by a
// session of a reader's own that shares nothing with the one that wrote them. What it must find is the source
// as a decoder resolves it; and starting from the coefficients that it found it gives the original back.
//
// The source's coefficients are given up before, a digest of them stays; what is read comes into their memory.
namespace pcr_jpeg {

static const size_t REPRODUCTION_SLACK = 64 * 1024;

struct ReadBack {
  const Resolved *source;
  bool *proved;
  const Slice *original;  // null: only the image is proved
};

// What stands between the entropy-coded segments of an original.
inline void cut_segments(const Layout &layout, const Slice &original, Session *reader) {
  size_t at = 0;
  for (int i = 0; i < layout.scan_count; i++) {
    reader->segments[i] = {original.data + at, (size_t)layout.scans[i].entropy_start - at};
    at = (size_t)layout.scans[i].entropy_end;
  }
  reader->segments[layout.scan_count] = {original.data + at, original.length - at};
  reader->segment_count = (size_t)layout.scan_count + 1;
}

inline void cut_at_scans(Session *s, Session *reader) {
  size_t at = 0;
  for (int i = 0; i < s->produced.scan_count; i++) {
    size_t end = (size_t)s->produced.scans[i].entropy_end;
    reader->slices[i] = {s->sink.base + at, end - at};
    at = end;
  }
  reader->slice_count = (size_t)s->produced.scan_count;
}

inline void compare_with_original(Session *reader, const Slice &original) {
  const uint8_t *made = reader->sink.base;
  size_t length = sink_length(&reader->sink), same = 0;
  if (length == original.length && memcmp(made, original.data, length) == 0) {
    reader->report[REPRODUCTION] = EXACT;
    return;
  }
  while (same < length && same < original.length && made[same] == original.data[same]) same++;
  reader->report[REPRODUCTION] = DIFFERENT;
  reader->report[MISMATCH_OFFSET] = (int64_t)same;
}

inline void reproduce(Session *reader, jvirt_barray_ptr *arrays, const Slice &original) {
  read_layout(reader->segments, reader->segment_count, reader->max_scans, &reader->layout);
  check_segments(reader);
  if (!sink_use_own(&reader->sink, original.length + REPRODUCTION_SLACK)) {
    fail_memory(reader, SINK_FIRST, "to compare");
  }
  rebuild(reader, arrays);
  compare_with_original(reader, original);
}

inline void read_back(Session *reader, const ReadBack *job) {
  reader->implicit_eoi = true;
  read_header(reader);
  read_source_layout(reader);
  jvirt_barray_ptr *arrays = read_coefficients(reader);
  Resolved read;
  resolve(reader, arrays, &read);
  expect_same(reader, *job->source, read);
  if (reader->report[WARNING_COUNT] > 0) fail(reader, CORRUPT, "%s", reader->report.warning_text(0));
  *job->proved = true;
  if (job->original != nullptr) reproduce(reader, arrays, *job->original);
}

// With the report that a caller would lend it.
struct ReaderSession {
  Session session;
  alignas(int64_t) uint8_t report[REPORT_LENGTH];
};

// A session for reading, made when it is first needed.
inline Session *reader_of(Session *s) {
  if (s->reader == nullptr) {
    ReaderSession *made = (ReaderSession *)calloc(1, sizeof(ReaderSession));
    if (made == nullptr) fail_memory(s, sizeof(ReaderSession), "to read back");
    made->session.report.attach(made->report);
    s->reader = &made->session;
  }
  s->reader->blocks = s->blocks;
  s->reader->libjpeg_only = s->libjpeg_only;
  s->reader->max_pixels = s->max_pixels;
  int scans = s->produced.scan_count;
  s->reader->max_scans = s->max_scans > scans ? s->max_scans : scans;
  return s->reader;
}

// Ends the call when what was written does not read as the source; reports whether the original comes back.
inline void prove(Session *s, const Resolved &source, bool wants_original) {
  if (s->before_proof != nullptr) s->before_proof(s);
  close_all(s);
  Session *reader = reader_of(s);
  cut_at_scans(s, reader);
  bool is_followed = wants_original && s->layout.intact && s->layout.scan_count <= MAX_SCANS_KEPT;
  if (is_followed) cut_segments(s->layout, s->slices[0], reader);
  bool proved = false;
  ReadBack job = {&source, &proved, is_followed ? &s->slices[0] : nullptr};
  int reason = run(reader, read_back, &job);
  sink_trim(&reader->sink);
  if (reason == OUT_OF_MEMORY) fail(s, OUT_OF_MEMORY, "%s", reader->report.error_text());
  if (!proved && reason == OVER_LIMIT) fail_limit(s, reader->report[ERROR_NEEDED], 0, OF_OTHER, "to read it back");
  if (!proved) fail(s, UNPROVED, "its progressive form does not read back: %s", reader->report.error_text());
  if (!wants_original) return;
  s->report[REPRODUCTION] = NOT_REPRODUCIBLE;
  if (reason != NO_ERROR || !is_followed) return;
  s->report[REPRODUCTION] = reader->report[REPRODUCTION];
  s->report[MISMATCH_OFFSET] = reader->report[MISMATCH_OFFSET];
}

}  // namespace pcr_jpeg

#endif
