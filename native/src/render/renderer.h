#ifndef PCR_RENDER_RENDERER_H
#define PCR_RENDER_RENDERER_H

#include "../jpeg/decode.h"
#include "../png/pcr_png.h"
#include "../resize/resize.h"
#include "../webp/pcr_webp.h"
#include "bmp.h"
#include "jpeg_failure.h"
#include "plan.h"
#include "pnm.h"

namespace pcr {

// One thread's memory, and what it does with an image.
class renderer {
 public:
  renderer() = default;
  renderer(const renderer &) = delete;
  renderer &operator=(const renderer &) = delete;
  ~renderer() {
    if (session_ != nullptr) pcr_jpeg::free_session(session_);
  }

  bool open() {
    session_ = static_cast<pcr_jpeg::Session *>(calloc(1, sizeof(pcr_jpeg::Session)));
    if (session_ == nullptr) return false;
    session_->report.attach(report_);
    session_->keeps_reader = true;
    session_->stops_early = true;
    session_->leaves_margin = true;
    return true;
  }

  // Returns whether all views have been rendered; if not, the error says why.
  bool render(const pcr_limits &limits, const pcr_shape &shape, const pcr_image &image, pcr_error *error) {
    error->code = PCR_OK;
    limits_ = limits;
    if (image.slice_count < 1 || image.slice_count > pcr_jpeg::MAX_SLICES) {
      return fail(error, PCR_BAD_ARGUMENT, "pcr_image.slice_count", 0, "%lld slices", (long long)image.slice_count);
    }
    if (image.width < 1 || image.height < 1) {
      return fail(error, PCR_BAD_ARGUMENT, "pcr_image.width", 0, "%d x %d pixels", image.width, image.height);
    }
    int64_t room = INT64_MAX;
    for (int64_t i = 0; i < image.slice_count; i++) {
      int64_t length = image.slices[i].length;
      if (length < 0 || length > room) {
        return fail(error, PCR_BAD_ARGUMENT, "pcr_slice.length", 0, "%lld bytes in slice %lld", (long long)length,
                    (long long)i);
      }
      room -= length;
    }
    for (int64_t i = 0; i < image.view_count; i++) {
      if (!is_sound(image, image.views[i])) {
        return fail(error, PCR_BAD_ARGUMENT, "pcr_image.views", 0, "view %lld is not in %d x %d pixels", (long long)i,
                    image.width, image.height);
      }
    }
    if (image.view_count < 1) return true;
    region part = plan(image, shape);
    picture decoded;
    return decode(image, part, shape.channels, &decoded, error) && resize(shape, image, part, decoded, error);
  }

 private:
  bool decode(const pcr_image &image, const region &part, int channels, picture *to, pcr_error *error) {
    int64_t pixels = (int64_t)part.width * part.height;
    if (pixels > limits_.max_pixels) return fail_limit(error, PCR_OF_PIXELS, "image.size", pixels, limits_.max_pixels);
    int64_t bytes = ((int64_t)part.width + JPEG_COLUMNS) * ((int64_t)part.height + JPEG_ROWS) * channels;
    uint8_t *room = pixels_.reserve((size_t)bytes);
    if (room == nullptr) return fail_memory(error, "image.size", bytes);
    *to = packed(room, part.width, part.height, channels);
    if (image.encoding == PCR_PROGRESSIVE_JPEG || image.encoding == PCR_JPEG) {
      return decode_jpeg(image, part, bytes, to, error);
    }
    picture whole;
    if (!decode_whole(image, channels, &whole, error)) return false;
    if (!has_size(image, whole.width, whole.height)) return contradiction(image, error);
    take_region(whole, part, channels, room);
    return true;
  }

  // Views are meant for an image of this size: of a larger one they would show a corner.
  static bool has_size(const pcr_image &image, int width, int height) {
    return image.width == width && image.height == height;
  }

  static bool contradiction(const pcr_image &image, pcr_error *error) {
    return fail(error, PCR_CONTRADICTION, "image.size", 0, "the image is not %d x %d", image.width, image.height);
  }

