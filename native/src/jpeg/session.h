#ifndef PCR_JPEG_SESSION_H
#define PCR_JPEG_SESSION_H

#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "jpeg/layout.h"
#include "jpeg/libjpeg.h"
#include "jpeg/progressive/scan_state.h"
#include "jpeg/report.h"
#include "jpeg/sink.h"

// What one worker keeps between calls, and libjpeg's error handling on top of it.
//
// Rules that keep longjmp sound: it is only ever called below run(), which holds no object with a
// destructor; everything that must outlive a jump is a member of Session; the functions below run()
// keep plain data only. No C++ exception is thrown below run() (memory comes from malloc).
namespace pcr_jpeg {

static const int MAX_SLICES = 1024;
static const int MAX_SEGMENTS = MAX_SCANS_KEPT + 1;
static const int COLOR_CLASSES = 5;
static const size_t MAX_PAYLOAD = 65533;
static const size_t PROFILE_RETAINED = 1024 * 1024;
static const size_t BLOCKS_RETAINED = 8 * 1024 * 1024;

struct Rebuild;
struct ScanWriter;
struct SequentialState;
struct Chooser;

// Begins every ...Args: where the output goes.
struct OutputArgs {
  int64_t address;
  int64_t capacity;  // at least 1
  int64_t limit;
};

// How a component is shown of which low bits are missing.
struct Midpoint {
  inverse_DCT_method_ptr transform;  // libjpeg's
  MULTIPLIER step[DCTSIZE2];         // of the quantiser, in a block's own order
  int32_t outwards[DCTSIZE2];        // what is added to its size, times the step
  int32_t upwards[DCTSIZE2];         // and whatever its sign
};

struct BlockArray;

// For the coefficients of the image under way.
struct BlockMemory {
  uint8_t *base;
  size_t capacity;
  BlockArray *waiting;
  void (*libjpeg_realize)(j_common_ptr);
};

// Where the first pixel of a window lies in the output, and how far it is from row to row.
struct Placed {
  int64_t offset, stride;
};

struct MemoryPiece;

// For what libjpeg needs for the image under way, when the session keeps its reader.
struct ImageMemory {
  MemoryPiece *piece;  // the one in use, then those that are full
  size_t used;         // of the one in use
  size_t total;        // of all
  size_t expected;     // what the image before needed
};

struct Session {
  jpeg_error_mgr error;
  jmp_buf *escape;  // where a failure goes
  jpeg_progress_mgr watch;
  jpeg_source_mgr source;

  jpeg_decompress_struct in;
  jpeg_compress_struct out;
  jpeg_compress_struct again;
  bool in_live, out_live, again_live;
  bool keeps_reader;   // `in` is used for one image after the other
  bool leaves_margin;  // pixels around a window may stay in the output, when there is room for them
  Placed placed;       // what was decoded last
  bool stops_early;    // what no pixel is computed from is not read, so nothing wrong is found there either
  ImageMemory image_memory;

  Report report;
  Slice slices[MAX_SLICES];
  size_t slice_count;
  size_t slice_next;
  size_t slice_passed;  // bytes of the slices handed out, the current one included
  bool implicit_eoi;    // a missing EOI is no cause for a warning

  int64_t max_pixels;
  int max_scans;

  BlockMemory own_blocks;  // kept between images
  BlockMemory *blocks;     // in use; a reader has those of the session that it reads for
  Sink sink;         // what the caller gets
  Rebuild *rebuild;  // under way on `again`
  Session *reader;   // of what this session writes; made when it is first needed
  Layout layout;
  Layout produced;
  ProgressiveState progressive;
  SequentialState *sequential;  // made when it is first needed
  bool irregular;               // something is wrong with sequential data, so libjpeg is to read them
  Midpoint midpoint[MAX_FRAME_COMPONENTS];
  ScanWriter *writer;  // made when it is first needed
  Chooser *chooser;    // of scans for each image by itself; made when it is first needed

  // For tests only.
  bool libjpeg_only;                // no scan is read or written by us
  void (*before_proof)(Session *);  // called when all is written and nothing is read back

  jpeg_scan_info scripts[COLOR_CLASSES][MAX_SCANS_KEPT];  // by colour class
  int script_length[COLOR_CLASSES];
  jpeg_scan_info original_scans[MAX_SCANS_KEPT];
  Slice segments[MAX_SEGMENTS];  // what stands between the entropy-coded segments
  size_t segment_count;

