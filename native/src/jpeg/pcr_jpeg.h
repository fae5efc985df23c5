#ifndef PCR_JPEG_H
#define PCR_JPEG_H

#include "jpeg/decode.h"
#include "jpeg/encode.h"
#include "jpeg/transcode.h"

// The functions that io.pcr.codecs.internal.JpegNative calls. A session is used by one thread at a
// time; memory is given as addresses, arguments as arrays laid out like the ...Args structures.
// Each returns a pcr_jpeg::Reason; the report says the rest.

static const int PCR_JPEG_SCRIPT_ENTRY = 9;  // count, four components, Ss, Se, Ah, Al

static inline int64_t pcr_jpeg_address(void *buffer) { return (int64_t)(intptr_t)buffer; }

static inline int64_t pcr_jpeg_open(int64_t report) {
  void *memory = calloc(1, sizeof(pcr_jpeg::Session));
  if (memory == nullptr) return 0;
  pcr_jpeg::Session *s = (pcr_jpeg::Session *)memory;
  s->report.attach((void *)(intptr_t)report);
  return (int64_t)(intptr_t)s;
}

static inline pcr_jpeg::Session *pcr_jpeg_session(int64_t session) {
  return (pcr_jpeg::Session *)(intptr_t)session;
}

static inline void pcr_jpeg_free(pcr_jpeg::Session *s) {
  pcr_jpeg::free_writer(s->writer);
  pcr_jpeg::free_chooser(s->chooser);
  pcr_jpeg::free_session(s);
}

static inline void pcr_jpeg_close(int64_t session) {
  pcr_jpeg::Session *s = pcr_jpeg_session(session);
  if (s->reader != nullptr) pcr_jpeg_free(s->reader);
  pcr_jpeg_free(s);
}

static inline void pcr_jpeg_limits(int64_t session, int64_t max_pixels, int max_scans) {
  pcr_jpeg::Session *s = pcr_jpeg_session(session);
  s->max_pixels = max_pixels;
  s->max_scans = max_scans;
}

static inline void pcr_jpeg_read_script(const int32_t *numbers, int count, jpeg_scan_info *to) {
  for (int i = 0; i < count; i++, numbers += PCR_JPEG_SCRIPT_ENTRY) {
    to[i].comps_in_scan = numbers[0];
    for (int k = 0; k < pcr_jpeg::MAX_SCAN_COMPONENTS; k++) to[i].component_index[k] = numbers[1 + k];
    to[i].Ss = numbers[5];
    to[i].Se = numbers[6];
    to[i].Ah = numbers[7];
    to[i].Al = numbers[8];
  }
}

static inline bool pcr_jpeg_script(int64_t session, int klass, const int32_t *numbers, int count) {
  if (klass < 0 || klass >= pcr_jpeg::COLOR_CLASSES || count > pcr_jpeg::MAX_SCANS_KEPT) return false;
  pcr_jpeg::Session *s = pcr_jpeg_session(session);
  pcr_jpeg_read_script(numbers, count, s->scripts[klass]);
  s->script_length[klass] = count;
  return true;
}

static inline bool pcr_jpeg_slices(pcr_jpeg::Slice *to, const int64_t *slices, int count, int room) {
  if (count > room) return false;
  for (int i = 0; i < count; i++) {
    to[i].data = (const uint8_t *)(intptr_t)slices[2 * i];
    to[i].length = (size_t)slices[2 * i + 1];
  }
  return true;
}

// Names the bytes that the next call works on: pairs of address and length.
static inline bool pcr_jpeg_input(int64_t session, const int64_t *slices, int count) {
  pcr_jpeg::Session *s = pcr_jpeg_session(session);
  s->slice_count = (size_t)count;
  return pcr_jpeg_slices(s->slices, slices, count, pcr_jpeg::MAX_SLICES);
}

static inline int pcr_jpeg_transcode(int64_t session, const int64_t *source, const int64_t *args) {
  pcr_jpeg::Session *s = pcr_jpeg_session(session);
  pcr_jpeg_input(session, source, 1);
  return pcr_jpeg::run(s, pcr_jpeg::transcode, (const pcr_jpeg::TranscodeArgs *)args);
}

// The output is what pcr_jpeg_bring_along takes.
static inline int pcr_jpeg_examine(int64_t session, const int64_t *source, const int64_t *args) {
  pcr_jpeg::Session *s = pcr_jpeg_session(session);
  pcr_jpeg_input(session, source, 1);
  return pcr_jpeg::run(s, pcr_jpeg::examine_image, (const pcr_jpeg::TranscodeArgs *)args);
}

