#ifndef PCR_JPEG_IMAGE_MEMORY_H
#define PCR_JPEG_IMAGE_MEMORY_H

#include "jpeg/session.h"

// Takes the place of libjpeg's memory for one image where a session keeps its reader: whatever an image needs is cut from one
// piece, which the next image uses again. So images that are no larger than those before cost no allocation.
namespace pcr_jpeg {

static const size_t CUT_ALIGNMENT = 64;  // rows as libjpeg-turbo pads them for its vector code
static const size_t FIRST_PIECE = 256 * 1024;
static const size_t PIECE_RETAINED = 8 * 1024 * 1024;

struct alignas(CUT_ALIGNMENT) MemoryPiece {
  MemoryPiece *next;
  size_t capacity;
};

inline size_t cut_length(size_t bytes) { return (bytes + CUT_ALIGNMENT - 1) / CUT_ALIGNMENT * CUT_ALIGNMENT; }

inline void free_pieces(ImageMemory *m) {
  while (m->piece != nullptr) {
    MemoryPiece *next = m->piece->next;
    free(m->piece);
    m->piece = next;
  }
}

inline void add_piece(Session *s, size_t bytes) {
  ImageMemory *m = &s->image_memory;
  size_t capacity = m->expected > FIRST_PIECE ? m->expected : FIRST_PIECE;
  if (capacity < bytes) capacity = bytes;
  MemoryPiece *piece = (MemoryPiece *)aligned_alloc(CUT_ALIGNMENT, sizeof(MemoryPiece) + capacity);
  if (piece == nullptr) fail_memory(s, capacity, "for an image");
  *piece = {m->piece, capacity};
  m->piece = piece;
  m->used = 0;
}

inline void *cut_memory(j_common_ptr c, int, size_t bytes) {
  Session *s = session_of(c);
  ImageMemory *m = &s->image_memory;
  bytes = cut_length(bytes);
  if (m->piece == nullptr || bytes > m->piece->capacity - m->used) add_piece(s, bytes);
  void *cut = (uint8_t *)(m->piece + 1) + m->used;
  m->used += bytes;
  m->total += bytes;
  return cut;
}

inline JSAMPARRAY cut_rows(j_common_ptr c, int pool, JDIMENSION samples, JDIMENSION rows) {
  size_t row = cut_length(samples * sizeof(JSAMPLE));
  JSAMPARRAY array = (JSAMPARRAY)cut_memory(c, pool, rows * sizeof(JSAMPROW));
  JSAMPROW first = (JSAMPROW)cut_memory(c, pool, rows * row);
  for (JDIMENSION y = 0; y < rows; y++) array[y] = first + y * row;
  return array;
}

// To be called when libjpeg's reader has been made.
inline void keep_memory_ourselves(Session *s) {
  jpeg_memory_mgr *memory = s->in.mem;
  memory->alloc_small = cut_memory;
  memory->alloc_large = cut_memory;
  memory->alloc_sarray = cut_rows;
}

// Ends an image, however far it has come, and forgets its tables: the next must bring its own.
inline void rest_reader(Session *s) {
  if (!s->in_live) return;
  jpeg_decompress_struct *d = &s->in;
  jpeg_abort_decompress(d);
  for (int i = 0; i < NUM_QUANT_TBLS; i++) d->quant_tbl_ptrs[i] = nullptr;
  for (int i = 0; i < NUM_HUFF_TBLS; i++) d->dc_huff_tbl_ptrs[i] = d->ac_huff_tbl_ptrs[i] = nullptr;
  ImageMemory *m = &s->image_memory;
  bool is_one_piece = m->piece != nullptr && m->piece->next == nullptr;
  m->expected = m->total < PIECE_RETAINED ? m->total : 0;
  if (!is_one_piece || m->piece->capacity > PIECE_RETAINED) free_pieces(m);
  m->used = m->total = 0;
}

}  // namespace pcr_jpeg

#endif
