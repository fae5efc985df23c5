#ifndef PCR_RESIZE_H
#define PCR_RESIZE_H

#include <cstdint>
#include <cstring>

#include "axis.h"

namespace pcr {

// An image that is brought to another size, and how it lies in memory afterwards.
struct resize_job {
  const uint8_t *in;
  int in_width, in_height;
  uint8_t *out;
  int out_width, out_height;
  bool flipped, planar;
};

inline uint8_t resize_rounded(int32_t sum) {
  return (uint8_t)((sum + (resize_weight_one >> 1)) >> resize_weight_bits);
}

// One output row, still as wide as the input. The loops are plain so that compilers make vector code of them.
inline void resize_rows(const resize_job &job, const resize_axis &axis, int row, size_t width, int32_t *sums,
                        uint8_t *line) {
  const int16_t *weights = axis.of(row);
  const uint8_t *rows = job.in + (size_t)axis.first[row] * width;
  const int taps = axis.taps < job.in_height ? axis.taps : job.in_height;
  if (weights[0] == resize_weight_one) {
    memcpy(line, rows, width);
    return;
  }
  if (taps == 2) {
    const int16_t upper = weights[0], lower = weights[1];
    const uint8_t *next = rows + width;
    for (size_t i = 0; i < width; i++) {
      line[i] = resize_rounded((int32_t)upper * (int16_t)rows[i] + (int32_t)lower * (int16_t)next[i]);
    }
    return;
  }
  memset(sums, 0, sizeof(int32_t) * width);
  for (int t = 0; t < taps; t++) {
    const int16_t weight = weights[t];
    const uint8_t *from = rows + (size_t)t * width;
    if (weight == 0) continue;
    for (size_t i = 0; i < width; i++) sums[i] += (int32_t)weight * (int16_t)from[i];
  }
  for (size_t i = 0; i < width; i++) line[i] = resize_rounded(sums[i]);
}

template <int channels>
inline void resize_columns(const resize_job &job, const resize_axis &axis, int row, const uint8_t *line) {
  const size_t plane = (size_t)job.out_width * job.out_height;
  const int taps = axis.taps < job.in_width ? axis.taps : job.in_width;
  for (int o = 0; o < job.out_width; o++) {
    const int16_t *weights = axis.of(o);
    const uint8_t *from = line + (size_t)axis.first[o] * channels;
    int32_t sums[channels] = {};
    if (taps == 2) {
      for (int c = 0; c < channels; c++) sums[c] = weights[0] * from[c] + weights[1] * from[channels + c];
    } else {
      for (int t = 0; t < taps; t++, from += channels) {
        for (int c = 0; c < channels; c++) sums[c] += weights[t] * from[c];
      }
    }
    const size_t at = (size_t)row * job.out_width + (size_t)(job.flipped ? job.out_width - 1 - o : o);
    for (int c = 0; c < channels; c++) {
      job.out[job.planar ? c * plane + at : at * channels + c] = resize_rounded(sums[c]);
    }
  }
}

template <int channels>
inline void resize_run(const resize_job &job, const resize_axis &across, const resize_axis &down, int32_t *sums,
                       uint8_t *line) {
  for (int row = 0; row < job.out_height; row++) {
    resize_rows(job, down, row, (size_t)job.in_width * channels, sums, line);
    resize_columns<channels>(job, across, row, line);
  }
}

inline int64_t resize_aligned(int64_t bytes) { return (bytes + 63) / 64 * 64; }

inline int64_t resize_axis_bytes(double length, int out, bool antialias) {
  return resize_aligned((int64_t)out * 4) + resize_aligned((int64_t)out * resize_taps(length, out, antialias) * 2);
}

inline resize_axis resize_take_axis(uint8_t *&scratch, int in, double start, double length, int out, bool antialias) {
  resize_axis axis;
  axis.taps = resize_taps(length, out, antialias);
  axis.first = reinterpret_cast<int32_t *>(scratch);
  scratch += resize_aligned((int64_t)out * 4);
  axis.weights = reinterpret_cast<int16_t *>(scratch);
  scratch += resize_aligned((int64_t)out * axis.taps * 2);
  resize_fill(axis, in, start, length, out, antialias);
  return axis;
}

}  // namespace pcr

// The bytes that pcr_resize needs beside the images. box: left edge, upper edge, width, height.
static inline int64_t pcr_resize_scratch(int in_width, int channels, const double *box, int out_width, int out_height,
                                         int antialias) {
  return pcr::resize_axis_bytes(box[2], out_width, antialias != 0) +
         pcr::resize_axis_bytes(box[3], out_height, antialias != 0) +
         pcr::resize_aligned((int64_t)in_width * channels * 4) + pcr::resize_aligned((int64_t)in_width * channels) + 64;
}

// Brings a box of an image of 1 or 3 channels to another size: rows without padding in, rows without padding out, or
// planes. All sizes are at least 1, and the box is inside the image. Nothing outside the buffers that the sizes mean is
// touched.
static inline void pcr_resize(const void *in, int in_width, int in_height, int channels, const double *box, void *out,
                              int64_t out_offset, int out_width, int out_height, int antialias, int flipped, int planar,
                              void *scratch) {
  uint8_t *room = static_cast<uint8_t *>(scratch);
  room += (64 - reinterpret_cast<uintptr_t>(room) % 64) % 64;
  pcr::resize_axis across = pcr::resize_take_axis(room, in_width, box[0], box[2], out_width, antialias != 0);
  pcr::resize_axis down = pcr::resize_take_axis(room, in_height, box[1], box[3], out_height, antialias != 0);
  int32_t *sums = reinterpret_cast<int32_t *>(room);
  room += pcr::resize_aligned((int64_t)in_width * channels * 4);
  pcr::resize_job job = {static_cast<const uint8_t *>(in), in_width, in_height,
                         static_cast<uint8_t *>(out) + out_offset, out_width, out_height, flipped != 0, planar != 0};
  if (channels == 1) {
    pcr::resize_run<1>(job, across, down, sums, room);
  } else {
    pcr::resize_run<3>(job, across, down, sums, room);
  }
}

#endif
