#ifndef PCR_JPEG_CHOICE_ARENA_H
#define PCR_JPEG_CHOICE_ARENA_H

#include <cstdlib>

#include "jpeg/session.h"

// Memory for what is found out about one image, kept for the next. Given back when a large image made it grow.
namespace pcr_jpeg {

static const size_t ARENA_RETAINED = 8 << 20;
static const size_t ARENA_ALIGNMENT = 64;

struct Arena {
  uint8_t *base;
  size_t capacity, used;
};

inline size_t aligned(size_t bytes) { return (bytes + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT; }

// All that is taken until it is opened again must fit into so many bytes.
inline void open_arena(Session *s, Arena *a, size_t bytes) {
  a->used = 0;
  if (bytes <= a->capacity && a->capacity <= ARENA_RETAINED) return;
  free(a->base);
  a->capacity = 0;
  a->base = (uint8_t *)aligned_alloc(ARENA_ALIGNMENT, aligned(bytes));
  if (a->base == nullptr) fail_memory(s, bytes, "to choose scans");
  a->capacity = aligned(bytes);
}

template <typename T>
inline size_t room_for(size_t count) {
  return aligned(count * sizeof(T));
}

template <typename T>
inline T *take(Arena *a, size_t count) {
  T *taken = (T *)(a->base + a->used);
  a->used += room_for<T>(count);
  return taken;
}

}  // namespace pcr_jpeg

#endif
