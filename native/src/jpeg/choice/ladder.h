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
  int64_t midpoint;  // what is lost is what midpoint reconstruction loses
  int64_t shorter_side;  // of the picture when it is looked at, if it is larger; 0: as it is
  int64_t groups;  // and one more, for all that is left
  int64_t aim[MOST_GROUPS];
};

struct ImageChoice {
  BandChoice kind[KINDS];
  DcChoice dc;
  int64_t concentration;  // as concentration_of
  int64_t sum_share;      // as sum_share_of
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
static const int64_t SPREAD = 5 << (CONCENTRATION_BITS - 1);  // the concentration of most photographs is below

// Where losses stand in few blocks, as in pictures of few colours, bits are hardly cheaper to send at once than one by
// one: slopes would lead from nearly nothing to nearly all. What is left to send counts for less there.
inline int64_t finish_share(int64_t concentration) {
  return concentration > SPREAD ? FINISH_SHARE * SPREAD / concentration : FINISH_SHARE;
}

inline int64_t slope_of(int64_t index) {
  return (SLOPE_STEPS + index % SLOPE_STEPS) << (index / SLOPE_STEPS) >> 4;
}

// What is lost grows with more than the sum of what bands and means lose: where a window has lost much of what it showed,
// less is left to hide further errors. That counts for more where losses stand in few blocks, and at the first
// scale, of which most is lost early. Fitted on photographs, drawings, screenshots and pages of text; in 1024ths.
static const int TOGETHER_BITS = 10;
static const int64_t SUM_SHARE = 985;
static const int64_t SQUARE_SHARE = -256;
static const int64_t CONCENTRATED_SHARE = 292;
static const int64_t FINE_SHARE = 100571;
static const int64_t MOST_FINE = 12025908;  // all that the first scale counts for

// Drawings, pages and screenshots lose more than the formula says: from a concentration on that few photographs have. Inks
// stand in few blocks each, whatever they show together.
static const int64_t PAINTED = 9 << (CONCENTRATION_BITS - 2);
static const int64_t PAINTED_RANGE = 1 << CONCENTRATION_BITS;
static const int64_t PAINTED_SHARE = 72;

inline int64_t sum_share_of(int64_t concentration, int planes) {
  int64_t above = planes > CHANNELS ? 0 : concentration - PAINTED;
  if (above < 0) above = 0;
  if (above > PAINTED_RANGE) above = PAINTED_RANGE;
  return SUM_SHARE + PAINTED_SHARE * above / PAINTED_RANGE;
}

// Where much is lost, structure goes, and more with it: from a loss on that an MS-SSIM of .85 has.
static const int64_t MUCH_LOST = LOSS_ONE * 4 / 25;
static const int64_t MUCH_LOST_SHARE = 9;

inline int64_t product(int64_t a, int64_t b) { return (int64_t)((__int128)a * b >> LOSS_BITS); }

inline int64_t together(const ImageChoice &c, int64_t sum, int64_t fine) {
  int64_t square = (int64_t)((__int128)sum * sum / (LOSS_ONE + 4 * sum));
  int64_t share = SQUARE_SHARE + (CONCENTRATED_SHARE * c.concentration >> CONCENTRATION_BITS);
  if (fine > MOST_FINE) fine = MOST_FINE;
  int64_t all = c.sum_share * sum + share * square + FINE_SHARE * product(fine, fine);
  all >>= TOGETHER_BITS;
  return all > MUCH_LOST ? all + MUCH_LOST_SHARE * product(all - MUCH_LOST, all - MUCH_LOST) : all;
}

inline int64_t loss_at(const ImageChoice &c, const ImageState &s) {
  int64_t loss = loss_at(c.dc, s.dc) + loss_at(c.kind[0], s.reach[0]), fine = fine_loss_at(c.kind[0], s.reach[0]);
  if (c.has_colour) {
    loss += loss_at(c.kind[1], s.reach[1]);
    fine += fine_loss_at(c.kind[1], s.reach[1]);
  }
  return together(c, loss, fine);
}

inline void step_along(const ImageChoice &c, const ImageState &from, int64_t slope_index, int64_t finish, StepTable *room,
                       Rung *rung) {
  Balance balance = {slope_of(slope_index), finish};
  rung->to = from;
  for (int i = 0; i < (c.has_colour ? KINDS : 1); i++) {
    best_step(c.kind[i], from.reach[i], from.reach[i], balance, room, &rung->step[i]);
    rung->to.reach[i] = rung->step[i].to;
  }
  rung->to.dc = best_dc_step(c.dc, from.dc, balance);
  rung->is_empty = false;
}

static const int64_t NEAR_SLOPE = SLOPE_STEPS / 4;
static const int64_t NEAR_ENOUGH = 4;   // one part in so many of what may be lost
static const int64_t NEXT_SLOPE = 2 * SLOPE_STEPS;  // how far the next group's slope mostly is, or less

inline int64_t distance(int64_t a, int64_t b) { return a < b ? b - a : a - b; }

static const int PARTS = KINDS + 1;  // of a rung: what each kind of components brings, and DC

// Of two rungs between which lies what may be lost: parts of both, as near to it as can be.
inline void mix_rungs(const ImageChoice &c, const Rung &less, int64_t loss, Rung *more) {
  const Rung all = *more;
  int64_t nearest = distance(loss_at(c, all.to), loss);
  for (int parts = 0; parts < (1 << PARTS) - 1; parts++) {
    Rung mixed = less;
    for (int i = 0; i < KINDS; i++) {
      if ((parts >> i & 1) == 0) continue;
      mixed.step[i] = all.step[i];
      mixed.to.reach[i] = all.to.reach[i];
    }
    if (parts >> KINDS & 1) mixed.to.dc = all.to.dc;
    int64_t away = distance(loss_at(c, mixed.to), loss);
    if (away >= nearest) continue;
    nearest = away;
    *more = mixed;
  }
}

// The rung whose loss is nearest to what may be lost. Returns its slope. Looks in growing steps from the slope of the
// group before, then halves what is left.
inline int64_t step_to_loss(const ImageChoice &c, const ImageState &from, int64_t slope, int64_t loss, int64_t finish,
                            StepTable *room, Rung *rung) {
  int64_t low = slope, high = MOST_SLOPE - 1, stride = slope > 0 ? NEXT_SLOPE : MOST_SLOPE;
  Rung less, more, tried;
  bool has_less = false, has_more = false;
  while (!(has_less || has_more) || low + NEAR_SLOPE <= high) {
    int64_t middle = low + stride < high ? low + stride : (low + high) / 2;
    step_along(c, from, middle, finish, room, &tried);
    if (loss_at(c, tried.to) <= loss) {
      more = tried;
      has_more = true;
      high = middle - 1;
      stride = MOST_SLOPE;  // both ends are known
    } else {
      less = tried;
      has_less = true;
      stride *= 2;
      low = middle + 1;
    }
  }
  *rung = has_more ? more : less;
  if (has_more && has_less) mix_rungs(c, less, loss, rung);
  return high < slope ? slope : high;
}

// Where slopes lead far beyond what may be lost, what is left to send counts for less, until a rung is near enough.
inline int64_t step_near_loss(const ImageChoice &c, const ImageState &from, int64_t slope, int64_t loss, StepTable *room,
                              Rung *rung) {
  int64_t finish = finish_share(c.concentration);
  int64_t found = step_to_loss(c, from, slope, loss, finish, room, rung);
  for (finish /= 2; distance(loss_at(c, rung->to), loss) > loss / NEAR_ENOUGH; finish /= 4) {
    Rung other;
    step_to_loss(c, from, slope, loss, finish, room, &other);
    if (distance(loss_at(c, other.to), loss) < distance(loss_at(c, rung->to), loss)) *rung = other;
    if (finish == 0) break;
  }
  return found;
}

inline void step_to_whole(const ImageChoice &c, const ImageState &from, StepTable *room, Rung *rung) {
  Balance balance = {0, 0};
  rung->to = from;
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
      step_along(c, at, aims.aim[g], finish_share(c.concentration), room, rung);
    } else {
      int64_t loss = loss_of_quality(aims.aim[g]);
      if (g > 0 && loss_at(c, at) <= loss) {
        rung->to = at;
        rung->is_empty = true;
      } else {
        slope = step_near_loss(c, at, slope, loss, room, rung);
      }
    }
    at = rung->to;
  }
}

}  // namespace pcr_jpeg

#endif
