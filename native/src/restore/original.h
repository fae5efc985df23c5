#ifndef PCR_RESTORE_ORIGINAL_H
#define PCR_RESTORE_ORIGINAL_H

#include <memory>

#include "../jpeg/decode.h"
#include "../jpeg/rebuild.h"
#include "../render/failure.h"
#include "../render/jpeg_failure.h"

namespace pcr {

// Follows a restore recipe: from a sample's slices and a recipe's literals to the original file.
class original {
 public:
  original() : session_(static_cast<pcr_jpeg::Session *>(calloc(1, sizeof(pcr_jpeg::Session)))) {
    if (session_ != nullptr) session_->report.attach(report_);
  }
  original(const original &) = delete;
  original &operator=(const original &) = delete;
  ~original() {
    if (session_ != nullptr) pcr_jpeg::free_session(session_);
  }

  // Returns how many bytes the original has, or -1 when the error says why there is none.
  int64_t rebuild(const pcr_limits &limits, const pcr_slice *slices, int64_t slice_count, const pcr_slice *literals,
                  int64_t literal_count, void *out, int64_t room, pcr_error *error) {
    pcr_jpeg::Session *s = session_;
    if (s == nullptr) {
      fail_memory(error, "pcr_rebuild", sizeof *s);
      return -1;
    }
    if (room < 1 || !take(s->slices, slices, slice_count, pcr_jpeg::MAX_SLICES) ||
        !take(s->segments, literals, literal_count, pcr_jpeg::MAX_SEGMENTS)) {
      fail(error, PCR_BAD_ARGUMENT, "pcr_rebuild", 0, "%lld slices, %lld literals, room for %lld bytes", (long long)slice_count,
           (long long)literal_count, (long long)room);
      return -1;
    }
    s->slice_count = (size_t)slice_count;
    s->segment_count = (size_t)literal_count;
    s->max_pixels = limits.max_pixels;
    s->max_scans = limits.max_input_scans;
    pcr_jpeg::RestoreArgs args = {{(int64_t)(intptr_t)out, room, room}};
    int reason = pcr_jpeg::run(s, pcr_jpeg::restore, &args);
    if (reason != pcr_jpeg::NO_ERROR) {
      jpeg_failure(s->report, reason, error);
      return -1;
    }
    int64_t length = s->report[pcr_jpeg::OUTPUT_LENGTH];
    // Where the last byte fills the room, libjpeg has asked for more.
    if (s->report[pcr_jpeg::OUTPUT_SPILLED]) memcpy(out, s->sink.base, (size_t)length);
    return length;
  }

 private:
  static bool take(pcr_jpeg::Slice *to, const pcr_slice *from, int64_t count, int64_t most) {
    if (count < 1 || count > most) return false;
    for (int64_t i = 0; i < count; i++) {
      if (from[i].length < 0) return false;
      to[i] = {static_cast<const uint8_t *>(from[i].data), (size_t)from[i].length};
    }
    return true;
  }

  pcr_jpeg::Session *session_;
  alignas(8) uint8_t report_[pcr_jpeg::REPORT_LENGTH];
};

}  // namespace pcr

#endif
