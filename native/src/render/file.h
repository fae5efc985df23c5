#ifndef PCR_RENDER_FILE_H
#define PCR_RENDER_FILE_H

#include "picture.h"
#include "room.h"

namespace pcr {

// A whole file in one piece.
struct image_file {
  const uint8_t *bytes;
  int64_t length;

  uint16_t u16(int64_t at) const { return (uint16_t)(bytes[at] | bytes[at + 1] << 8); }
  uint32_t u32(int64_t at) const { return u16(at) | (uint32_t)u16(at + 2) << 16; }
};

inline bool fail_short(pcr_error *error, const char *field, int64_t offset, int64_t needed, int64_t available) {
  return fail(error, PCR_CORRUPT, field, offset, "truncated: needs %lld bytes, there are %lld", (long long)needed,
              (long long)available);
}

// Memory for all pixels of an image, once its header allows them; null when they are too many.
inline uint8_t *pixel_room(const char *format, int64_t width, int64_t height, int channels, int64_t max_pixels, room *memory,
                           pcr_error *error) {
  char field[32];
  snprintf(field, sizeof field, "%s.size", format);
  int64_t pixels = height > INT64_MAX / width ? INT64_MAX : width * height;
  if (pixels > max_pixels || pixels > INT64_MAX / 4) {
    fail_limit(error, PCR_OF_PIXELS, field, pixels, max_pixels);
    return nullptr;
  }
  uint8_t *room = memory->reserve((size_t)pixels * (size_t)channels);
  if (room == nullptr) fail_memory(error, field, pixels * channels);
  return room;
}

}  // namespace pcr

#endif
