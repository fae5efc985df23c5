#ifndef PCR_PNG_H
#define PCR_PNG_H

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#include <spng.h>

#include "../pixels/luma.h"
#include "../pixels/memory.h"
#include "../pixels/reason.h"

namespace pcr {

// Chunks beside the pixels, as stored and inflated: nothing here uses them, and a bomb hides well in them.
const size_t PNG_CHUNK_BYTES_MAX = 16u << 20;
const size_t PNG_CHUNKS_BYTES_MAX = 32u << 20;

struct png_context {
  spng_ctx *ctx;
  explicit png_context(int flags) : ctx(spng_ctx_new(flags)) {}
  ~png_context() { spng_ctx_free(ctx); }
  png_context(const png_context &) = delete;
  png_context &operator=(const png_context &) = delete;

  // Opens an image for decoding; every checksum counts, those of chunks that are not needed too.
  int open(const void *png, int64_t length) {
    if (ctx == nullptr) return SPNG_EMEM;
    int error = spng_set_crc_action(ctx, SPNG_CRC_ERROR, SPNG_CRC_ERROR);
    if (!error) error = spng_set_chunk_limits(ctx, PNG_CHUNK_BYTES_MAX, PNG_CHUNKS_BYTES_MAX);
    if (!error) error = spng_set_png_buffer(ctx, png, (size_t)length);
    return error;
  }
};

struct png_output {
  uint8_t *next;
  size_t room;
  bool is_full;
};

// The encoder's sink: the caller's buffer, and an error where it ends.
inline int png_write(spng_ctx *, void *user, void *bytes, size_t length) {
  png_output *output = static_cast<png_output *>(user);
  if (length > output->room) {
    output->is_full = true;
    return SPNG_IO_ERROR;
  }
  memcpy(output->next, bytes, length);
  output->next += length;
  output->room -= length;
  return 0;
}

inline bool png_is_narrow_grey(const spng_ihdr &header) {
  return header.color_type == SPNG_COLOR_TYPE_GRAYSCALE && header.bit_depth <= 8;
}

inline int png_decode_as(spng_ctx *ctx, int format, void *out, size_t length) {
  int error = spng_decode_image(ctx, out, length, format, format == SPNG_FMT_RGBA8 ? SPNG_DECODE_TRNS : 0);
  // What follows the pixels has checksums too, and an end.
  return error ? error : spng_decode_chunks(ctx);
}

inline int png_info(const void *png, int64_t length, int64_t *header) {
  png_context context(0);
  int error = context.open(png, length);
  spng_ihdr ihdr;
  if (!error) error = spng_get_ihdr(context.ctx, &ihdr);
  if (error) return error;
  header[0] = ihdr.width;
  header[1] = ihdr.height;
  header[2] = ihdr.bit_depth;
  header[3] = ihdr.color_type;
  return 0;
}

inline int png_decode(const void *png, int64_t length, int channels, void *out, int64_t out_length) {
  png_context context(0);
  int error = context.open(png, length);
  spng_ihdr ihdr;
  if (!error) error = spng_get_ihdr(context.ctx, &ihdr);
  if (error) return error;
  size_t pixels = (size_t)ihdr.width * ihdr.height;
  if (pixels * (size_t)channels != (size_t)out_length) return SPNG_EBUFSIZ;
  if (channels == 4) return png_decode_as(context.ctx, SPNG_FMT_RGBA8, out, (size_t)out_length);
  if (channels == 3) return png_decode_as(context.ctx, SPNG_FMT_RGB8, out, (size_t)out_length);
  if (png_is_narrow_grey(ihdr)) return png_decode_as(context.ctx, SPNG_FMT_G8, out, (size_t)out_length);
  std::unique_ptr<uint8_t[]> rgb(new (std::nothrow) uint8_t[pixels * 3]);
  if (!rgb) return SPNG_EMEM;
  error = png_decode_as(context.ctx, SPNG_FMT_RGB8, rgb.get(), pixels * 3);
  if (!error) rgb_to_luma(rgb.get(), static_cast<uint8_t *>(out), pixels);
  return error;
}

// Grey or RGB of 16 bits a channel, as they are stored, in the machine's byte order.
inline int png_decode_deep(const void *png, int64_t length, int channels, void *out, int64_t out_length) {
  png_context context(0);
  int error = context.open(png, length);
  spng_ihdr ihdr;
  if (!error) error = spng_get_ihdr(context.ctx, &ihdr);
  if (error) return error;
  int color_type = channels == 1 ? SPNG_COLOR_TYPE_GRAYSCALE : SPNG_COLOR_TYPE_TRUECOLOR;
  if (ihdr.bit_depth != 16 || ihdr.color_type != color_type) return SPNG_EFMT;
  if ((size_t)ihdr.width * ihdr.height * (size_t)channels * 2 != (size_t)out_length) return SPNG_EBUFSIZ;
  return png_decode_as(context.ctx, SPNG_FMT_PNG, out, (size_t)out_length);
}

inline int64_t png_encode(const void *pixels, int width, int height, int channels, int depth, int level, int filters,
                          void *out, int64_t out_length) {
  png_context context(SPNG_CTX_ENCODER);
  if (context.ctx == nullptr) return -SPNG_EMEM;
  png_output output = {static_cast<uint8_t *>(out), (size_t)out_length, false};
  spng_ihdr ihdr = {};
  ihdr.width = (uint32_t)width;
  ihdr.height = (uint32_t)height;
  ihdr.bit_depth = (uint8_t)depth;
  ihdr.color_type = channels == 1 ? SPNG_COLOR_TYPE_GRAYSCALE : SPNG_COLOR_TYPE_TRUECOLOR;
  int error = spng_set_png_stream(context.ctx, png_write, &output);
  if (!error) error = spng_set_ihdr(context.ctx, &ihdr);
  if (!error) error = spng_set_option(context.ctx, SPNG_IMG_COMPRESSION_LEVEL, level);
  if (!error) error = spng_set_option(context.ctx, SPNG_FILTER_CHOICE, filters);
  size_t length = (size_t)width * (size_t)height * (size_t)channels * (size_t)(depth / 8);
  if (!error) error = spng_encode_image(context.ctx, pixels, length, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
  if (error) return output.is_full ? -SPNG_EIO : -error;
  return output.next - static_cast<uint8_t *>(out);
}

}  // namespace pcr

// header: width, height, bit depth, colour type.
static inline int pcr_png_info(const void *png, int64_t length, int64_t *header) {
  return pcr::with_memory<int>([&] { return pcr::png_info(png, length, header); },
                               [](int error) { return error == 0; }, SPNG_EMEM, pcr::MEMORY_OF_A_CODEC);
}

// out holds width * height * channels bytes, as the caller has computed from the same header.
static inline int pcr_png_decode(const void *png, int64_t length, int channels, void *out, int64_t out_length) {
  return pcr::with_memory<int>([&] { return pcr::png_decode(png, length, channels, out, out_length); },
                               [](int error) { return error == 0; }, SPNG_EMEM,
                               pcr::MEMORY_OF_A_CODEC + (size_t)out_length);
}

// As pcr_png_decode, of images of 16 bits a channel, with out of twice the length.
static inline int pcr_png_decode_deep(const void *png, int64_t length, int channels, void *out, int64_t out_length) {
  return pcr::with_memory<int>([&] { return pcr::png_decode_deep(png, length, channels, out, out_length); },
                               [](int error) { return error == 0; }, SPNG_EMEM, pcr::MEMORY_OF_A_CODEC);
}

// Returns the bytes written, or a negative spng error, -SPNG_EIO when out is too small.
// Of depth 16, pixels are in the machine's byte order.
static inline int64_t pcr_png_encode(const void *pixels, int width, int height, int channels, int depth, int level,
                                     int filters, void *out, int64_t out_length) {
  size_t bytes = pcr::MEMORY_OF_A_CODEC + (size_t)width * (size_t)channels * (size_t)depth;
  return pcr::with_memory<int64_t>(
      [&] { return pcr::png_encode(pixels, width, height, channels, depth, level, filters, out, out_length); },
      [](int64_t result) { return result >= 0; }, -SPNG_EMEM, bytes);
}

static inline int pcr_png_reason(int error) {
  switch (error) {
    case SPNG_OK: return pcr::REASON_NONE;
    case SPNG_EMEM: return pcr::REASON_NO_MEMORY;
    case SPNG_ECHUNK_UNKNOWN_CRITICAL: return pcr::REASON_UNSUPPORTED;
    case SPNG_EIO: return pcr::REASON_OUTPUT_FULL;
    case SPNG_ECHUNK_LIMITS: return pcr::REASON_CHUNKS;
    default: return pcr::REASON_CORRUPT;
  }
}

static inline const char *pcr_png_message(int error) { return spng_strerror(error); }

#endif
