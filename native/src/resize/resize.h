#ifndef PCR_RESIZE_RESIZE_H
#define PCR_RESIZE_RESIZE_H

#include "vector_rows.h"

namespace pcr {

// What of the image is brought to the other size; its edges need not be those of pixels.
struct resize_box {
  double x, y, width, height;
};

const int RESIZE_LINE_BEHIND = 16;  // bytes that vectors may read behind the last pixel

inline int64_t resize_aligned(int64_t bytes) { return (bytes + 63) / 64 * 64; }

inline int64_t resize_axis_bytes(double length, int out, bool antialias) {
  return resize_aligned((int64_t)out * 4) + resize_aligned((int64_t)out * resize_taps(length, out, antialias) * 2);
}

inline int64_t resize_line_bytes(const resize_job &job, const resize_box &box) {
  return resize_aligned(job.in_row() + 3 * (int64_t)resize_taps(box.width, job.out_width, job.antialias) + RESIZE_LINE_BEHIND);
}

// The bytes that are needed beside the images.
inline int64_t resize_scratch(const resize_job &job, const resize_box &box) {
  return resize_axis_bytes(box.width, job.out_width, job.antialias) +
         resize_axis_bytes(box.height, job.out_height, job.antialias) + 2 * resize_line_bytes(job, box);
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

inline void resize_down_any(const resize_job &job, const resize_axis &down, int row, uint8_t *line, bool vectors) {
  if (vectors && job.in_row() >= 16) {
    resize_down_vectors(job, down, row, line);
  } else {
    resize_down(job, down, row, 0, line);
  }
}

template <int channels>
inline void resize_run(const resize_job &job, const resize_axis &across, const resize_axis &down, uint8_t *upper,
                       uint8_t *lower, bool vectors) {
  for (int row = 0; row < job.out_height; row += 2) {
    const bool is_pair = row + 1 < job.out_height;
    resize_down_any(job, down, row, upper, vectors);
    if (is_pair) resize_down_any(job, down, row + 1, lower, vectors);
    int done = vectors && is_pair && channels == 3 ? resize_across_vectors(job, across, row, upper, lower) : 0;
    resize_across<channels>(job, across, row, done, upper);
    if (is_pair) resize_across<channels>(job, across, row + 1, done, lower);
  }
}

// Brings a box of an image of 1 or 3 channels to another size. All sizes are at least 1, and the box is inside the image.
// Nothing outside the buffers that the sizes mean is touched.
//
// scratch: of resize_scratch bytes, on a cache line
inline void resize(const resize_job &job, const resize_box &box, uint8_t *scratch, bool vectors = RESIZE_HAS_VECTORS) {
  resize_axis across = resize_take_axis(scratch, job.in_width, box.x, box.width, job.out_width, job.antialias);
  resize_axis down = resize_take_axis(scratch, job.in_height, box.y, box.height, job.out_height, job.antialias);
  uint8_t *upper = scratch, *lower = scratch + resize_line_bytes(job, box);
  // So that what no weight counts is at least a number.
  memset(upper, 0, (size_t)(2 * resize_line_bytes(job, box)));
  if (job.channels == 1) {
    resize_run<1>(job, across, down, upper, lower, vectors);
  } else {
    resize_run<3>(job, across, down, upper, lower, vectors);
  }
}

}  // namespace pcr

#endif
