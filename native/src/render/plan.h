#ifndef PCR_RENDER_PLAN_H
#define PCR_RENDER_PLAN_H

#include <cmath>

#include "picture.h"

// What of an image has to be decoded for its views: the smallest region that holds them all, at the smallest scale at which
// none is smaller than its result.
namespace pcr {

inline bool is_sound(const pcr_image &image, const pcr_view &view) {
  return view.x >= 0 && view.y >= 0 && view.width > 0 && view.height > 0 && view.x < image.width && view.y < image.height &&
         view.width <= image.width && view.height <= image.height && view.out != nullptr;
}

inline int smallest_scale(const pcr_image &image, const pcr_shape &shape) {
  for (int eighths = 1; eighths < 8 && !shape.exact_scale; eighths *= 2) {
    double ratio = eighths / 8.0;
    bool is_enough = true;
    for (int64_t i = 0; i < image.view_count; i++) {
      const pcr_view &view = image.views[i];
      is_enough = is_enough && view.width * ratio >= shape.width && view.height * ratio >= shape.height;
    }
    if (is_enough) return eighths;
  }
  return 8;
}

inline int least(int a, int b) { return a < b ? a : b; }
inline int most(int a, int b) { return a > b ? a : b; }

inline int edge(double at, int last) { return at < last ? (int)at : last; }

// The pixels of a view alone, at a scale.
inline region region_of(const pcr_image &image, const pcr_view &view, int eighths) {
  double ratio = eighths / 8.0;
  int wide = shrunk(image.width, eighths), high = shrunk(image.height, eighths);
  int x = edge(view.x * ratio, wide - 1), y = edge(view.y * ratio, high - 1);
  int end_x = edge(std::ceil((view.x + view.width) * ratio), wide);
  int end_y = edge(std::ceil((view.y + view.height) * ratio), high);
  return {eighths, x, y, end_x > x ? end_x - x : 1, end_y > y ? end_y - y : 1};
}

inline region plan(const pcr_image &image, const pcr_shape &shape) {
  int eighths = smallest_scale(image, shape);
  region all = region_of(image, image.views[0], eighths);
  for (int64_t i = 1; i < image.view_count; i++) {
    region one = region_of(image, image.views[i], eighths);
    int right = most(all.x + all.width, one.x + one.width), bottom = most(all.y + all.height, one.y + one.height);
    all.x = least(all.x, one.x);
    all.y = least(all.y, one.y);
    all.width = right - all.x;
    all.height = bottom - all.y;
  }
  return all;
}

}  // namespace pcr

#endif
