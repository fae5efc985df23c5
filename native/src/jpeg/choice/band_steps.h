#ifndef PCR_JPEG_CHOICE_BAND_STEPS_H
#define PCR_JPEG_CHOICE_BAND_STEPS_H

#include "jpeg/choice/loss.h"
#include "jpeg/choice/scan_cost.h"

// The next state of the bands of one kind of components, and the scans that lead there.
//
// A state gives each band a number of bits left out, which never falls from a band to the next. So it is told by how
// many bands, from the first on, are known to a level: `reach`, which falls with the level. A step goes through the
// levels from the highest down. At each, bands that stand one level higher are refined, and bands that were in no scan
// yet may be sent, from the highest down to any. What a level costs depends on how far it reaches, and where the bands
// that have been sent begin, alone; which makes the best step one that is found level by level.
namespace pcr_jpeg {

static const int POSITIONS = MOST_BANDS + 1;
static const int COST_BITS = 8;  // behind the point
static const int64_t NEVER = (int64_t)1 << 61;

// How many bands are known to each level, and at the last, how many at all.
struct Reach {
  int8_t at[LEVELS];

  int sent() const { return at[LEVELS - 1]; }
  int state_of(int band) const {
    int level = 0;
    while (level < LEVELS && at[level] <= band) level++;
    return level;
  }
};

static constexpr Reach NOTHING = {{0, 0, 0, 0, 0, 0, 0}};

inline Reach all_of(const Bands &bands) {
  Reach r;
  for (int i = 0; i < LEVELS; i++) r.at[i] = (int8_t)bands.count;
  return r;
}

// One kind of components: what is lost in each state, and what its scans cost.
struct BandChoice {
  Bands bands;
  int planes;
  BandLoss loss;
  ScanCosts costs;
  int64_t rest[POSITIONS];  // the bytes of all bands from one on, sent whole
};

// What is weighed against each other.
struct Balance {
  int64_t slope;   // bytes for a loss of one
  int64_t finish;  // share of the bytes that are left to send later, in 256ths
};

inline int64_t price_of_loss(int64_t loss, int64_t slope) {
  return (int64_t)((__int128)loss * slope >> (LOSS_BITS - COST_BITS));
}

inline void find_rest(BandChoice *c) {
  c->rest[c->bands.count] = 0;
  for (int i = c->bands.count - 1; i >= 0; i--) {
    c->rest[i] = NEVER;
    for (int end = i + 1; end <= c->bands.count; end++) {
      int64_t bytes = c->costs.first[0][i][end] + c->rest[end];
      if (bytes < c->rest[i]) c->rest[i] = bytes;
    }
  }
}

// Where a level was come to from: how far it reached, and where the bands that had been sent began.
struct Turn {
  int8_t reach, begun;
};

struct StepTable {
  int64_t cost[POSITIONS][POSITIONS];  // by reach and by where sent bands begin; of all levels so far
  Turn turn[LEVELS][POSITIONS][POSITIONS];
};

// The refinements of a level.
inline int64_t refinement_cost(const BandChoice &c, const Reach &from, int level, int reach, int begun) {
  if (level == LEVELS - 1) return 0;
  int old_end = from.sent(), old = from.at[level];
  if (begun == old_end) return old < reach ? c.costs.refined[level][old][reach] : 0;
  int64_t cost = 0;
  int end = reach < old_end ? reach : old_end;
  if (old < end) cost += c.costs.refined[level][old][end];
  if (begun < reach) cost += c.costs.refined[level][begun][reach];
  return cost;
}

// What bands lose that stay at a level, with what is left to send.
struct StayCosts {
  int64_t lost[LEVELS][POSITIONS];  // of the first bands
  int64_t left[LEVELS][POSITIONS];  // by reach
};

inline void find_stay_costs(const BandChoice &c, int sent, const Balance &balance, StayCosts *s) {
  for (int level = 0; level < LEVELS; level++) {
    s->lost[level][0] = 0;
    for (int b = 0; b < c.bands.count; b++) {
      s->lost[level][b + 1] = s->lost[level][b] + price_of_loss(c.loss.loss[b][level], balance.slope);
    }
    for (int reach = 0; reach <= sent; reach++) {
      bool refines = level < LEVELS - 1 && reach < sent;
      s->left[level][reach] = refines ? c.costs.refined[level][reach][sent] * balance.finish : 0;
    }
  }
}

inline void forget_costs(int64_t cost[POSITIONS][POSITIONS]) {
  for (int i = 0; i < POSITIONS; i++) {
    for (int k = 0; k < POSITIONS; k++) cost[i][k] = NEVER;
  }
}

// One step of best_step_to: from the costs of coming to a level to those of coming to the next below.
struct LevelStep {
  const BandChoice *choice;
  const Reach *from;
  const StayCosts *stay;
  int level, sent;
  int lowest_next;  // how far the level below must reach
};

// The costs of a level, with what is sent there: by reach, and by where sent bands begin behind it.
struct SentCosts {
  int64_t cost[POSITIONS][POSITIONS];
  int8_t begun_before[POSITIONS][POSITIONS];
};

// Of what a level reaches: for each place where sent bands may begin behind it, the cheapest before.
inline void send_at_level(const LevelStep &l, int reach, const int64_t *before, SentCosts *sent) {
  int old_end = l.from->sent();
  const RunCost &first = l.choice->costs.first[l.level];
  int64_t *cost = sent->cost[reach];
  for (int send = old_end; send <= l.sent; send++) cost[send] = NEVER;
  for (int begun = old_end; begun <= l.sent; begun++) {
    if (before[begun] >= NEVER) continue;
    int64_t bytes = refinement_cost(*l.choice, *l.from, l.level, reach, begun);
    int64_t here = before[begun] + bytes * (1 << COST_BITS) + l.stay->left[l.level][reach];
    int lowest = begun <= reach ? old_end : begun;
    for (int send = lowest; send <= begun; send++) {
      int64_t with = here + (send < begun ? first[send][begun] * (1 << COST_BITS) : 0);
      if (with >= cost[send]) continue;
      cost[send] = with;
      sent->begun_before[reach][send] = (int8_t)begun;
    }
  }
}

// For one place where sent bands begin: the cheapest reach before each next one, which is as far or farther. Bands between
// the two stay where they are. Of what costs the same, the shortest. Returns the cost of the cheapest of all.
inline int64_t stay_at_level(const LevelStep &l, int send, const SentCosts &sent, StepTable *t) {
  bool waits = send > l.from->sent();  // bands are in no scan yet
  if (waits && l.level == 0) return NEVER;
  int lowest = waits && send > l.lowest_next ? send : l.lowest_next;
  int highest = l.level == 0 ? 0 : l.sent;
  const int64_t *lost = l.stay->lost[l.level];
  int64_t cheapest = NEVER, least = NEVER;
  Turn turn = {0, 0};
  for (int reach = l.sent; reach >= lowest; reach--) {
    int64_t with = sent.cost[reach][send] < NEVER ? sent.cost[reach][send] + lost[reach] : NEVER;
    if (with < NEVER && with <= cheapest) {
      cheapest = with;
      turn = {(int8_t)reach, sent.begun_before[reach][send]};
    }
    if (reach > highest || cheapest >= NEVER) continue;
    int64_t cost = cheapest - lost[reach];
    t->cost[reach][send] = cost;
    t->turn[l.level][reach][send] = turn;
    least = cost < least ? cost : least;
  }
  return least;
}

// Returns the cost of the cheapest way so far.
inline int64_t go_down(const LevelStep &l, StepTable *t) {
  SentCosts sent;
  for (int reach = 0; reach <= l.sent; reach++) send_at_level(l, reach, t->cost[reach], &sent);
  forget_costs(t->cost);
  int64_t least = NEVER;
  for (int send = l.from->sent(); send <= l.sent; send++) {
    int64_t cost = stay_at_level(l, send, sent, t);
    least = cost < least ? cost : least;
  }
  return least;
}

inline int64_t cost_of_unsent(const BandChoice &c, int sent, const Balance &balance) {
  int64_t cost = c.rest[sent] * balance.finish;
  for (int b = sent; b < c.bands.count; b++) cost += price_of_loss(c.loss.loss[b][NOT_SENT], balance.slope);
  return cost;
}

// The cheapest way to a state in which `sent` bands have been sent; NEVER when it is found out on the way that it costs
// `limit` or more. `least` is how far each level must reach.
inline int64_t best_step_to(const BandChoice &c, const Reach &from, const Reach &least, int sent, const Balance &balance,
                            int64_t limit, StepTable *t) {
  StayCosts stay;
  find_stay_costs(c, sent, balance, &stay);
  forget_costs(t->cost);
  t->cost[sent][sent] = cost_of_unsent(c, sent, balance);
  for (int level = LEVELS - 1; level >= 0; level--) {
    int lowest = 0;
    if (level > 0) lowest = least.at[level - 1] > from.at[level - 1] ? least.at[level - 1] : from.at[level - 1];
    LevelStep step = {&c, &from, &stay, level, sent, lowest};
    if (go_down(step, t) >= limit) return NEVER;
  }
  return t->cost[0][from.sent()];
}

struct Step {
  Reach to;
  int8_t begun[LEVELS];  // where the bands sent at a level or above begin, behind those sent before
};

inline void read_step(const StepTable &t, const Reach &from, Step *step) {
  int reach = 0, begun = from.sent();
  for (int level = 0; level < LEVELS; level++) {
    step->begun[level] = (int8_t)begun;
    Turn turn = t.turn[level][reach][begun];
    step->to.at[level] = turn.reach;
    reach = turn.reach;
    begun = turn.begun;
  }
}

// The cheapest next state, and how it is reached.
inline void best_step(const BandChoice &c, const Reach &from, const Reach &least, const Balance &balance, StepTable *room,
                      Step *best) {
  int64_t cost = NEVER;
  int fewest = from.sent() > least.sent() ? from.sent() : least.sent();
  for (int sent = c.bands.count; sent >= fewest; sent--) {
    if (cost_of_unsent(c, sent, balance) >= cost) break;  // and with fewer bands it grows
    int64_t with = best_step_to(c, from, least, sent, balance, cost, room);
    if (with >= cost) continue;
    cost = with;
    read_step(*room, from, best);
  }
}

// Of what is lost, the part at the first scale.
inline int64_t fine_loss_at(const BandChoice &c, const Reach &r) {
  int64_t sum = 0;
  for (int b = 0; b < c.bands.count; b++) {
    int64_t all = c.loss.loss[b][NOT_SENT];
    if (all > 0) sum += (int64_t)((__int128)c.loss.loss[b][r.state_of(b)] * c.loss.fine[b] / all);
  }
  return sum;
}

inline int64_t loss_at(const BandChoice &c, const Reach &r) {
  int64_t sum = 0;
  for (int b = 0; b < c.bands.count; b++) sum += c.loss.loss[b][r.state_of(b)];
  return sum;
}

}  // namespace pcr_jpeg

#endif
