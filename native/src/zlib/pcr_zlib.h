#ifndef PCR_ZLIB_H
#define PCR_ZLIB_H

#include <cstdint>
#include <new>

#include <zlib.h>

namespace pcr {

struct zlib_stream {
  z_stream z = {};
  bool deflating;
  explicit zlib_stream(bool deflating) : deflating(deflating) {}
};

const int ZLIB_MEMORY_LEVEL = 8;

}  // namespace pcr

// Both return the address of a stream to be closed, or 0 when there is no memory for it.
static inline int64_t pcr_zlib_open_deflate(int level, int strategy, int window_bits) {
  pcr::zlib_stream *stream = new (std::nothrow) pcr::zlib_stream(true);
  if (stream == nullptr) return 0;
  if (deflateInit2(&stream->z, level, Z_DEFLATED, window_bits, pcr::ZLIB_MEMORY_LEVEL, strategy) != Z_OK) {
    delete stream;
    return 0;
  }
  return (int64_t)(intptr_t)stream;
}

static inline int64_t pcr_zlib_open_inflate(int window_bits) {
  pcr::zlib_stream *stream = new (std::nothrow) pcr::zlib_stream(false);
  if (stream == nullptr) return 0;
  if (inflateInit2(&stream->z, window_bits) != Z_OK) {
    delete stream;
    return 0;
  }
  return (int64_t)(intptr_t)stream;
}

static inline void pcr_zlib_close(int64_t address) {
  pcr::zlib_stream *stream = (pcr::zlib_stream *)(intptr_t)address;
  if (stream->deflating) deflateEnd(&stream->z); else inflateEnd(&stream->z);
  delete stream;
}

static inline void pcr_zlib_reset(int64_t address) {
  pcr::zlib_stream *stream = (pcr::zlib_stream *)(intptr_t)address;
  if (stream->deflating) deflateReset(&stream->z); else inflateReset(&stream->z);
}

// progress: bytes consumed, bytes produced. Returns zlib's result. Lengths fit 31 bits, as those of buffers do.
static inline int pcr_zlib_run(int64_t address, const void *in, int in_length, void *out, int out_length, int flush,
                               int64_t *progress) {
  z_stream *z = &((pcr::zlib_stream *)(intptr_t)address)->z;
  z->next_in = (Bytef *)in;
  z->avail_in = (uInt)in_length;
  z->next_out = (Bytef *)out;
  z->avail_out = (uInt)out_length;
  bool deflating = ((pcr::zlib_stream *)(intptr_t)address)->deflating;
  int result = deflating ? deflate(z, flush) : inflate(z, flush);
  progress[0] = in_length - (int64_t)z->avail_in;
  progress[1] = out_length - (int64_t)z->avail_out;
  z->next_in = nullptr;
  z->next_out = nullptr;
  return result;
}

// zlib's words about its last error, empty when it has none.
static inline const char *pcr_zlib_message(int64_t address) {
  const char *message = ((pcr::zlib_stream *)(intptr_t)address)->z.msg;
  return message == nullptr ? "" : message;
}

#endif
