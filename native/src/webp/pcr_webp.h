#ifndef PCR_WEBP_H
#define PCR_WEBP_H

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#include <webp/decode.h>
#include <webp/encode.h>

#include "../pixels/luma.h"
#include "../pixels/memory.h"
#include "../pixels/reason.h"

namespace pcr {

struct webp_output {
  uint8_t *next;
  size_t room;
  bool is_full;
};

// The encoder's sink: the caller's buffer, and an error where it ends.
inline int webp_write(const uint8_t *bytes, size_t length, const WebPPicture *picture) {
  webp_output *output = static_cast<webp_output *>(picture->custom_ptr);
  if (length > output->room) {
    output->is_full = true;
    return 0;
  }
  memcpy(output->next, bytes, length);
  output->next += length;
  output->room -= length;
  return 1;
}

struct webp_picture {
  WebPPicture picture;
  bool valid;
  webp_picture() : valid(WebPPictureInit(&picture) != 0) {}
  ~webp_picture() { if (valid) WebPPictureFree(&picture); }
  webp_picture(const webp_picture &) = delete;
  webp_picture &operator=(const webp_picture &) = delete;
};

// channels: 3, or 4 with alpha, not multiplied in.
inline int webp_decode_rgb(const uint8_t *webp, size_t length, int width, int channels, uint8_t *rgb,
                           size_t rgb_length) {
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return VP8_STATUS_INVALID_PARAM;
  config.output.colorspace = channels == 4 ? MODE_RGBA : MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = rgb;
  config.output.u.RGBA.stride = width * channels;
  config.output.u.RGBA.size = rgb_length;
  int status = WebPDecode(webp, length, &config);
  WebPFreeDecBuffer(&config.output);
  return status;
}

inline int webp_decode(const uint8_t *webp, size_t length, int channels, uint8_t *out, size_t out_length) {
  WebPBitstreamFeatures features;
  int status = WebPGetFeatures(webp, length, &features);
  if (status != VP8_STATUS_OK) return status;
  size_t pixels = (size_t)features.width * (size_t)features.height;
  if (pixels * (size_t)channels != out_length) return VP8_STATUS_INVALID_PARAM;
  if (channels != 1) return webp_decode_rgb(webp, length, features.width, channels, out, out_length);
  std::unique_ptr<uint8_t[]> rgb(new (std::nothrow) uint8_t[pixels * 3]);
  if (!rgb) return VP8_STATUS_OUT_OF_MEMORY;
  status = webp_decode_rgb(webp, length, features.width, 3, rgb.get(), pixels * 3);
  if (status == VP8_STATUS_OK) rgb_to_luma(rgb.get(), out, pixels);
  return status;
}

// FNV-1a, to compare what was written with what is written again.
inline uint64_t webp_digest(const void *bytes, int64_t length) {
  uint64_t digest = 14695981039346656037u;
  for (int64_t i = 0; i < length; i++) digest = (digest ^ static_cast<const uint8_t *>(bytes)[i]) * 1099511628211u;
  return digest;
}

inline int64_t webp_encode_error(WebPEncodingError error) {
  return error == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY ? VP8_ENC_ERROR_OUT_OF_MEMORY : error;
}

inline int64_t webp_encode(const void *pixels, int width, int height, int channels, int lossless, float quality,
                           int method, void *out, int64_t out_length) {
  WebPConfig config;
  webp_picture owner;
  if (!owner.valid || !WebPConfigInit(&config)) return -VP8_ENC_ERROR_INVALID_CONFIGURATION;
  config.lossless = lossless;
  config.exact = lossless;
  config.quality = quality;
  config.method = method;
  WebPPicture *picture = &owner.picture;
  picture->width = width;
  picture->height = height;
  picture->use_argb = lossless;
  webp_output output = {static_cast<uint8_t *>(out), (size_t)out_length, false};
  picture->writer = webp_write;
  picture->custom_ptr = &output;
  const uint8_t *rgb = static_cast<const uint8_t *>(pixels);
  std::unique_ptr<uint8_t[]> widened;
  if (channels == 1) {
    size_t count = (size_t)width * (size_t)height;
    widened.reset(new (std::nothrow) uint8_t[count * 3]);
    if (!widened) return -VP8_ENC_ERROR_OUT_OF_MEMORY;
    grey_to_rgb(rgb, widened.get(), count);
    rgb = widened.get();
  }
  if (!WebPPictureImportRGB(picture, rgb, width * 3)) return -VP8_ENC_ERROR_OUT_OF_MEMORY;
  if (!WebPEncode(&config, picture)) {
    if (output.is_full) return -VP8_ENC_ERROR_BAD_WRITE;
    // A sink that fails leaves no error code behind.
    return picture->error_code == VP8_ENC_OK ? -VP8_ENC_ERROR_BAD_WRITE : -webp_encode_error(picture->error_code);
  }
  return output.next - static_cast<uint8_t *>(out);
}

}  // namespace pcr