// Brings an examined image one group further along a slope, and returns what is lost behind that.
static inline int64_t pcr_jpeg_bring_along(uint8_t *examined, int64_t slope) {
  pcr_jpeg::Examined e;
  pcr_jpeg::StepTable room;
  memcpy(&e, examined, sizeof e);
  int64_t loss = pcr_jpeg::bring_along(&e, slope, &room);
  memcpy(examined, &e, sizeof e);
  return loss;
}

// The scans that the last transcode chose, entries like a script's and the group behind each; and what each group is
// predicted to lose. Returns their number.
static inline int pcr_jpeg_chosen(int64_t session, int32_t *scans, int64_t *losses) {
  const pcr_jpeg::Chooser *c = pcr_jpeg_session(session)->chooser;
  for (int i = 0; i < c->choice.scans.count; i++) {
    const jpeg_scan_info &scan = c->choice.scans.scan[i];
    *scans++ = scan.comps_in_scan;
    for (int k = 0; k < pcr_jpeg::MAX_SCAN_COMPONENTS; k++) *scans++ = scan.component_index[k];
    *scans++ = scan.Ss;
    *scans++ = scan.Se;
    *scans++ = scan.Ah;
    *scans++ = scan.Al;
    *scans++ = c->choice.scans.group[i];
  }
  for (int i = 0; i < c->choice.groups; i++) losses[i] = c->choice.loss[i];
  return c->choice.scans.count;
}

static inline int pcr_jpeg_restore(int64_t session, const int64_t *slices, int slice_count,
                                   const int64_t *segments, int segment_count, const int64_t *args) {
  pcr_jpeg::Session *s = pcr_jpeg_session(session);
  s->segment_count = (size_t)segment_count;
  if (!pcr_jpeg_input(session, slices, slice_count) ||
      !pcr_jpeg_slices(s->segments, segments, segment_count, pcr_jpeg::MAX_SEGMENTS)) {
    return pcr_jpeg::BAD_ARGUMENT;
  }
  return pcr_jpeg::run(s, pcr_jpeg::restore, (const pcr_jpeg::RestoreArgs *)args);
}

static inline int pcr_jpeg_decode(int64_t session, const int64_t *slices, int count, const int64_t *args) {
  if (!pcr_jpeg_input(session, slices, count)) return pcr_jpeg::BAD_ARGUMENT;
  return pcr_jpeg::run(pcr_jpeg_session(session), pcr_jpeg::decode, (const pcr_jpeg::DecodeArgs *)args);
}

static inline int pcr_jpeg_inspect(int64_t session, const int64_t *slices, int count) {
  if (!pcr_jpeg_input(session, slices, count)) return pcr_jpeg::BAD_ARGUMENT;
  pcr_jpeg::NoArgs none;
  return pcr_jpeg::run(pcr_jpeg_session(session), pcr_jpeg::inspect, &none);
}

static inline int pcr_jpeg_coefficients(int64_t session, const int64_t *slices, int count,
                                        const int64_t *args) {
  if (!pcr_jpeg_input(session, slices, count)) return pcr_jpeg::BAD_ARGUMENT;
  return pcr_jpeg::run(pcr_jpeg_session(session), pcr_jpeg::coefficients,
                       (const pcr_jpeg::CoefficientArgs *)args);
}

static inline int pcr_jpeg_encode(int64_t session, const int64_t *args, const int32_t *script) {
  pcr_jpeg::EncodeJob job;
  memcpy(&job.args, args, sizeof job.args);
  size_t scans = (size_t)job.args.scans;
  jpeg_scan_info *list = scans > 0 ? (jpeg_scan_info *)malloc(scans * sizeof(jpeg_scan_info)) : nullptr;
  if (scans > 0 && list == nullptr) return pcr_jpeg::OUT_OF_MEMORY;
  pcr_jpeg_read_script(script, (int)scans, list);
  job.script = list;
  int reason = pcr_jpeg::run(pcr_jpeg_session(session), pcr_jpeg::encode, &job);
  free(list);
  return reason;
}

// Copies output that did not fit to where there is room for all of it.
static inline void pcr_jpeg_take(int64_t session, int64_t to) {
  pcr_jpeg::Session *s = pcr_jpeg_session(session);
  memcpy((void *)(intptr_t)to, s->sink.base, pcr_jpeg::sink_length(&s->sink));
  pcr_jpeg::sink_trim(&s->sink);
}

static inline void pcr_jpeg_copy(int64_t from, uint8_t *to, int64_t length) {
  memcpy(to, (const void *)(intptr_t)from, (size_t)length);
}

#endif
