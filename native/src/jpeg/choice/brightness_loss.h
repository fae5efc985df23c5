#ifndef PCR_JPEG_CHOICE_BRIGHTNESS_LOSS_H
#define PCR_JPEG_CHOICE_BRIGHTNESS_LOSS_H

#include "jpeg/choice/loss.h"

// What MS-SSIM loses, at its last scale, where leaving low bits of the blocks' means out makes an image darker and
// shifts its colours: bits left out are taken for zero, so a mean only ever falls. The darker a place, the more it shows.
namespace pcr_jpeg {

static const int MIX_BITS = 10;
static const int64_t BRIGHTNESS_STEADY = 26;  // 6.5, in units of 1/4
static const size_t ENOUGH_PLACES = 512;
static const int32_t BLACK = -512, WHITE = 508;  // in quarters, as a sample's distance from the middle

// How a channel is mixed from a plane.
static const int COLOUR_MIX[CHANNELS][CHANNELS] = {{1024, 1024, 1024}, {0, -352, 1815}, {1436, -731, 0}};

inline int mix_of(const Picture *p, int plane, int channel) {
  if (p->channels < CHANNELS) return 1 << MIX_BITS;
  bool mixes = p->plane[1].is_colour;
  if (plane >= CHANNELS) return 0;
  return mixes ? COLOUR_MIX[plane][channel] : plane == channel ? 1 << MIX_BITS : 0;
}

inline int64_t within(int64_t value) { return value < BLACK ? BLACK : value > WHITE ? WHITE : value; }

// Of a place, in quarters: a plane's mean.
inline int64_t mean_at(const Plane &plane, size_t place) { return (int64_t)plane.dc[place] * plane.step[0] >> 1; }

// Of the planes of a kind, their shift when bits are left out, in a channel.
inline int64_t shift_of(const Picture *p, bool is_colour, int channel, int low_bits) {
  int64_t shift = 0;
  for (int i = 0; i < p->planes; i++) {
    if (p->plane[i].is_colour != is_colour) continue;
    shift -= (int64_t)((1 << low_bits) - 1) * p->plane[i].step[0] * mix_of(p, i, channel);
  }
  return shift >> (MIX_BITS + 2);  // half of the bits, an eighth for a DC coefficient, times four
}

// 1 less what the brightness keeps, times 2^LOSS_BITS. The numbers are whole and small: a division of doubles gives the whole
// part of the result as one of integers does, only sooner.
inline int64_t brightness_lost(int64_t mean, int64_t shift) {
  int64_t was = within(mean) - BLACK, is = within(mean + shift) - BLACK;
  return (int64_t)((double)((is - was) * (is - was) << LOSS_BITS) / (double)(is * is + was * was + 4 * BRIGHTNESS_STEADY));
}

// Of each channel, by bits left out.
struct Shifts {
  int64_t of[CHANNELS][DC_STATES];
};

inline Shifts find_shifts(const Picture *p, bool is_colour) {
  Shifts shifts;
  for (int channel = 0; channel < p->channels; channel++) {
    for (int i = 0; i < DC_STATES; i++) shifts.of[channel][i] = shift_of(p, is_colour, channel, i);
  }
  return shifts;
}

inline void add_brightness_loss(const Picture *p, bool is_colour, int64_t *loss) {
  const BlockGrid &grid = p->plane[0].grid;
  size_t count = grid.count(), stride = count / ENOUGH_PLACES + 1, places = 0;
  int64_t sum[DC_STATES] = {0};
  const Shifts shifts = find_shifts(p, is_colour);
  for (size_t at = stride / 2; at < count; at += stride, places++) {
    int x = (int)(at % (size_t)grid.wide), y = (int)(at / (size_t)grid.wide);
    int64_t mean[MAX_FRAME_COMPONENTS];
    for (int i = 0; i < p->planes; i++) {
      const BlockGrid &own = p->plane[i].grid;
      mean[i] = mean_at(p->plane[i], (size_t)same_place(y, grid.high, own.high) * (size_t)own.wide + (size_t)same_place(x, grid.wide, own.wide));
    }
    for (int channel = 0; channel < p->channels; channel++) {
      int64_t mixed = 0;
      for (int i = 0; i < p->planes; i++) mixed += mean[i] * mix_of(p, i, channel);
      for (int i = 1; i < DC_STATES; i++) {
        sum[i] += brightness_lost(mixed >> MIX_BITS, shifts.of[channel][i]);
      }
    }
  }
  if (places == 0) return;
  for (int i = 1; i < DC_STATES; i++) {
    loss[i] += sum[i] / ((int64_t)places * p->channels) * SCALE_WEIGHT[SCALES - 1] >> SCALE_BITS;
  }
}

}  // namespace pcr_jpeg

#endif