  bool decode_jpeg(const pcr_image &image, const region &part, int64_t bytes, picture *to, pcr_error *error) {
    pcr_jpeg::Session *s = session_;
    for (int64_t i = 0; i < image.slice_count; i++) {
      s->slices[i] = {static_cast<const uint8_t *>(image.slices[i].data), (size_t)image.slices[i].length};
    }
    s->slice_count = (size_t)image.slice_count;
    s->max_pixels = limits_.max_pixels;
    s->max_scans = image.encoding == PCR_JPEG ? limits_.max_input_scans : limits_.max_stored_scans;
    pcr_jpeg::DecodeArgs args = {};
    args.out = {(int64_t)(intptr_t)to->pixels, bytes, bytes};
    args.channels = to->channels;
    args.scale = part.eighths;
    args.crop_x = part.x;
    args.crop_y = part.y;
    args.crop_width = part.width;
    args.crop_height = part.height;
    args.midpoint = image.midpoint;
    int reason = pcr_jpeg::run(s, pcr_jpeg::decode, &args);
    if (reason != pcr_jpeg::NO_ERROR) return jpeg_failure(image, reason, error);
    if (!has_size(image, (int)s->in.image_width, (int)s->in.image_height)) return contradiction(image, error);
    to->pixels += s->placed.offset;
    to->stride = s->placed.stride;
    return true;
  }

  bool jpeg_failure(const pcr_image &image, int reason, pcr_error *error) {
    if (reason == pcr_jpeg::BAD_ARGUMENT) return contradiction(image, error);
    return pcr::jpeg_failure(session_->report, reason, error);
  }

  // All pixels of an image that is no JPEG.
  bool decode_whole(const pcr_image &image, int channels, picture *to, pcr_error *error) {
    image_file file;
    if (!in_one_piece(image, &file, error)) return false;
    switch (image.encoding) {
      case PCR_PNG: return decode_png(file, channels, to, error);
      case PCR_WEBP: return decode_webp(file, channels, to, error);
      case PCR_BMP: return bmp_decode(file, limits_.max_pixels, &whole_, to, error) && convert(channels, to, error);
      case PCR_RAW: return raw_decode(file, image.width, image.height, limits_.max_pixels, to, error);
      case PCR_PNM: return pnm_decode(file, limits_.max_pixels, &whole_, to, error) && convert(channels, to, error);
      default: return fail(error, PCR_UNSUPPORTED, "pcr_image.encoding", 0, "no decoder for encoding %d", image.encoding);
    }
  }

  bool in_one_piece(const pcr_image &image, image_file *file, pcr_error *error) {
    const pcr_slice *slices = image.slices;
    *file = {static_cast<const uint8_t *>(slices[0].data), slices[0].length};
    if (image.slice_count == 1) return true;
    int64_t length = 0;
    for (int64_t i = 0; i < image.slice_count; i++) length += slices[i].length;
    uint8_t *to = file_.reserve((size_t)length);
    if (to == nullptr) return fail_memory(error, "image", length);
    *file = {to, length};
    for (int64_t i = 0; i < image.slice_count; i++) {
      if (slices[i].length > 0) memcpy(to, slices[i].data, (size_t)slices[i].length);
      to += slices[i].length;
    }
    return true;
  }

  // To grey, or to equal channels.
  bool convert(int channels, picture *image, pcr_error *error) {
    if (image->channels == channels) return true;
    size_t pixels = (size_t)image->width * (size_t)image->height;
    uint8_t *to = converted_.reserve(pixels * (size_t)channels);
    if (to == nullptr) return fail_memory(error, "image.pixels", (int64_t)pixels * channels);
    if (channels == 1) {
      rgb_to_luma(image->pixels, to, pixels);
    } else {
      grey_to_rgb(image->pixels, to, pixels);
    }
    *image = packed(to, image->width, image->height, channels);
    return true;
  }

