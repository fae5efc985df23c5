#ifndef PCR_RENDER_ROOM_H
#define PCR_RENDER_ROOM_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace pcr {

// Memory that is used for one image after the other, and grows where one needs more. What it held is lost then.
class room {
 public:
  room() = default;
  room(const room &) = delete;
  room &operator=(const room &) = delete;
  ~room() { free(base_); }

  // With some bytes more than are asked for, so that vector code may read beyond them; null when there are none.
  uint8_t *reserve(size_t bytes) {
    if (bytes > capacity_ || (capacity_ > RETAINED && bytes < capacity_ / 4)) {
      free(base_);
      size_t rounded = (bytes + bytes / 8 + BEHIND + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
      base_ = static_cast<uint8_t *>(aligned_alloc(ALIGNMENT, rounded));
      capacity_ = base_ != nullptr ? rounded - BEHIND : 0;
    }
    return base_;
  }

 private:
  static const size_t ALIGNMENT = 64;
  static const size_t BEHIND = 64;
  static const size_t RETAINED = 16u << 20;  // more is given back when it is not needed any more

  uint8_t *base_ = nullptr;
  size_t capacity_ = 0;
};

}  // namespace pcr

#endif
