#ifndef PCR_JPEG_CHOICE_SCAN_COST_H
#define PCR_JPEG_CHOICE_SCAN_COST_H

#include "jpeg/choice/run_counts.h"

// The bytes of every scan that neighbouring bands can make.
namespace pcr_jpeg {

static const int SCAN_HEADER = 8;       // and two for each component
static const int TABLE_HEADER = 21;     // and one for each symbol
static const int STUFFING = 320;        // one byte in so many is FF, of data that looks random

typedef int64_t RunCost[MOST_BANDS + 1][MOST_BANDS + 1];  // from a band, up to before another

struct ScanCosts {
  RunCost first[LEVELS];
  RunCost refined[LEVELS];  // to so many bits left out, from one more
};

inline int64_t scan_bytes(uint64_t bits, int components, int symbols) {
  int64_t bytes = (int64_t)((bits + 7) / 8);
  return bytes + bytes / STUFFING + SCAN_HEADER + 2 * components + (symbols > 0 ? TABLE_HEADER + symbols : 0);
}

inline void add_histogram(uint32_t *sum, const uint32_t *more, int codes) {
  for (int i = 0; i < codes; i++) sum[i] += more[i];
}

// How many blocks there are, and how many of them were counted.
struct Counted {
  uint64_t all, counted;

  uint64_t of_all(uint64_t bits) const { return bits * all / counted; }
};

// Adds the bytes of all scans that were counted.
PCR_LOOP inline void add_run_costs(RunCounts *c, const Counted &part, RunCost cost) {
  int bands = c->bands.count, used = c->codes;
  for (int first = bands - 1; first >= 0; first--) {
    // Between coefficients that both lie in or behind the scan's first band.
    for (int last = first; last < bands && first + 1 < bands; last++) {
      if (last > first) add_histogram(c->between[first][last], c->between[first + 1][last], used);
    }
    CodeHistogram sum = {0};
    uint64_t refined = 0;
    for (int last = first; last < bands; last++) {
      add_histogram(sum, c->between[first][last], used);
      add_histogram(sum, c->first[first][last], used);
      refined += c->refined[last];
      CodeCounts codes;
      codes.count = 0;
      codes.bits_behind = refined;
      codes.add(sum[LONG_RUN], 0);
      for (int i = 1; i < used; i++) codes.add(sum[i], 1 + (i - 1) / RUNS);
      for (int i = 0; i < END_CODES; i++) codes.add(c->ends[first][last][i], i);
      int symbols = codes.count;
      cost[first][last + 1] += scan_bytes(part.of_all(cost_of(&codes)), 1, symbols);
    }
  }
}

inline void add_scan_costs(const Picture *p, const Plane &plane, const Bands &bands, RunCounts *c, ScanCosts *costs) {
  for (int level = 0; level < LEVELS; level++) {
    SomeRows rows = rows_to_count(plane, level);
    Counted part = {plane.grid.count(), rows.blocks};
    begin_counts(c, bands, SIZES);
    count_first(p, plane, rows, level, c);
    end_counts(c, rows.blocks);
    add_run_costs(c, part, costs->first[level]);
    if (level == LEVELS - 1) continue;
    begin_counts(c, bands, 1);
    count_refinement(p, plane, rows, level, c);
    end_counts(c, rows.blocks);
    add_run_costs(c, part, costs->refined[level]);
  }
}

static const int DC_SIZES = 18;

struct DcSizes {
  uint32_t of[DC_SIZES];

  void count(int value, int last) {
    int step = value - last;
    of[step == 0 ? 0 : bit_length((unsigned)(step < 0 ? -step : step))]++;
  }
};

// The bytes of a plane's DC coefficients, as a scan's only component, by bits left out.
PCR_LOOP inline int64_t dc_bits(const Plane &plane, int low_bits, int *symbols) {
  DcSizes even = {}, odd = {};  // the same size twice in a row would wait for itself
  size_t count = plane.grid.count();
  int last = 0;
  for (size_t i = 0; i < count; i += 2) {
    int value = plane.dc[i] >> low_bits, next = i + 1 < count ? plane.dc[i + 1] >> low_bits : value;
    even.count(value, last);
    if (i + 1 < count) odd.count(next, value);
    last = next;
  }
  CodeCounts codes;
  codes.count = 0;
  codes.bits_behind = 0;
  for (int i = 0; i < DC_SIZES; i++) codes.add(even.of[i] + odd.of[i], i);
  *symbols = codes.count;
  return (int64_t)cost_of(&codes);
}

}  // namespace pcr_jpeg

#endif
