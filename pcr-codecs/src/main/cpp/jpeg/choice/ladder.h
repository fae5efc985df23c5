#ifndef PCR_JPEG_CHOICE_LADDER_H
#define PCR_JPEG_CHOICE_LADDER_H

#include "jpeg/choice/dc_steps.h"

// From group to group: how much of an image each brings.
namespace pcr_jpeg {

static const int MOST_GROUPS = 64;

// What a group's number says.
enum Way {
  BY_QUALITY = 1,  // the MS-SSIM that the image is to have, in millionths
  BY_SLOPE = 2     // a slope, as slope_of takes it
};

struct Aims {
  int64_t way;
  int64_t groups;  // and one more, for all that is left
  int64_t aim[MOST_GROUPS];
};

struct ImageChoice {
  BandChoice kind[KINDS];
  DcChoice dc;
  bool has_colour;
};

struct ImageState {
  Reach reach[KINDS];
  DcState dc;
};

static constexpr ImageState NOTHING_SENT = {{NOTHING, NOTHING}, {{DC_UNSENT, DC_UNSENT}}};

// What a group brings.
struct Rung {
  Step step[KINDS];
  ImageState to;
  bool is_empty;
};

static const int SLOPE_STEPS = 16;  // from one slope to its double
static const int MOST_SLOPE = 32 * SLOPE_STEPS;
static const int64_t FINISH_SHARE = 154;  // of 256, of bytes that are sent in the end anyway

inline int64_t slope_of(int64_t index) {
  return (SLOPE_STEPS + index % SLOPE_STEPS) << (index / SLOPE_STEPS) >> 4;
}

// Losses of bands and means together are a little more than their sum; fitted.
inline int64_t together(int64_t sum) { return sum + (int64_t)((__int128)sum * sum * 5 / 8 >> LOSS_BITS); }

inline int64_t loss_at(const ImageChoice &c, const ImageState &s) {
  int64_t loss = loss_at(c.dc, s.dc) + loss_at(c.kind[0], s.reach[0]);
  return together(c.has_colour ? loss + loss_at(c.kind[1], s.reach[1]) : loss);
}

inline void step_along(const ImageChoice &c, const ImageState &from, int64_t slope_index, StepTable *room, Rung *rung) {
  Balance balance = {slope_of(slope_index), FINISH_SHARE};
  for (int i = 0; i < (c.has_colour ? KINDS : 1); i++) {
    best_step(c.kind[i], from.reach[i], from.reach[i], balance, room, &rung->step[i]);
    rung->to.reach[i] = rung->step[i].to;
  }
  rung->to.dc = best_dc_step(c.dc, from.dc, balance);
  rung->is_empty = false;
}

// Takes over what another rung does with one part of an image: its means, or the bands of a kind.
inline void take_part(Rung *to, const Rung &from, int part) {
  if (part == KINDS) {
    to->to.dc = from.to.dc;
  } else {
    to->step[part] = from.step[part];
    to->to.reach[part] = from.to.reach[part];
  }
}

// Of two rungs on both sides of what may be lost, and all that have some parts of one and some of the other, the one whose
// loss is nearest to it.
inline void mix_rungs(const ImageChoice &c, int64_t loss, const Rung &below, Rung *rung) {
  Rung above = *rung;
  int64_t nearest = NEVER;
  for (int parts = 0; parts < 1 << (KINDS + 1); parts++) {
    if (!c.has_colour && (parts & 2) != 0) continue;
    Rung mixed = above;
    for (int i = 0; i <= KINDS; i++) {
      if ((parts >> i & 1) != 0) take_part(&mixed, below, i);
    }
    int64_t away = loss_at(c, mixed.to) - loss;
    if (away < 0) away = -away;
    if (away >= nearest) continue;
    nearest = away;
    *rung = mixed;
  }
}

// The rung whose loss is about what may be lost. Returns its slope.
inline int64_t step_to_loss(const ImageChoice &c, const ImageState &from, int64_t slope, int64_t loss, StepTable *room,
                            Rung *rung) {
  int64_t low = slope, high = MOST_SLOPE - 1;
  Rung below;
  bool has_below = false;
  while (low < high) {
    int64_t middle = (low + high) / 2;
    Rung tried;
    step_along(c, from, middle, room, &tried);
    if (loss_at(c, tried.to) <= loss) {
      high = middle;
      *rung = tried;
    } else {
      low = middle + 1;
      below = tried;
      has_below = true;
    }
  }
  if (high == slope || high == MOST_SLOPE - 1) step_along(c, from, high, room, rung);
  if (has_below) mix_rungs(c, loss, below, rung);
  return high;
}

inline void step_to_whole(const ImageChoice &c, const ImageState &from, StepTable *room, Rung *rung) {
  Balance balance = {0, 0};
  for (int i = 0; i < (c.has_colour ? KINDS : 1); i++) {
    best_step(c.kind[i], from.reach[i], all_of(c.kind[i].bands), balance, room, &rung->step[i]);
    rung->to.reach[i] = rung->step[i].to;
  }
  rung->to.dc = {{0, 0}};
  rung->is_empty = false;
}

// One rung for each aim, then one that brings the rest.
inline void find_ladder(const ImageChoice &c, const Aims &aims, StepTable *room, Rung *rungs) {
  ImageState at = NOTHING_SENT;
  int64_t slope = 0;
  int groups = (int)aims.groups;
  for (int g = 0; g <= groups; g++) {
    Rung *rung = &rungs[g];
    if (g == groups) {
      step_to_whole(c, at, room, rung);
    } else if (aims.way == BY_SLOPE) {
      step_along(c, at, aims.aim[g], room, rung);
    } else {
      int64_t loss = loss_of_quality(aims.aim[g]);
      if (g > 0 && loss_at(c, at) <= loss) {
        rung->to = at;
        rung->is_empty = true;
      } else {
        slope = step_to_loss(c, at, slope, loss, room, rung);
      }
    }
    at = rung->to;
  }
}

}  // namespace pcr_jpeg

#endif
