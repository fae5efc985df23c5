#ifndef PCR_JPEG_BLOCK_ARRAYS_H
#define PCR_JPEG_BLOCK_ARRAYS_H

#include "jpeg/session.h"

// Takes the place of libjpeg's arrays of coefficients, to keep their memory for the next image: taken anew for each, as
// libjpeg does, its pages can take a fifth of the time of decoding an image. Rows become zero when they are first asked for.
namespace pcr_jpeg {

static const size_t BLOCK_ALIGNMENT = 64;

// What a jvirt_barray_ptr points to where libjpeg's would point to something of its own.
struct BlockArray {
  JDIMENSION wide, high, zeroed;
  JBLOCKARRAY rows;
  BlockArray *next;  // that has no memory yet

  size_t room() const {
    size_t bytes = (size_t)high * (sizeof(JBLOCKROW) + (size_t)wide * sizeof(JBLOCK));
    return (bytes + BLOCK_ALIGNMENT - 1) / BLOCK_ALIGNMENT * BLOCK_ALIGNMENT;
  }
};

inline jvirt_barray_ptr request_blocks(j_common_ptr c, int pool, boolean, JDIMENSION wide, JDIMENSION high, JDIMENSION) {
  BlockMemory *m = session_of(c)->blocks;
  BlockArray *array = (BlockArray *)(*c->mem->alloc_small)(c, pool, sizeof(BlockArray));
  *array = {wide, high, 0, nullptr, m->waiting};
  m->waiting = array;
  return (jvirt_barray_ptr)array;
}

inline bool make_room(BlockMemory *m, size_t bytes) {
  if (bytes <= m->capacity) return true;
  free(m->base);
  m->base = (uint8_t *)aligned_alloc(BLOCK_ALIGNMENT, bytes);
  m->capacity = m->base != nullptr ? bytes : 0;
  return m->base != nullptr;
}

// Blocks come before the pointers to their rows, and so lie on whole cache lines.
inline void realize_blocks(j_common_ptr c) {
  Session *s = session_of(c);
  BlockMemory *m = s->blocks;
  (*m->libjpeg_realize)(c);
  size_t bytes = 0;
  for (BlockArray *a = m->waiting; a != nullptr; a = a->next) bytes += a->room();
  if (!make_room(m, bytes)) fail_memory(s, bytes, "for coefficients");
  uint8_t *at = m->base;
  for (; m->waiting != nullptr; m->waiting = m->waiting->next) {
    BlockArray *a = m->waiting;
    a->rows = (JBLOCKARRAY)(at + (size_t)a->high * a->wide * sizeof(JBLOCK));
    for (JDIMENSION y = 0; y < a->high; y++) a->rows[y] = (JBLOCKROW)at + (size_t)y * a->wide;
    at += a->room();
  }
}

inline JBLOCKARRAY access_blocks(j_common_ptr c, jvirt_barray_ptr array, JDIMENSION first, JDIMENSION count, boolean) {
  BlockArray *a = (BlockArray *)array;
  if (a->rows == nullptr || first > a->high || count > a->high - first) ERREXIT(c, JERR_BAD_VIRTUAL_ACCESS);
  JDIMENSION end = first + count;
  if (end > a->zeroed) {
    memset(a->rows[a->zeroed], 0, (size_t)(end - a->zeroed) * a->wide * sizeof(JBLOCK));
    a->zeroed = end;
  }
  return a->rows + first;
}

// To be called before the header is read.
inline void keep_blocks_ourselves(Session *s) {
  jpeg_memory_mgr *memory = s->in.mem;
  if (s->blocks == nullptr) s->blocks = &s->own_blocks;
  s->blocks->waiting = nullptr;
  if (memory->realize_virt_arrays == realize_blocks) return;
  s->blocks->libjpeg_realize = memory->realize_virt_arrays;
  memory->request_virt_barray = request_blocks;
  memory->realize_virt_arrays = realize_blocks;
  memory->access_virt_barray = access_blocks;
}

// Of what writes the coefficients of an image that was read.
inline void use_blocks_of_source(jpeg_compress_struct *c) { c->mem->access_virt_barray = access_blocks; }

}  // namespace pcr_jpeg

#endif
