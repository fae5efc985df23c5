#ifndef PCR_RESIZE_AXIS_H
#define PCR_RESIZE_AXIS_H

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pcr {

// Weights have 14 bits behind the point: a weight fits into 16 bits, a sum of products with 8-bit pixels into 32.
const int resize_weight_bits = 14;
const int resize_weight_one = 1 << resize_weight_bits;

// How the pixels of one output line come of those of an input line: `taps` of them, from the pixel `first` on, each with
// its weight. The weights of an output pixel make one; those of pixels that are not in the line are 0.
struct resize_axis {
  int32_t *first;
  int16_t *weights;
  int taps;

  const int16_t *of(int out) const { return weights + (size_t)out * taps; }
};

// Half the width of the filter, in input pixels: it spreads where the image shrinks and aliasing is to be avoided.
inline double resize_support(double length, int out, bool antialias) {
  double scale = length / out;
  return antialias && scale > 1 ? scale : 1;
}

// An even number, as they are weighed in pairs.
inline int resize_taps(double length, int out, bool antialias) {
  double support = resize_support(length, out, antialias);
  return support > 1 ? ((int)(2 * support) + 3) / 2 * 2 : 2;
}

inline double resize_weight(int pixel, double centre, double support) {
  double distance = (pixel + 0.5 - centre) / support;
  double weight = distance < 0 ? 1 + distance : 1 - distance;
  return weight > 0 ? weight : 0;
}

// Fills an axis whose arrays have room for `out` numbers and for `out * taps`. What is resized are `length` pixels from
// `start` on, of the `in` that there are; neither need be whole. The filter is a triangle, a pixel's place is its middle,
// and nothing is beyond the edges of the line: as Pillow and torchvision have it.
inline void resize_fill(resize_axis &axis, int in, double start, double length, int out, bool antialias) {
  const double scale = length / out;
  const double support = resize_support(length, out, antialias);
  memset(axis.weights, 0, sizeof(int16_t) * (size_t)out * axis.taps);
  for (int o = 0; o < out; o++) {
    const double centre = start + (o + 0.5) * scale;
    int begin = (int)(centre - support + 0.5);
    int end = (int)(centre + support + 0.5);
    if (begin < 0) begin = 0;
    if (end > in) end = in;
    int first = in - axis.taps < begin ? in - axis.taps : begin;
    if (first < 0) first = 0;
    double total = 0;
    for (int i = begin; i < end; i++) total += resize_weight(i, centre, support);
    int16_t *weights = axis.weights + (size_t)o * axis.taps;
    int given = 0;
    int largest = begin - first;
    for (int i = begin; i < end; i++) {
      const int t = i - first;
      weights[t] = (int16_t)(resize_weight(i, centre, support) / total * resize_weight_one + 0.5);
      given += weights[t];
      if (weights[t] > weights[largest]) largest = t;
    }
    weights[largest] = (int16_t)(weights[largest] + resize_weight_one - given);
    axis.first[o] = first;
  }
}

}  // namespace pcr

#endif
