#ifndef PCR_JPEG_CHOICE_BANDS_H
#define PCR_JPEG_CHOICE_BANDS_H

#include "jpeg/progressive/block_sets.h"

// The parts into which a block's coefficients are divided where scans are chosen: what of an image is known is
// said band by band, as the number of low bits that are left out.
namespace pcr_jpeg {

static const int MOST_BANDS = 8;
static const int LEVELS = 7;       // 0 to 6 low bits left out
static const int NOT_SENT = 7;     // in the place of a number of bits: the band is in no scan yet
static const int STATES = LEVELS + 1;
static const int DC_STATES = LEVELS;

struct Bands {
  int count;
  uint8_t first[MOST_BANDS];
  uint8_t last[MOST_BANDS];
};

// Of components that carry the picture's detail, and of those that carry colour alone.
static constexpr Bands DETAIL_BANDS = {8, {1, 3, 6, 10, 15, 21, 28, 36}, {2, 5, 9, 14, 20, 27, 35, 63}};
static constexpr Bands COLOUR_BANDS = {5, {1, 3, 6, 10, 21}, {2, 5, 9, 20, 63}};

inline NonZero band_set(const Bands &bands, int i) { return band_of(bands.first[i], bands.last[i]); }

}  // namespace pcr_jpeg

#endif
