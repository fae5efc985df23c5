#ifndef PCR_RESIZE_ROWS_H
#define PCR_RESIZE_ROWS_H

#include <cstdint>
#include <cstring>

#include "axis.h"

namespace pcr {

// An image that is brought to another size, and how it lies in memory afterwards.
struct resize_job {
  const uint8_t *in;
  int in_width, in_height, channels;
  int64_t in_stride;  // 0: no padding
  uint8_t *out;
  int out_width, out_height;
  int64_t row_stride, plane_stride;  // 0: no padding
  bool flipped, planar, antialias;

  int64_t in_row() const { return (int64_t)in_width * channels; }
  const uint8_t *in_rows(int first) const { return in + first * (in_stride != 0 ? in_stride : in_row()); }
  int64_t out_row() const { return row_stride != 0 ? row_stride : (int64_t)out_width * (planar ? 1 : channels); }
  int64_t out_plane() const { return plane_stride != 0 ? plane_stride : out_row() * out_height; }
};

inline uint8_t resize_rounded(int32_t sum) {
  return (uint8_t)((sum + (resize_weight_one >> 1)) >> resize_weight_bits);
}

// One output row from `from` on, still as wide as the input.
inline void resize_down(const resize_job &job, const resize_axis &axis, int row, int64_t from, uint8_t *line) {
  const int64_t width = job.in_row();
  const int16_t *weights = axis.of(row);
  const uint8_t *rows = job.in_rows(axis.first[row]);
  const int64_t stride = job.in_rows(1) - job.in;
  const int taps = axis.taps < job.in_height ? axis.taps : job.in_height;
  for (int64_t i = from; i < width; i++) {
    int32_t sum = 0;
    for (int t = 0; t < taps; t++) sum += (int32_t)weights[t] * rows[t * stride + i];
    line[i] = resize_rounded(sum);
  }
}

// Output pixels of a row from `from` on.
template <int channels>
inline void resize_across(const resize_job &job, const resize_axis &axis, int row, int from, const uint8_t *line) {
  const int taps = axis.taps < job.in_width ? axis.taps : job.in_width;
  uint8_t *out = job.out + row * job.out_row();
  const int64_t plane = job.out_plane();
  for (int i = from; i < job.out_width; i++) {
    const int o = job.flipped ? job.out_width - 1 - i : i;
    const int16_t *weights = axis.of(o);
    const uint8_t *pixel = line + (size_t)axis.first[o] * channels;
    int32_t sums[channels] = {};
    for (int t = 0; t < taps; t++, pixel += channels) {
      for (int c = 0; c < channels; c++) sums[c] += weights[t] * pixel[c];
    }
    for (int c = 0; c < channels; c++) {
      out[job.planar ? c * plane + i : (int64_t)i * channels + c] = resize_rounded(sums[c]);
    }
  }
}

}  // namespace pcr

#endif
