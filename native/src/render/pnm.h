#ifndef PCR_RENDER_PNM_H
#define PCR_RENDER_PNM_H

#include "file.h"

namespace pcr {

// Binary PGM (P5) and PPM (P6), of any sample maximum, as io.pcr.codecs.internal.raw.PnmCodec reads them.
const int PNM_HEADER_MAX = 64 << 10;

class pnm_header {
 public:
  int width = 0, height = 0, max_value = 0, channels = 0;
  int64_t length = 0;

  bool parse(const image_file &f, pcr_error *error) {
    file_ = f;
    error_ = error;
    at_ = 2;
    if (f.length < 2) return fail_short(error, "PNM.magic", 0, 2, f.length);
    int kind = f.bytes[1];
    if (f.bytes[0] != 'P' || kind < '1' || kind > '7') return fail(error, PCR_CORRUPT, "PNM.magic", 0, "not a PNM image");
    if (kind != '5' && kind != '6') {
      return fail(error, PCR_UNSUPPORTED, "PNM.magic", 0, "P%c: only P5 and P6 are read", kind);
    }
    channels = kind == '5' ? 1 : 3;
    return number("PNM.width", INT32_MAX, &width) && number("PNM.height", INT32_MAX, &height) &&
           number("PNM.maxval", 65535, &max_value) && end();
  }

 private:
  static bool is_digit(int c) { return c >= '0' && c <= '9'; }
  static bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  bool peek(const char *field, int *c) {
    if (at_ >= file_.length) return fail_short(error_, field, at_, 1, 0);
    if (at_ >= PNM_HEADER_MAX) {
      return fail(error_, PCR_CORRUPT, field, at_, "the header is longer than %d", PNM_HEADER_MAX);
    }
    *c = file_.bytes[at_];
    return true;
  }

  bool skip_space(const char *field) {
    int64_t start = at_;
    int c = 0;
    bool in_comment = false;
    for (;; at_++) {
      if (!peek(field, &c)) return false;
      if (in_comment) {
        in_comment = c != '\n' && c != '\r';
      } else if (c == '#') {
        in_comment = true;
      } else if (!is_space(c)) {
        break;
      }
    }
    return at_ > start || fail(error_, PCR_CORRUPT, field, at_, "no white space before the number");
  }

  bool number(const char *field, int64_t most, int *to) {
    if (!skip_space(field)) return false;
    int64_t start = at_, value = 0;
    int c = 0;
    for (;; at_++) {
      if (!peek(field, &c)) return false;
      if (!is_digit(c)) break;
      value = value * 10 + (c - '0');
      if (value > most) return fail(error_, PCR_CORRUPT, field, start, "a number above %lld", (long long)most);
    }
    *to = (int)value;
    return value > 0 || fail(error_, PCR_CORRUPT, field, start, "not a positive number");
  }

  bool end() {
    int c = 0;
    if (!peek("PNM.maxval", &c)) return false;
    length = at_ + 1;
    return is_space(c) || fail(error_, PCR_CORRUPT, "PNM.maxval", at_, "no white space after the number");
  }

  image_file file_ = {};
  pcr_error *error_ = nullptr;
  int64_t at_ = 0;
};

// Samples of another maximum than 255 are scaled to it, rounded.
inline void pnm_samples(const uint8_t *data, size_t count, int max_value, uint8_t *to) {
  bool is_wide = max_value > 255;
  for (size_t i = 0; i < count; i++) {
    int sample = is_wide ? data[2 * i] << 8 | data[2 * i + 1] : data[i];
    if (sample > max_value) sample = max_value;
    to[i] = (uint8_t)((sample * 255 + max_value / 2) / max_value);
  }
}

// In the channels that it has; pixels that need no change stay where they are.
inline bool pnm_decode(const image_file &f, int64_t max_pixels, room *memory, picture *to, pcr_error *error) {
  pnm_header h;
  if (!h.parse(f, error)) return false;
  int64_t pixels = (int64_t)h.width * h.height;
  if (pixels > max_pixels) return fail_limit(error, PCR_OF_PIXELS, "PNM.size", pixels, max_pixels);
  if (pixels > INT64_MAX / 6) return fail_limit(error, PCR_OF_PIXELS, "PNM.size", pixels, INT64_MAX / 6);
  int64_t samples = pixels * h.channels, bytes = samples * (h.max_value > 255 ? 2 : 1), available = f.length - h.length;
  if (available < bytes) return fail_short(error, "PNM.pixels", h.length, bytes, available);
  *to = packed(f.bytes + h.length, h.width, h.height, h.channels);
  if (h.max_value == 255) return true;
  uint8_t *room = memory->reserve((size_t)samples);
  if (room == nullptr) return fail_memory(error, "PNM.pixels", samples);
  pnm_samples(to->pixels, (size_t)samples, h.max_value, room);
  to->pixels = room;
  return true;
}

// What Liquid shards have: a file that is nothing but the shortest header and the pixels of an image whose size is known.
inline bool raw_decode(const image_file &f, int width, int height, int64_t max_pixels, picture *to, pcr_error *error) {
  if (f.length < 2) return fail_short(error, "PNM.magic", 0, 2, f.length);
  if (width < 1 || height < 1) return fail(error, PCR_CORRUPT, "PNM.size", 0, "raw pixels of %d x %d", width, height);
  char header[48];
  int kind = f.bytes[1] == '5' ? 5 : 6, channels = kind == 5 ? 1 : 3;
  int start = snprintf(header, sizeof header, "P%d\n%d %d\n255\n", kind, width, height);
  if (f.length < start) return fail_short(error, "PNM.header", 0, start, f.length);
  if (memcmp(f.bytes, header, (size_t)start) != 0) {
    return fail(error, PCR_CORRUPT, "PNM.header", 0, "not \"P%d\\n%d %d\\n255\\n\", as the image's size asks for", kind, width,
                height);
  }
  int64_t pixels = (int64_t)width * height, rest = f.length - start;
  if (pixels > rest / channels || pixels * channels != rest) {
    return fail(error, PCR_CORRUPT, "PNM.pixels", start, "%lld bytes for %d x %d pixels of %s", (long long)rest, width, height,
                channels == 1 ? "GREY" : "RGB");
  }
  if (pixels > max_pixels) return fail_limit(error, PCR_OF_PIXELS, "Sample.file", pixels, max_pixels);
  *to = packed(f.bytes + start, width, height, channels);
  return true;
}

}  // namespace pcr

#endif