  uint8_t payload[MAX_PAYLOAD];  // of one marker segment
  uint8_t *rows;  // pixel rows on their way to the caller
  size_t rows_capacity;
  uint8_t *icc;
  size_t icc_capacity;
};

[[noreturn]] inline void fail(Session *s, Reason reason, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(s->report.error_text(), TEXT_LENGTH, format, args);
  va_end(args);
  s->report[ERROR_REASON] = reason;
  longjmp(*s->escape, 1);
}

[[noreturn]] inline void fail_limit(Session *s, int64_t needed, int64_t limit, Quantity quantity, const char *what) {
  s->report[ERROR_NEEDED] = needed;
  s->report[ERROR_LIMIT] = limit;
  s->report[ERROR_QUANTITY] = quantity;
  fail(s, OVER_LIMIT, "%s", what);
}

// A shortage of this machine, which says nothing about the image.
[[noreturn]] inline void fail_memory(Session *s, size_t bytes, const char *what) {
  fail(s, OUT_OF_MEMORY, "no %zu bytes of memory %s", bytes, what);
}

inline Session *session_of(j_common_ptr c) { return (Session *)c->client_data; }

inline Reason reason_of(int code) {
  switch (code) {
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_MCU_SIZE:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_COMPONENT_COUNT:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_EMPTY_IMAGE:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_IMAGE_TOO_BIG:
    case JERR_MISMATCHED_QUANT_TABLE:
    case JERR_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED:
    case JERR_WIDTH_OVERFLOW:
      return UNSUPPORTED;
    case JERR_OUT_OF_MEMORY:
      return OUT_OF_MEMORY;
    default:
      return CORRUPT;
  }
}

inline void on_error(j_common_ptr c) {
  Session *s = session_of(c);
  char text[JMSG_LENGTH_MAX];
  (*c->err->format_message)(c, text);
  if (c->is_decompressor) {
    int64_t offset = (int64_t)s->slice_passed - (int64_t)s->source.bytes_in_buffer;
    s->report[ERROR_OFFSET] = offset < 0 ? 0 : offset;
  }
  fail(s, reason_of(c->err->msg_code), "%s", text);
}

inline void on_message(j_common_ptr c, int level) {
  if (level >= 0) return;
  Session *s = session_of(c);
  int64_t index = s->report[WARNING_COUNT]++;
  if (index < WARNINGS_KEPT) {
    char text[JMSG_LENGTH_MAX];
    (*c->err->format_message)(c, text);
    snprintf(s->report.warning_text((int)index), TEXT_LENGTH, "%s", text);
  }
}

inline void ignore_output(j_common_ptr) {}

// Second line of defence: the layout was counted before, this holds whatever libjpeg sees.
inline void on_progress(j_common_ptr c) {
  Session *s = session_of(c);
  int scans = ((j_decompress_ptr)c)->input_scan_number;
  if (scans > s->max_scans) fail_limit(s, scans, s->max_scans, OF_SCANS, "scans");
}

inline void source_start(j_decompress_ptr) {}

// Hands libjpeg the next slice, and an EOI for ever behind the last.
inline boolean source_fill(j_decompress_ptr c) {
  static const JOCTET end_of_image[2] = {0xFF, EOI};
  Session *s = session_of((j_common_ptr)c);
  while (s->slice_next < s->slice_count) {
    const Slice &slice = s->slices[s->slice_next++];
    if (slice.length > 0) {
      c->src->next_input_byte = slice.data;
      c->src->bytes_in_buffer = slice.length;
      s->slice_passed += slice.length;
      return TRUE;
    }
  }
  if (!s->implicit_eoi) WARNMS(c, JWRN_JPEG_EOF);
  c->src->next_input_byte = end_of_image;
  c->src->bytes_in_buffer = sizeof end_of_image;
  return TRUE;
}

inline void source_skip(j_decompress_ptr c, long count) {
  Session *s = session_of((j_common_ptr)c);
  while (count > (long)c->src->bytes_in_buffer) {
    count -= (long)c->src->bytes_in_buffer;
    bool behind_last = s->slice_next >= s->slice_count;
    source_fill(c);
    if (behind_last) return;
  }
  if (count > 0) {
    c->src->next_input_byte += count;
    c->src->bytes_in_buffer -= (size_t)count;
  }
}

inline void source_end(j_decompress_ptr) {}

inline void sink_start(j_compress_ptr) {}

inline void lend_output(Session *s, const OutputArgs &out) {
  sink_lend(&s->sink, (uint8_t *)out.address, (size_t)out.capacity, (size_t)out.limit);
}

inline void sink_make_room(Session *s, Sink *k) {
  if (sink_grow(k)) return;
  if (k->capacity <= k->limit) fail_memory(s, 2 * k->capacity, "for output");
  fail_limit(s, (int64_t)k->capacity, (int64_t)k->limit, OF_OUTPUT, "output bytes");
}

inline boolean sink_full(j_compress_ptr c) {
  sink_make_room(session_of((j_common_ptr)c), (Sink *)c->dest);
  return TRUE;
}

// libjpeg's entropy coders store a byte before they ask for room.
inline void keep_room(Session *s, Sink *k) {
  if (k->manager.free_in_buffer == 0) sink_make_room(s, k);
}

inline void sink_put(Session *s, Sink *k, const void *bytes, size_t length) {
  const uint8_t *from = (const uint8_t *)bytes;
  jpeg_destination_mgr *to = &k->manager;
  while (length > 0) {
    if (to->free_in_buffer == 0) sink_make_room(s, k);
    size_t part = length < to->free_in_buffer ? length : to->free_in_buffer;
    memcpy(to->next_output_byte, from, part);
    to->next_output_byte += part;
    to->free_in_buffer -= part;
    from += part;
    length -= part;
  }
}

inline void sink_end(j_compress_ptr) {}

inline void open_output(Session *s, jpeg_compress_struct *c, bool *live, Sink *sink) {
  c->err = &s->error;
  c->client_data = s;
  jpeg_create_compress(c);
  *live = true;
  sink->manager.init_destination = sink_start;
  sink->manager.empty_output_buffer = sink_full;
  sink->manager.term_destination = sink_end;
  c->dest = &sink->manager;
}

}  // namespace pcr_jpeg

#endif
