#ifndef PCR_JPEG_CHOICE_DC_STEPS_H
#define PCR_JPEG_CHOICE_DC_STEPS_H

#include "jpeg/choice/band_steps.h"

// The next precision of the blocks' means, of the components with detail and of those with colour alone. Both go
// together in one scan where they stand at the same bit.
namespace pcr_jpeg {

static const int KINDS = 2;  // with detail, colour alone
static const int DC_UNSENT = DC_STATES;

struct DcState {
  int low_bits[KINDS];
};

struct DcChoice {
  bool has_colour;
  int64_t loss[KINDS][DC_STATES];
  int64_t first[KINDS][DC_STATES];  // bytes
  int64_t refined[KINDS];
  int64_t scan;  // what a scan costs by itself, within each of those
};

// One scan of DC coefficients.
struct DcScan {
  bool holds[KINDS];
  int from, to;  // bits left out; from is DC_UNSENT in the first
};

// The next scan on the way to a state; false when it is reached.
inline bool next_dc_scan(const DcChoice &c, DcState *at, const DcState &goal, DcScan *scan) {
  int *now = at->low_bits;
  const int *to = goal.low_bits;
  bool detail = now[0] > to[0], colour = c.has_colour && now[1] > to[1];
  if (!detail && !colour) return false;
  bool is_first = detail && now[0] == DC_UNSENT;
  bool together = detail && colour && now[0] == now[1] && (!is_first || to[0] == to[1]);
  int kind = detail && (!colour || is_first || now[0] >= now[1]) ? 0 : 1;
  scan->holds[0] = together || kind == 0;
  scan->holds[1] = together || kind == 1;
  scan->from = now[kind];
  scan->to = now[kind] == DC_UNSENT ? to[kind] : now[kind] - 1;
  for (int i = 0; i < KINDS; i++) {
    if (scan->holds[i]) now[i] = scan->to;
  }
  return true;
}

inline int64_t dc_bytes(const DcChoice &c, DcState from, const DcState &goal) {
  int64_t bytes = 0;
  DcScan scan;
  while (next_dc_scan(c, &from, goal, &scan)) {
    for (int i = 0; i < KINDS; i++) {
      if (scan.holds[i]) bytes += scan.from == DC_UNSENT ? c.first[i][scan.to] : c.refined[i];
    }
    if (scan.holds[0] && scan.holds[1]) bytes -= c.scan;
  }
  return bytes;
}

inline int64_t loss_at(const DcChoice &c, const DcState &s) {
  return c.loss[0][s.low_bits[0]] + (c.has_colour ? c.loss[1][s.low_bits[1]] : 0);
}

inline DcState best_dc_step(const DcChoice &c, const DcState &from, const Balance &balance) {
  static const DcState WHOLE = {{0, 0}};
  DcState best = WHOLE, to;
  int64_t cost = NEVER;
  for (to.low_bits[0] = 0; to.low_bits[0] < DC_STATES && to.low_bits[0] <= from.low_bits[0]; to.low_bits[0]++) {
    int most = !c.has_colour ? 0 : from.low_bits[1] < DC_STATES ? from.low_bits[1] : DC_STATES - 1;
    for (to.low_bits[1] = 0; to.low_bits[1] <= most; to.low_bits[1]++) {
      int64_t with = dc_bytes(c, from, to) * (1 << COST_BITS) + dc_bytes(c, to, WHOLE) * balance.finish +
                     price_of_loss(loss_at(c, to), balance.slope);
      if (with >= cost) continue;
      cost = with;
      best = to;
    }
  }
  return best;
}

}  // namespace pcr_jpeg

#endif
