#ifndef PCR_JPEG_CHOICE_CHOSEN_SCANS_H
#define PCR_JPEG_CHOICE_CHOSEN_SCANS_H

#include "jpeg/choice/ladder.h"

// The scans that bring what a ladder's groups are to bring.
namespace pcr_jpeg {

static const int MOST_CHOSEN = 64;  // scans of an image
static const int MOST_BLOCKS_TOGETHER = 10;  // in a unit of an interleaved scan

struct ChosenScans {
  int count;  // more than there is room for: the image has too many
  jpeg_scan_info scan[MOST_CHOSEN];
  uint8_t group[MOST_CHOSEN];

  void add(const jpeg_scan_info &info, int g) {
    if (count < MOST_CHOSEN) {
      scan[count] = info;
      group[count] = (uint8_t)g;
    }
    count++;
  }
};

inline bool is_of_kind(const Plane &plane, int kind) { return plane.is_colour == (kind == 1); }

inline void add_band_scans(const Picture *p, const Bands &bands, int kind, int first, int last, int ah, int al, int group,
                           ChosenScans *to) {
  if (first >= last) return;
  for (int i = 0; i < p->planes; i++) {
    if (!is_of_kind(p->plane[i], kind)) continue;
    to->add({1, {i, 0, 0, 0}, bands.first[first], bands.last[last - 1], ah, al}, group);
  }
}

// As refinement_cost and send_at_level count them.
inline void add_step_scans(const Picture *p, const Bands &bands, int kind, const Reach &from, const Step &step, int group,
                           ChosenScans *to) {
  int old_end = from.sent(), begun_above = step.to.sent();
  for (int level = LEVELS - 1; level >= 0; level--) {
    int reach = step.to.at[level], old = from.at[level];
    if (level < LEVELS - 1) {
      bool together = begun_above == old_end;
      int end = together || reach < old_end ? reach : old_end;
      add_band_scans(p, bands, kind, old, end, level + 1, level, group, to);
      if (!together) add_band_scans(p, bands, kind, begun_above, reach, level + 1, level, group, to);
    }
    add_band_scans(p, bands, kind, step.begun[level], begun_above, 0, level, group, to);
    begun_above = step.begun[level];
  }
}

inline void add_dc_scan(const Picture *p, const DcScan &scan, int group, ChosenScans *to) {
  jpeg_scan_info info = {0, {0, 0, 0, 0}, 0, 0, scan.from == DC_UNSENT ? 0 : scan.from, scan.to};
  int blocks = 0;
  for (int i = 0; i < p->planes; i++) {
    const Plane &plane = p->plane[i];
    if (!scan.holds[plane.is_colour ? 1 : 0]) continue;
    int own = plane.info->h_samp_factor * plane.info->v_samp_factor;
    if (info.comps_in_scan > 0 && blocks + own > MOST_BLOCKS_TOGETHER) {
      to->add(info, group);
      info.comps_in_scan = 0;
      blocks = 0;
    }
    blocks += own;
    info.component_index[info.comps_in_scan++] = i;
  }
  to->add(info, group);
}

inline void list_scans(const Picture *p, const ImageChoice &c, const Rung *rungs, int groups, ChosenScans *to) {
  ImageState at = NOTHING_SENT;
  to->count = 0;
  for (int g = 0; g < groups; g++) {
    const Rung &rung = rungs[g];
    if (rung.is_empty) continue;
    DcScan scan;
    while (next_dc_scan(c.dc, &at.dc, rung.to.dc, &scan)) add_dc_scan(p, scan, g + 1, to);
    for (int i = 0; i < (c.has_colour ? KINDS : 1); i++) {
      add_step_scans(p, c.kind[i].bands, i, at.reach[i], rung.step[i], g + 1, to);
    }
    at = rung.to;
  }
}

}  // namespace pcr_jpeg

#endif
