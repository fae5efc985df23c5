#ifndef PCR_JPEG_MIDPOINT_H
#define PCR_JPEG_MIDPOINT_H

#include "jpeg/session.h"

// Pixels from coefficients of which low bits have not been sent, as if those stood in the middle of what they can be,
// and not at zero. This happens in front of the inverse transform, in units that the quantiser does not limit, so that a
// middle need not be a whole step: libjpeg's transform is called with values that have been multiplied already.
// A component of which all bits are there is left to libjpeg alone.
namespace pcr_jpeg {

// Small coefficients are more frequent than large ones: the middle by weight, in hundredths of all that the missing bits
// can say, by their number. Measured on photographs (docs/fidelity.md).
static const int MOST_MIDDLES = 6;
static const int64_t MIDDLE[MOST_MIDDLES + 1] = {0, 22, 30, 36, 40, 42, 42};

// What of a coefficient is added to its known part, times the quantiser's step.
inline int64_t ac_middle(int low_bits, int64_t step) {
  int64_t share = MIDDLE[low_bits < MOST_MIDDLES ? low_bits : MOST_MIDDLES];
  return ((share * step << low_bits) + 50) / 100;
}

// Low bits of a DC coefficient are cut off downwards, whatever its sign, and are as likely to say much as little.
inline int64_t dc_middle(int low_bits, int64_t step) { return ((((int64_t)1 << low_bits) - 1) * step + 1) / 2; }

inline int low_bits_of(const jpeg_decompress_struct *d, int component, int k) {
  int bits = d->coef_bits[component][k];
  return bits > 0 ? bits : 0;  // below: the coefficient is in no scan
}

inline bool lacks_bits(const jpeg_decompress_struct *d, int component) {
  int all = 0;
  for (int k = 0; k < DCTSIZE2; k++) all |= low_bits_of(d, component, k);
  return all != 0;
}

inline int32_t limited(int64_t value) { return (int32_t)(value < INT16_MAX ? value : INT16_MAX); }

// Libjpeg's table becomes one that multiplies by 1, where it is what it is taken for.
inline void take_over_steps(Session *s, const jpeg_component_info *c, Midpoint *m) {
  MULTIPLIER *multiplier = (MULTIPLIER *)c->dct_table;
  for (int i = 0; i < DCTSIZE2; i++) {
    m->step[i] = (MULTIPLIER)c->quant_table->quantval[i];
    if (multiplier[i] != m->step[i]) fail(s, UNSUPPORTED, "midpoint reconstruction with this libjpeg");
  }
  for (int i = 0; i < DCTSIZE2; i++) multiplier[i] = 1;
}

inline void find_middles(const jpeg_decompress_struct *d, const jpeg_component_info *c, Midpoint *m) {
  for (int k = 0; k < DCTSIZE2; k++) {
    int low_bits = low_bits_of(d, c->component_index, k), at = ZIGZAG[k];
    int64_t step = c->quant_table->quantval[at];
    m->outwards[at] = k > 0 ? limited(ac_middle(low_bits, step)) : 0;
    m->upwards[at] = k > 0 ? 0 : limited(dc_middle(low_bits, step));
  }
}

// One pass for all 64, so that the transform's loads find whole vectors stored.
PCR_LOOP inline void reconstruct(const Midpoint &m, const JCOEF *__restrict block, JCOEF *__restrict to) {
  for (int i = 0; i < DCTSIZE2; i++) {
    int sign = (block[i] > 0) - (block[i] < 0);
    int value = block[i] * m.step[i] + sign * m.outwards[i] + m.upwards[i];
    to[i] = (JCOEF)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
  }
}

inline void transform_midpoint(j_decompress_ptr d, jpeg_component_info *c, JCOEFPTR block, JSAMPARRAY rows,
                               JDIMENSION column) {
  const Midpoint &m = session_of((j_common_ptr)d)->midpoint[c->component_index];
  alignas(32) JCOEF known[DCTSIZE2];
  reconstruct(m, block, known);
  (*m.transform)(d, c, known, rows, column);
}

// To be called when all scans have been read, before the first row is asked for.
inline void show_midpoints(Session *s) {
  jpeg_decompress_struct *d = &s->in;
  bool lacks[MAX_FRAME_COMPONENTS], any = false;
  for (int i = 0; i < d->num_components; i++) {
    lacks[i] = d->coef_bits != nullptr && d->comp_info[i].component_needed && lacks_bits(d, i);
    any = any || lacks[i];
  }
  if (!any) return;
  if (!is_as_compiled()) fail(s, UNSUPPORTED, "midpoint reconstruction with this libjpeg");
  // The faster transform has its multipliers in other units.
  d->dct_method = JDCT_ISLOW;
  (*d->idct->start_pass)(d);
  for (int i = 0; i < d->num_components; i++) {
    if (!lacks[i]) continue;
    Midpoint *m = &s->midpoint[i];
    take_over_steps(s, &d->comp_info[i], m);
    find_middles(d, &d->comp_info[i], m);
    m->transform = d->idct->inverse_DCT[i];
    d->idct->inverse_DCT[i] = transform_midpoint;
  }
}

}  // namespace pcr_jpeg

#endif
