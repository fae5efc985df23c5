#ifndef PCR_RENDER_BMP_H
#define PCR_RENDER_BMP_H

#include "file.h"

namespace pcr {

// Windows bitmaps without compression, as io.pcr.codecs.internal.raw.BmpCodec reads them.
struct bmp_header {
  int width, height, bits;
  int64_t pixels_offset, stride;
  bool top_down;
  const uint8_t *palette;
  int colours;
};

const int BMP_WIDTH_MAX = 1 << 24;
const int64_t BMP_HEADERS = 54;
const int64_t BMP_MASKS_END = 66;
const int64_t BMP_FILE_HEADER = 14;

inline bool bmp_masks(const image_file &f, int info_length, pcr_error *error) {
  if (f.length < BMP_MASKS_END) return fail_short(error, "BMP.masks", 0, BMP_MASKS_END, f.length);
  if (f.u32(54) != 0xFF0000 || f.u32(58) != 0x00FF00 || f.u32(62) != 0x0000FF) {
    return fail(error, PCR_UNSUPPORTED, "BMP.masks", 54, "channels in another order than blue, green, red");
  }
  bool has_alpha_mask = info_length >= 56;
  return !has_alpha_mask || f.length >= 70 || fail_short(error, "BMP.masks", 0, 70, f.length);
}

inline bool bmp_bits(const image_file &f, int info_length, bmp_header *h, pcr_error *error) {
  h->bits = f.u16(28);
  if (h->bits != 1 && h->bits != 4 && h->bits != 8 && h->bits != 24 && h->bits != 32) {
    return fail(error, PCR_UNSUPPORTED, "BMP.bits", 28, "%d bits a pixel", h->bits);
  }
  uint32_t compression = f.u32(30);
  bool masked = compression == 3 && h->bits == 32;
  if (compression != 0 && !masked) {
    return fail(error, PCR_UNSUPPORTED, "BMP.compression", 30, "compression %u of %d bits", compression, h->bits);
  }
  return !masked || bmp_masks(f, info_length, error);
}

inline bool bmp_palette(const image_file &f, int info_length, bmp_header *h, pcr_error *error) {
  int64_t stored = f.u32(46), start = BMP_FILE_HEADER + info_length;
  int64_t entries = stored == 0 ? (int64_t)1 << h->bits : stored;
  if (entries > (int64_t)1 << h->bits || entries * 4 > h->pixels_offset - start) {
    return fail(error, PCR_CORRUPT, "BMP.colours_used", 46, "a palette of %lld colours", (long long)entries);
  }
  h->palette = f.bytes + start;
  h->colours = (int)entries;
  return true;
}

inline bool bmp_parse(const image_file &f, bmp_header *h, pcr_error *error) {
  if (f.length < 2) return fail_short(error, "BMP.magic", 0, 2, f.length);
  if (f.bytes[0] != 'B' || f.bytes[1] != 'M') return fail(error, PCR_CORRUPT, "BMP.magic", 0, "not a bitmap");
  if (f.length < BMP_HEADERS) return fail_short(error, "BMP.header", 0, BMP_HEADERS, f.length);
  int info_length = (int)f.u32(14), stored_height = (int)f.u32(22);
  if (info_length < 40 || info_length > 124) {
    return fail(error, PCR_UNSUPPORTED, "BMP.info_length", 14, "a header of %d bytes", info_length);
  }
  h->width = (int)f.u32(18);
  if (h->width < 1 || stored_height == 0 || stored_height == INT32_MIN) {
    return fail(error, PCR_CORRUPT, "BMP.size", 18, "%d x %d pixels", h->width, stored_height);
  }
  if (h->width > BMP_WIDTH_MAX) return fail(error, PCR_UNSUPPORTED, "BMP.size", 18, "%d pixels wide", h->width);
  if (!bmp_bits(f, info_length, h, error)) return false;
  int offset = (int)f.u32(10);
  if (offset < BMP_FILE_HEADER + info_length || offset > f.length) {
    return fail(error, PCR_CORRUPT, "BMP.pixels_offset", 10, "%u is outside of the file", (unsigned)offset);
  }
  h->pixels_offset = offset;
  h->height = stored_height < 0 ? -stored_height : stored_height;
  h->top_down = stored_height < 0;
  h->stride = ((int64_t)h->width * h->bits + 31) / 32 * 4;
  return h->bits > 8 || bmp_palette(f, info_length, h, error);
}

inline bool bmp_row(const bmp_header &h, const uint8_t *row, int64_t offset, uint8_t *rgb, pcr_error *error) {
  int per_byte = 8 / h.bits, mask = h.bits <= 8 ? (1 << h.bits) - 1 : 0;
  for (int x = 0; x < h.width; x++, rgb += 3) {
    const uint8_t *bgr = row + (size_t)x * (size_t)(h.bits / 8);
    if (h.bits <= 8) {
      int entry = row[x / per_byte] >> (per_byte - 1 - x % per_byte) * h.bits & mask;
      if (entry >= h.colours) {
        return fail(error, PCR_CORRUPT, "BMP.pixels", offset + x / per_byte, "colour %d of a palette of %d", entry,
                    h.colours);
      }
      bgr = h.palette + 4 * entry;
    }
    for (int c = 0; c < 3; c++) rgb[c] = bgr[2 - c];
  }
  return true;
}

// To red, green and blue.
inline bool bmp_decode(const image_file &f, int64_t max_pixels, room *memory, picture *to, pcr_error *error) {
  bmp_header h = {};
  if (!bmp_parse(f, &h, error)) return false;
  uint8_t *rgb = pixel_room("BMP", h.width, h.height, 3, max_pixels, memory, error);
  if (rgb == nullptr) return false;
  int64_t stored = h.stride * h.height, available = f.length - h.pixels_offset;
  if (available < stored) return fail_short(error, "BMP.pixels", h.pixels_offset, stored, available);
  *to = packed(rgb, h.width, h.height, 3);
  for (int y = 0; y < h.height; y++, rgb += (size_t)h.width * 3) {
    int64_t offset = h.pixels_offset + (h.top_down ? y : h.height - 1 - y) * h.stride;
    if (!bmp_row(h, f.bytes + offset, offset, rgb, error)) return false;
  }
  return true;
}

}  // namespace pcr

#endif