  bool decode_png(const image_file &file, int channels, picture *to, pcr_error *error) {
    int64_t header[4];
    int found = pcr_png_info(file.bytes, file.length, header);
    if (found != 0) return codec_failure("PNG.data", pcr_png_reason(found), pcr_png_message(found), "libspng", error);
    uint8_t *room = pixel_room("PNG", header[0], header[1], channels, limits_.max_pixels, &whole_, error);
    if (room == nullptr) return false;
    *to = packed(room, (int)header[0], (int)header[1], channels);
    found = pcr_png_decode(file.bytes, file.length, channels, room, header[0] * header[1] * channels);
    return found == 0 || codec_failure("PNG.data", pcr_png_reason(found), pcr_png_message(found), "libspng", error);
  }

  bool decode_webp(const image_file &file, int channels, picture *to, pcr_error *error) {
    int64_t header[4];
    int found = pcr_webp_info(file.bytes, file.length, header);
    if (found != 0) {
      return codec_failure("WebP.header", pcr_webp_decode_reason(found), pcr_webp_decode_message(found), "libwebp", error);
    }
    if (header[3] != 0) return fail(error, PCR_UNSUPPORTED, "WebP.ANIM", 0, "an animated WebP");
    uint8_t *room = pixel_room("WebP", header[0], header[1], channels, limits_.max_pixels, &whole_, error);
    if (room == nullptr) return false;
    *to = packed(room, (int)header[0], (int)header[1], channels);
    found = pcr_webp_decode(file.bytes, file.length, channels, room, header[0] * header[1] * channels);
    return found == 0 ||
           codec_failure("WebP.data", pcr_webp_decode_reason(found), pcr_webp_decode_message(found), "libwebp", error);
  }

  static bool codec_failure(const char *field, int reason, const char *words, const char *library, pcr_error *error) {
    pcr_code code = reason == REASON_UNSUPPORTED ? PCR_UNSUPPORTED
                    : reason == REASON_NO_MEMORY ? PCR_OUT_OF_MEMORY
                    : reason == REASON_CHUNKS    ? PCR_OVER_LIMIT
                                                 : PCR_CORRUPT;
    fail(error, code, field, 0, "%s (%s)", words, library);
    if (reason == REASON_CHUNKS) error->quantity = PCR_OF_CHUNKS;
    return false;
  }

  // A view sees no pixel outside itself, whatever other views there are: it is cut out, and then brought to its size.
  bool resize(const pcr_shape &shape, const pcr_image &image, const region &part, const picture &from, pcr_error *error) {
    double ratio = part.eighths / 8.0;
    for (int64_t i = 0; i < image.view_count; i++) {
      const pcr_view &view = image.views[i];
      region own = region_of(image, view, part.eighths);
      const uint8_t *pixels = from.row(own.y - part.y) + (int64_t)(own.x - part.x) * from.channels;
      double x = view.x * ratio - own.x, y = view.y * ratio - own.y;
      resize_box box = {x, y, std::fmin(view.width * ratio, own.width - x), std::fmin(view.height * ratio, own.height - y)};
      resize_job job = {pixels, own.width, own.height, from.channels, from.stride, static_cast<uint8_t *>(view.out), shape.width,
                        shape.height, shape.row_stride, shape.plane_stride, view.flipped != 0, shape.planar != 0,
                        shape.antialias != 0};
      int64_t bytes = resize_scratch(job, box);
      if (bytes > MAX_SCRATCH) {
        fail_limit(error, PCR_OF_MEMORY, "image.size", bytes, MAX_SCRATCH);
        return false;
      }
      uint8_t *scratch = scratch_.reserve((size_t)bytes);
      if (scratch == nullptr) return fail_memory(error, "image.size", bytes);
      pcr::resize(job, box, scratch);
    }
    return true;
  }

  // What a JPEG's decoder may leave around a region.
  static const int JPEG_COLUMNS = 2 * pcr_jpeg::CROP_MARGIN + MAX_SAMP_FACTOR * DCTSIZE;
  static const int JPEG_ROWS = pcr_jpeg::CROP_MARGIN;

  static const int64_t MAX_SCRATCH = (int64_t)1 << 30;

  pcr_limits limits_ = {};
  pcr_jpeg::Session *session_ = nullptr;
  alignas(64) uint8_t report_[pcr_jpeg::REPORT_LENGTH];
  room file_, whole_, converted_, pixels_, scratch_;
};

}  // namespace pcr

#endif
