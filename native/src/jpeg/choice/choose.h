#ifndef PCR_JPEG_CHOICE_CHOOSE_H
#define PCR_JPEG_CHOICE_CHOOSE_H

#include "jpeg/choice/brightness_loss.h"
#include "jpeg/choice/chosen_scans.h"
#include "jpeg/choice/inks.h"
#include "jpeg/choice/picture.h"

// Chooses the scans of an image whose coefficients have been read, and their groups.
namespace pcr_jpeg {

enum Preference { PREFER_BYTES = 1, PREFER_BALANCED = 2, PREFER_DECODE = 3 };

// What a choice leaves behind.
struct Choice {
  ChosenScans scans;
  int groups;
  int64_t loss[MOST_GROUPS + 1];  // predicted, of each group
};

// Working memory, of the image under way.
struct ChoiceRoom {
  Arena arena;
  Picture picture;
  ImageChoice choice;
  ErrorSums errors;
  Concentration concentration;
  RunCounts counts;
  StepTable steps;
  Rung rungs[MOST_GROUPS + 1];
};

inline void add_losses(ChoiceRoom *r, const Plane &plane) {
  const Picture *p = &r->picture;
  int kind = plane.is_colour ? 1 : 0;
  BandChoice *choice = &r->choice.kind[kind];
  BandLoss loss;
  int64_t dc[DC_STATES];
  find_weights(p, plane);
  Concentration unused = {0, 0, 0};
  sum_errors(p, plane, &r->errors, plane.is_colour ? &unused : &r->concentration);
  find_band_loss(p, plane, choice->bands, r->errors, &loss);
  find_dc_loss(p, plane, dc);
  for (int b = 0; b < choice->bands.count; b++) {
    for (int i = 0; i < STATES; i++) choice->loss.loss[b][i] += loss.loss[b][i];
    choice->loss.fine[b] += loss.fine[b];
  }
  for (int i = 0; i < DC_STATES; i++) r->choice.dc.loss[kind][i] += dc[i];
}

inline void add_dc_costs(ChoiceRoom *r, const Plane &plane) {
  int kind = plane.is_colour ? 1 : 0;
  DcChoice *dc = &r->choice.dc;
  for (int i = 0; i < DC_STATES; i++) {
    int symbols;
    int64_t bits = dc_bits(plane, i, &symbols);
    dc->first[kind][i] += scan_bytes((uint64_t)bits, 1, symbols);
  }
  dc->refined[kind] += scan_bytes(plane.grid.count(), 1, 0);
}

inline void find_losses(ChoiceRoom *r) {
  Picture *p = &r->picture;
  for (int i = 0; i < p->planes; i++) find_variance(p, &p->plane[i], p->weight[0], p->weight[1]);
  weigh_inks(p);
  r->concentration = {0, 0, 0};
  for (int i = 0; i < p->planes; i++) add_losses(r, p->plane[i]);
  r->choice.concentration = concentration_of(r->concentration);
  r->choice.sum_share = sum_share_of(r->choice.concentration, p->planes);
  if (p->midpoint) return;  // no darker, on the whole
  for (int i = 0; i < KINDS; i++) add_brightness_loss(p, i == 1, r->choice.dc.loss[i]);
}

inline void find_costs(ChoiceRoom *r) {
  for (int i = 0; i < r->picture.planes; i++) {
    const Plane &plane = r->picture.plane[i];
    BandChoice *choice = &r->choice.kind[plane.is_colour ? 1 : 0];
    choice->planes++;
    add_scan_costs(&r->picture, plane, choice->bands, &r->counts, &choice->costs);
    add_dc_costs(r, plane);
  }
}

// Adds to each scan what it costs beside its bytes.
inline void put_price_on_scans(BandChoice *c, int64_t price) {
  int64_t more = price * c->planes;
  for (int level = 0; level < LEVELS; level++) {
    for (int i = 0; i < c->bands.count; i++) {
      for (int end = i + 1; end <= c->bands.count; end++) {
        c->costs.first[level][i][end] += more;
        c->costs.refined[level][i][end] += more;
      }
    }
  }
}

inline void raise_price(ImageChoice *c, int64_t price) {
  for (int i = 0; i < KINDS; i++) {
    put_price_on_scans(&c->kind[i], price);
    find_rest(&c->kind[i]);
    for (int k = 0; k < DC_STATES; k++) c->dc.first[i][k] += price;
    c->dc.refined[i] += price / 4;
  }
  c->dc.scan += price / 4;
}

// What decoding costs, in bytes: a scan, one part in so many of the bytes of all; and a byte of a refinement.
struct Prices {
  int64_t scan, refinement;
};

static const Prices PRICES[] = {{1, 1}, {1000, 1}, {600, 1}, {300, 8}};  // by preference

// A refinement goes over coefficients that were read before, and takes longer than its bytes tell.
inline void weigh_refinements(ImageChoice *c, int64_t factor) {
  for (int k = 0; k < KINDS; k++) {
    for (int level = 0; level < LEVELS; level++) {
      for (int i = 0; i < MOST_BANDS; i++) {
        for (int end = i + 1; end <= MOST_BANDS; end++) c->kind[k].costs.refined[level][i][end] *= factor;
      }
    }
    c->dc.refined[k] *= factor;
  }
}

inline int64_t bytes_of_all(const ImageChoice &c) { return c.kind[0].rest[0] + c.kind[1].rest[0]; }

inline void begin_choice(ImageChoice *c, bool has_colour) {
  memset(c, 0, sizeof *c);
  c->kind[0].bands = DETAIL_BANDS;
  c->kind[1].bands = COLOUR_BANDS;
  c->has_colour = has_colour;
  c->dc.has_colour = has_colour;
  c->dc.scan = SCAN_HEADER;
}

static const int MOST_TRIES = 8;

// The higher the price of a scan, the fewer there are. An image that still has too many gets one group for all.
inline void list_not_too_many(ChoiceRoom *r, Aims aims, int64_t price, ChosenScans *scans) {
  ImageChoice *c = &r->choice;
  for (int i = 0; i < MOST_TRIES; i++) {
    raise_price(c, price);
    find_ladder(*c, aims, &r->steps, r->rungs);
    list_scans(&r->picture, *c, r->rungs, (int)aims.groups + 1, scans);
    if (scans->count <= MOST_CHOSEN) return;
    price = 2 * price + SCAN_HEADER + TABLE_HEADER;
  }
  step_to_whole(*c, NOTHING_SENT, &r->steps, &r->rungs[0]);
  for (int g = 1; g <= aims.groups; g++) r->rungs[g] = {{}, r->rungs[0].to, true};
  list_scans(&r->picture, *c, r->rungs, (int)aims.groups + 1, scans);
}

// Finds what is lost and what scans cost, and returns the price of a scan.
inline int64_t examine(Session *s, ChoiceRoom *r, jvirt_barray_ptr *arrays, const Aims &aims, int preference) {
  open_picture(s, &r->arena, arrays, aims.shorter_side, &r->picture);
  r->picture.midpoint = aims.midpoint != 0;
  begin_choice(&r->choice, has_colour_planes(&r->picture));
  find_losses(r);
  find_costs(r);
  find_rest(&r->choice.kind[0]);
  find_rest(&r->choice.kind[1]);
  weigh_refinements(&r->choice, PRICES[preference].refinement);
  return bytes_of_all(r->choice) / PRICES[preference].scan;
}

inline void choose(Session *s, ChoiceRoom *r, jvirt_barray_ptr *arrays, const Aims &aims, int preference, Choice *choice) {
  int64_t price = examine(s, r, arrays, aims, preference);
  list_not_too_many(r, aims, price, &choice->scans);
  choice->groups = (int)aims.groups + 1;
  for (int g = 0; g < choice->groups; g++) choice->loss[g] = loss_at(r->choice, r->rungs[g].to);
}

// What is found of an image, and how much of it groups along slopes have brought. A caller may keep a copy.
struct Examined {
  ImageChoice choice;
  ImageState sent;
};

inline void examine_for_slopes(Session *s, ChoiceRoom *r, jvirt_barray_ptr *arrays, const Aims &aims, int preference,
                               Examined *e) {
  raise_price(&r->choice, examine(s, r, arrays, aims, preference));
  memset(e, 0, sizeof *e);
  e->choice = r->choice;
  e->sent = NOTHING_SENT;
}

// Brings one group more, and returns what is lost behind it.
inline int64_t bring_along(Examined *e, int64_t slope, StepTable *room) {
  Rung rung;
  step_along(e->choice, e->sent, slope, finish_share(e->choice.concentration), room, &rung);
  e->sent = rung.to;
  return loss_at(e->choice, e->sent);
}

// What a session keeps for choosing.
struct Chooser {
  Choice choice;
  ChoiceRoom room;
};

inline void free_chooser(Chooser *c) {
  if (c != nullptr) free(c->room.arena.base);
  free(c);
}

}  // namespace pcr_jpeg

#endif