// header: width, height, has alpha, has animation. Returns a VP8StatusCode.
static inline int pcr_webp_info(const void *webp, int64_t length, int64_t *header) {
  WebPBitstreamFeatures features;
  int status = WebPGetFeatures(static_cast<const uint8_t *>(webp), (size_t)length, &features);
  if (status != VP8_STATUS_OK) return status;
  header[0] = features.width;
  header[1] = features.height;
  header[2] = features.has_alpha;
  header[3] = features.has_animation;
  return VP8_STATUS_OK;
}

// out holds width * height * channels bytes, as the caller has computed from the same header.
static inline int pcr_webp_decode(const void *webp, int64_t length, int channels, void *out, int64_t out_length) {
  return pcr::with_memory<int>(
      [&] {
        return pcr::webp_decode(static_cast<const uint8_t *>(webp), (size_t)length, channels,
                                static_cast<uint8_t *>(out), (size_t)out_length);
      },
      [](int status) { return status == VP8_STATUS_OK; }, VP8_STATUS_OUT_OF_MEMORY,
      pcr::MEMORY_OF_A_CODEC + (size_t)out_length);
}

// Returns the bytes written, or a negative WebPEncodingError, -VP8_ENC_ERROR_BAD_WRITE when out is too small.
// Where libwebp finds no memory it may write a damaged file and call that success. Where it may be so, the image is
// written once more, and what differs is not given out.
static inline int64_t pcr_webp_encode(const void *pixels, int width, int height, int channels, int lossless,
                                      float quality, int method, void *out, int64_t out_length) {
  auto encode = [&] {
    return pcr::webp_encode(pixels, width, height, channels, lossless, quality, method, out, out_length);
  };
  auto is_good = [](int64_t result) { return result >= 0; };
  const int64_t no_memory = -VP8_ENC_ERROR_OUT_OF_MEMORY;
  size_t bytes = pcr::MEMORY_OF_A_CODEC + (size_t)width * (size_t)height * 4;
  pcr::memory_watch memory;
  int64_t first = pcr::with_memory<int64_t>(encode, is_good, no_memory, bytes);
  if (first < 0 || !memory.may_have_run_out()) return first;
  uint64_t digest = pcr::webp_digest(out, first);
  int64_t second = encode();
  return second == first && pcr::webp_digest(out, second) == digest ? first : no_memory;
}

// Of a VP8StatusCode.
static inline int pcr_webp_decode_reason(int status) {
  switch (status) {
    case VP8_STATUS_OK: return pcr::REASON_NONE;
    case VP8_STATUS_OUT_OF_MEMORY: return pcr::REASON_NO_MEMORY;
    case VP8_STATUS_UNSUPPORTED_FEATURE: return pcr::REASON_UNSUPPORTED;
    default: return pcr::REASON_CORRUPT;
  }
}

// libwebp has no words of its own.
static inline const char *pcr_webp_decode_message(int status) {
  switch (status) {
    case VP8_STATUS_OUT_OF_MEMORY: return "out of memory";
    case VP8_STATUS_INVALID_PARAM: return "sizes that contradict each other";
    case VP8_STATUS_BITSTREAM_ERROR: return "bitstream error";
    case VP8_STATUS_UNSUPPORTED_FEATURE: return "unsupported feature";
    case VP8_STATUS_SUSPENDED:
    case VP8_STATUS_NOT_ENOUGH_DATA: return "truncated: not enough data";
    default: return "unknown status";
  }
}

// Of a WebPEncodingError.
static inline int pcr_webp_encode_reason(int error) {
  switch (error) {
    case VP8_ENC_OK: return pcr::REASON_NONE;
    case VP8_ENC_ERROR_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: return pcr::REASON_NO_MEMORY;
    case VP8_ENC_ERROR_BAD_WRITE: return pcr::REASON_OUTPUT_FULL;
    default: return pcr::REASON_UNSUPPORTED;
  }
}

static inline const char *pcr_webp_encode_message(int error) {
  switch (error) {
    case VP8_ENC_ERROR_OUT_OF_MEMORY:
    case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: return "out of memory";
    case VP8_ENC_ERROR_BAD_DIMENSION: return "more than 16383 pixels wide or high";
    case VP8_ENC_ERROR_PARTITION0_OVERFLOW: return "partition 0 is bigger than 512 KiB";
    case VP8_ENC_ERROR_PARTITION_OVERFLOW: return "a partition is bigger than 16 MiB";
    case VP8_ENC_ERROR_BAD_WRITE: return "the output buffer is full";
    case VP8_ENC_ERROR_FILE_TOO_BIG: return "the image is bigger than 4 GiB";
    default: return "unknown encoding error";
  }
}

#endif
