#ifndef PCR_JPEG_BYTE_CURSOR_H
#define PCR_JPEG_BYTE_CURSOR_H

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pcr_jpeg {

struct Slice {
  const uint8_t *data;
  size_t length;
};

// The bytes of several slices read as one sequence. Never reads outside them.
class ByteCursor {
 public:
  ByteCursor(const Slice *slices, size_t count) : slice_(slices), end_(slices + count) { settle(); }

  // Offset in the sequence of the byte that get() returns next.
  int64_t position() const { return base_ + (int64_t)at_; }

  // The next byte, or -1 behind the last.
  int get() {
    if (slice_ == end_) return -1;
    int value = slice_->data[at_++];
    settle();
    return value;
  }

  // A big-endian 16-bit number, or -1 when the bytes end before it.
  int get_u16() {
    int high = get();
    int low = get();
    return high < 0 || low < 0 ? -1 : (high << 8) | low;
  }

  // Copies up to n bytes; returns how many there were.
  size_t read(uint8_t *to, size_t n) {
    size_t done = 0;
    while (done < n && slice_ != end_) {
      size_t part = slice_->length - at_;
      if (part > n - done) part = n - done;
      memcpy(to + done, slice_->data + at_, part);
      done += part;
      at_ += part;
      settle();
    }
    return done;
  }

  // Moves n bytes on; returns how many there were.
  size_t skip(size_t n) {
    size_t done = 0;
    while (done < n && slice_ != end_) {
      size_t part = slice_->length - at_;
      if (part > n - done) part = n - done;
      done += part;
      at_ += part;
      settle();
    }
    return done;
  }

  // Moves to the next 0xFF without passing it; false when there is none.
  bool find_ff() {
    while (slice_ != end_) {
      const void *hit = memchr(slice_->data + at_, 0xFF, slice_->length - at_);
      if (hit != nullptr) {
        at_ = (size_t)((const uint8_t *)hit - slice_->data);
        return true;
      }
      at_ = slice_->length;
      settle();
    }
    return false;
  }

 private:
  void settle() {
    while (slice_ != end_ && at_ == slice_->length) {
      base_ += (int64_t)slice_->length;
      at_ = 0;
      slice_++;
    }
  }

  const Slice *slice_;
  const Slice *end_;
  size_t at_ = 0;
  int64_t base_ = 0;
};

}  // namespace pcr_jpeg

#endif
