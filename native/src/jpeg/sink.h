#ifndef PCR_JPEG_SINK_H
#define PCR_JPEG_SINK_H

#include <cstdint>
#include <cstdlib>
#include <cstring>

extern "C" {
#include <stdio.h>
#include <jpeglib.h>
}

// Where compressed bytes go: first into memory lent by the caller, and when that is full into memory
// of our own, which takes over what has been written.
namespace pcr_jpeg {

struct Sink {
  jpeg_destination_mgr manager;  // first, so that a Sink is libjpeg's destination
  uint8_t *base;
  size_t capacity;
  size_t limit;
  uint8_t *own;  // base, when the memory is ours; kept between uses
  size_t own_capacity;
};

static const size_t SINK_FIRST = 64 * 1024;
static const size_t SINK_RETAINED = 4 * 1024 * 1024;

inline void sink_rewind(Sink *k) {
  k->manager.next_output_byte = k->base;
  k->manager.free_in_buffer = k->capacity;
}

// libjpeg asks for room as soon as it has written the last byte, so the memory may hold one byte more
// than the limit allows; sink_over_limit() is to be asked in the end.
inline void sink_lend(Sink *k, uint8_t *memory, size_t capacity, size_t limit) {
  k->base = memory;
  k->capacity = capacity <= limit ? capacity : limit + 1;
  k->limit = limit;
  sink_rewind(k);
}

// Uses the sink's own memory from the start. False when there is none to be had.
inline bool sink_use_own(Sink *k, size_t limit) {
  if (k->own == nullptr) {
    k->own = (uint8_t *)malloc(SINK_FIRST);
    if (k->own == nullptr) return false;
    k->own_capacity = SINK_FIRST;
  }
  sink_lend(k, k->own, k->own_capacity, limit);
  return true;
}

inline size_t sink_length(const Sink *k) { return k->capacity - k->manager.free_in_buffer; }

inline bool sink_over_limit(const Sink *k) { return sink_length(k) > k->limit; }

inline bool sink_spilled(const Sink *k) { return k->own != nullptr && k->base == k->own; }

// Called when all of the capacity has been written. False when the limit or the memory is reached.
inline bool sink_grow(Sink *k) {
  if (k->capacity > k->limit) return false;
  size_t wanted = k->capacity * 2;
  if (wanted < SINK_FIRST) wanted = SINK_FIRST;
  if (wanted > k->limit) wanted = k->limit + 1;
  size_t written = k->capacity;
  if (k->own_capacity < wanted) {
    uint8_t *grown = (uint8_t *)realloc(k->own, wanted);
    if (grown == nullptr) return false;
    if (k->base == k->own) k->base = grown;
    k->own = grown;
    k->own_capacity = wanted;
  }
  if (k->base != k->own) {
    memcpy(k->own, k->base, written);
    k->base = k->own;
  }
  k->capacity = wanted;
  k->manager.next_output_byte = k->base + written;
  k->manager.free_in_buffer = wanted - written;
  return true;
}

// Forgets what was written, and gives memory back that one large image made us take.
inline void sink_trim(Sink *k) {
  if (k->own_capacity > SINK_RETAINED) {
    free(k->own);
    k->own = nullptr;
    k->own_capacity = 0;
  }
  k->base = nullptr;
  k->capacity = 0;
  k->limit = 0;
  sink_rewind(k);
}

}  // namespace pcr_jpeg

#endif
