#ifndef PCR_JPEG_PROGRESSIVE_BIT_READER_H
#define PCR_JPEG_PROGRESSIVE_BIT_READER_H

#include <cstdint>
#include <cstring>

#include "jpeg/libjpeg.h"

// The bits of an entropy-coded segment. Bytes are taken from the source at the moments at which libjpeg
// takes them, when fewer bits are left than the next step may want, and then as many as fit: so a scan
// of ours ends at the byte at which libjpeg's would, and what libjpeg says of bytes behind it stays the
// same. Beyond a marker there are zeros, with one warning a segment.
//
// Kept by value in the loops, so that it lives in registers; what is called with a pointer gets a copy.
namespace pcr_jpeg {

static const int BUFFER_BITS = 64;
static const int FULL_ENOUGH = BUFFER_BITS - 7;  // as libjpeg fills: until no further byte fits
static const int CODE_PEEK = 8;                  // bits that libjpeg wants in front of a code

struct BitReader {
  uint64_t buffer;  // the next bit is the highest; zeros behind the last
  int count;
  const JOCTET *next;
  size_t left;
};

inline BitReader open_bits(const jpeg_decompress_struct *d) {
  BitReader r = {0, 0, d->src->next_input_byte, d->src->bytes_in_buffer};
  return r;
}

inline void save_position(const BitReader &r, jpeg_decompress_struct *d) {
  d->src->next_input_byte = r.next;
  d->src->bytes_in_buffer = r.left;
}

inline int next_byte(BitReader *r, j_decompress_ptr d) {
  if (r->left == 0) {
    (*d->src->fill_input_buffer)(d);  // always gives bytes: an EOI behind the last
    r->next = d->src->next_input_byte;
    r->left = d->src->bytes_in_buffer;
  }
  r->left--;
  return *r->next++;
}

// Byte by byte: across slices, over stuffed FFs, and up to a marker. Where a marker leaves fewer than
// `wanted` bits, zeros follow.
__attribute__((noinline)) inline BitReader fill_slowly(BitReader r, j_decompress_ptr d, int wanted) {
  while (d->unread_marker == 0 && r.count < FULL_ENOUGH) {
    int byte = next_byte(&r, d);
    if (byte == 0xFF) {
      do byte = next_byte(&r, d);
      while (byte == 0xFF);
      if (byte != 0) {
        d->unread_marker = byte;
        break;
      }
      byte = 0xFF;
    }
    r.buffer |= (uint64_t)byte << (BUFFER_BITS - 8 - r.count);
    r.count += 8;
  }
  if (wanted > r.count) {
    if (!d->entropy->insufficient_data) {
      WARNMS(d, JWRN_HIT_MARKER);
      d->entropy->insufficient_data = TRUE;
    }
    r.count = FULL_ENOUGH;
  }
  return r;
}

inline bool has_ff(uint64_t eight) {
  return ((~eight - 0x0101010101010101u) & eight & 0x8080808080808080u) != 0;
}

// For fewer than FULL_ENOUGH bits: takes all bytes that fit at once when eight are in the slice and none
// of them can be a marker's.
inline void fill(BitReader &r, j_decompress_ptr d, int wanted) {
  if (r.left >= 8 && d->unread_marker == 0) {
    uint64_t eight;
    memcpy(&eight, r.next, sizeof eight);
    if (!has_ff(eight)) {
      eight = __builtin_bswap64(eight);
      int bytes = (BUFFER_BITS - r.count) >> 3;
      r.buffer |= eight >> r.count;
      r.count += 8 * bytes;
      r.buffer &= ~(uint64_t)0 << (BUFFER_BITS - r.count);
      r.next += bytes;
      r.left -= (size_t)bytes;
      return;
    }
  }
  r = fill_slowly(r, d, wanted);
}

inline void need(BitReader &r, j_decompress_ptr d, int bits) {
  if (r.count < bits) fill(r, d, bits);
}

inline void drop(BitReader &r, int bits) {
  r.buffer <<= bits;
  r.count -= bits;
}

// 1 to 32 bits that are there.
inline int take(BitReader &r, int bits) {
  int value = (int)(r.buffer >> (BUFFER_BITS - bits));
  drop(r, bits);
  return value;
}

// Takes 0 to 63 bits of the buffer and puts them behind those before.
inline void move_bits(BitReader &r, int bits, uint64_t *behind) {
  *behind = *behind << bits | r.buffer >> 1 >> (BUFFER_BITS - 1 - bits);
  drop(r, bits);
}

// More bits than are in the buffer: all of it, and when it is empty what follows.
__attribute__((noinline)) inline BitReader take_across(BitReader r, j_decompress_ptr d, int bits,
                                                       uint64_t *behind) {
  while (bits > 0) {
    need(r, d, 1);
    int now = bits < r.count ? bits : r.count;
    move_bits(r, now, behind);
    bits -= now;
  }
  return r;
}

// 0 to 63 bits, which need not be in the buffer.
inline void take_behind(BitReader &r, j_decompress_ptr d, int bits, uint64_t *behind) {
  if (bits > r.count) {
    uint64_t all = *behind;
    r = take_across(r, d, bits, &all);
    *behind = all;
  } else {
    move_bits(r, bits, behind);
  }
}

}  // namespace pcr_jpeg

#endif
