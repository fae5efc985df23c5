#ifndef PCR_JPEG_RUN_H
#define PCR_JPEG_RUN_H

#include "jpeg/image_memory.h"

// How a session does one job: what it opens for it, and how it ends, in whatever way.
namespace pcr_jpeg {

inline void open_input(Session *s) {
  if (!s->in_live) {
    s->in.err = &s->error;
    s->in.client_data = s;
    jpeg_create_decompress(&s->in);
    s->in_live = true;
    if (s->keeps_reader) keep_memory_ourselves(s);
  }
  s->source.next_input_byte = nullptr;
  s->source.bytes_in_buffer = 0;
  s->source.init_source = source_start;
  s->source.fill_input_buffer = source_fill;
  s->source.skip_input_data = source_skip;
  s->source.resync_to_restart = jpeg_resync_to_restart;
  s->source.term_source = source_end;
  s->slice_next = 0;
  s->slice_passed = 0;
  s->in.src = &s->source;
  s->watch.progress_monitor = on_progress;
  s->in.progress = &s->watch;
}

// Destroying is safe at any point of libjpeg's life cycle.
inline void close_all(Session *s) {
  if (s->in_live) jpeg_destroy_decompress(&s->in);
  if (s->out_live) jpeg_destroy_compress(&s->out);
  if (s->again_live) jpeg_destroy_compress(&s->again);
  s->in_live = s->out_live = s->again_live = false;
}

// Gives memory back that one large image made us take.
inline void trim_blocks(BlockMemory *m) {
  if (m->capacity <= BLOCKS_RETAINED) return;
  free(m->base);
  m->base = nullptr;
  m->capacity = 0;
}

[[noreturn]] inline void fail_irregular(Session *s) {
  s->irregular = true;
  longjmp(*s->escape, 1);
}

// Returns false when all is to be done again.
template <typename Args>
inline bool attempt(Session *s, void (*job)(Session *, const Args *), const Args *args) {
  bool was_irregular = s->irregular;
  s->report.clear();
  jmp_buf here;
  s->escape = &here;
  if (setjmp(here) == 0) {
    job(s, args);
    if (sink_over_limit(&s->sink)) sink_make_room(s, &s->sink);
  }
  if (s->keeps_reader) {
    rest_reader(s);
  } else {
    close_all(s);
  }
  s->escape = nullptr;
  return s->irregular == was_irregular;
}

// Runs a job on a cleared session; returns the reason of its failure, or NO_ERROR.
template <typename Args>
inline int run(Session *s, void (*job)(Session *, const Args *), const Args *args) {
  sink_trim(&s->sink);
  if (s->icc_capacity > PROFILE_RETAINED) {
    free(s->icc);
    s->icc = nullptr;
    s->icc_capacity = 0;
  }
  jpeg_std_error(&s->error);
  s->error.error_exit = on_error;
  s->error.emit_message = on_message;
  s->error.output_message = ignore_output;
  s->irregular = false;
  while (!attempt(s, job, args)) continue;
  trim_blocks(&s->own_blocks);
  if (s->report[ERROR_REASON] != NO_ERROR) {
    sink_trim(&s->sink);
  } else {
    s->report[OUTPUT_LENGTH] = (int64_t)sink_length(&s->sink);
    s->report[OUTPUT_SPILLED] = sink_spilled(&s->sink);
  }
  return (int)s->report[ERROR_REASON];
}

}  // namespace pcr_jpeg

#endif
