#ifndef PCR_JPEG_PROGRESSIVE_PLACES_H
#define PCR_JPEG_PROGRESSIVE_PLACES_H

#include "jpeg/progressive/scan_state.h"

// Sets of places as lists, eight at a time: what comes r places later in a list is found without counting.
namespace pcr_jpeg {

static const int BYTE_VALUES = 256;
static const uint64_t EACH_BYTE = 0x0101010101010101u;

inline int size_of(NonZero set) {
  set -= set >> 1 & 0x5555555555555555u;
  set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
  return (int)(((set + (set >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * EACH_BYTE >> (DCTSIZE2 - 8));
}

struct ByteLists {
  uint64_t places[BYTE_VALUES];  // a byte each, the lowest first
  uint8_t count[BYTE_VALUES];

  constexpr ByteLists() : places(), count() {
    for (int set = 0; set < BYTE_VALUES; set++) {
      for (int place = 0; place < 8; place++) {
        if (set >> place & 1) places[set] |= (uint64_t)place << (8 * count[set]++);
      }
    }
  }
};

static constexpr ByteLists BYTE_LISTS;

static const int MAX_RUN = 15;
static const uint8_t NO_PLACE = 0xFF;

// The places, then NO_PLACE for whatever run leads beyond them. Bytes are written eight at a time.
struct PlaceList {
  uint8_t place[DCTSIZE2 + MAX_RUN + 1];
  int count;
};

inline int list_byte(NonZero set, int at, uint8_t *to) {
  unsigned byte = (unsigned)(set >> at) & (BYTE_VALUES - 1);
  uint64_t eight = BYTE_LISTS.places[byte] + EACH_BYTE * (unsigned)at;
  memcpy(to, &eight, sizeof eight);
  return BYTE_LISTS.count[byte];
}

// Of at most 63 places, none of them 0 and all from `first` to `last`.
PCR_IN_LOOP inline void list_places(NonZero set, int first, int last, PlaceList *list) {
  int count = 0;
  for (int at = first & ~7; at <= last; at += 8) count += list_byte(set, at, list->place + count);
  memset(list->place + count, NO_PLACE, MAX_RUN + 1);
  list->count = count;
}

}  // namespace pcr_jpeg

#endif
