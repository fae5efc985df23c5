#ifndef PCR_RESIZE_H
#define PCR_RESIZE_H

#include "resize.h"

// The bytes that pcr_resize needs beside the images. box: left edge, upper edge, width, height.
static inline int64_t pcr_resize_scratch(int in_width, int channels, const double *box, int out_width, int out_height,
                                         int antialias) {
  pcr::resize_job job = {nullptr, in_width, 1, channels, 0, nullptr, out_width, out_height, 0, 0, false, false, antialias != 0};
  return pcr::resize_scratch(job, {box[0], box[1], box[2], box[3]}) + 64;
}

// As pcr::resize, from rows without padding to rows or planes without padding.
static inline void pcr_resize(const void *in, int in_width, int in_height, int channels, const double *box, void *out,
                              int64_t out_offset, int out_width, int out_height, int antialias, int flipped, int planar,
                              void *scratch) {
  uint8_t *room = static_cast<uint8_t *>(scratch);
  room += (64 - reinterpret_cast<uintptr_t>(room) % 64) % 64;
  pcr::resize_job job = {static_cast<const uint8_t *>(in), in_width, in_height, channels, 0,
                         static_cast<uint8_t *>(out) + out_offset, out_width, out_height, 0, 0, flipped != 0, planar != 0,
                         antialias != 0};
  pcr::resize(job, {box[0], box[1], box[2], box[3]}, room);
}

#endif
