#ifndef PCR_JPEG_CHOICE_INKS_H
#define PCR_JPEG_CHOICE_INKS_H

#include "jpeg/choice/plane.h"

// What four inks show of their errors. A decoder multiplies the light that an ink lets pass by what black lets pass: the
// darker the one is on the whole, the less is seen of the other.
namespace pcr_jpeg {

static const int FOUR_INKS = 4;
static const int BLACK_INK = 3;

// The mean square of the light that a plane lets pass, in 1024ths.
inline int passing_light(const Plane &plane, bool is_light) {
  uint64_t sum = 0;
  size_t count = plane.grid.count();
  for (size_t i = 0; i < count; i++) {
    int64_t value = ((int64_t)plane.dc[i] * plane.step[0] >> 3) + 128;
    if (value < 0) value = 0;
    if (value > 255) value = 255;
    if (!is_light) value = 255 - value;
    sum += (uint64_t)(value * value);
  }
  return count == 0 ? 1 << GAIN_BITS : (int)((sum / count << GAIN_BITS) / (255 * 255));
}

// To be called when the blocks' means are known. Adobe's files say light in place of ink; YCCK's Y is its opposite.
inline void weigh_inks(Picture *p) {
  if (p->planes != FOUR_INKS) return;
  bool mixes = p->plane[1].is_colour, inverted = p->source->saw_Adobe_marker != FALSE;
  int black = passing_light(p->plane[BLACK_INK], inverted);
  for (int channel = 0; channel < CHANNELS; channel++) {
    p->plane[BLACK_INK].gain[channel] = passing_light(p->plane[mixes ? 0 : channel], inverted != mixes);
    for (int i = 0; i < BLACK_INK; i++) p->plane[i].gain[channel] = p->plane[i].gain[channel] * black >> GAIN_BITS;
  }
}

}  // namespace pcr_jpeg

#endif
