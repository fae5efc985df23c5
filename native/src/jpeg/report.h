#ifndef PCR_JPEG_REPORT_H
#define PCR_JPEG_REPORT_H

#include <cstdint>
#include <cstdio>
#include <cstring>

// The block of memory in which a call leaves its answer. Java owns it and reads it with the same
// names (io.pcr.codecs.internal.JpegReport).
namespace pcr_jpeg {

enum Slot {
  WIDTH,
  HEIGHT,
  COMPONENTS,
  COLOR_SPACE,
  SOF_MARKER,
  RESTART_INTERVAL,
  JFIF_SEEN,
  ADOBE_TRANSFORM,  // -1: no Adobe marker
  ORIENTATION,      // 0: not stated
  ICC_ADDRESS,
  ICC_LENGTH,
  SOURCE_SCANS,
  SOURCE_END,      // offset behind EOI, or the length when there is none
  SOURCE_HAS_EOI,
  OUTPUT_WIDTH,
  OUTPUT_HEIGHT,
  OUTPUT_LENGTH,
  OUTPUT_SPILLED,  // the output did not fit and waits to be taken
  SCAN_COUNT,
  REPRODUCTION,
  MISMATCH_OFFSET,
  ENTROPY_COUNT,
  WARNING_COUNT,
  ERROR_REASON,
  ERROR_OFFSET,
  ERROR_NEEDED,
  ERROR_LIMIT,
  ERROR_QUANTITY,
  SLOT_COUNT
};

static const int SCAN_ENDS_CAPACITY = 128;
static const int SCAN_ENDS_OFFSET = 8 * SLOT_COUNT;
static const int ENTROPY_RANGES_OFFSET = SCAN_ENDS_OFFSET + 8 * SCAN_ENDS_CAPACITY;
static const int ERROR_TEXT_OFFSET = ENTROPY_RANGES_OFFSET + 16 * SCAN_ENDS_CAPACITY;
static const int TEXT_LENGTH = 256;
static const int WARNINGS_KEPT = 16;
static const int WARNINGS_OFFSET = ERROR_TEXT_OFFSET + TEXT_LENGTH;
static const int REPORT_LENGTH = WARNINGS_OFFSET + WARNINGS_KEPT * TEXT_LENGTH;

enum Reason { NO_ERROR = 0, CORRUPT = 1, UNSUPPORTED = 2, OVER_LIMIT = 3, BAD_ARGUMENT = 4, UNPROVED = 5, OUT_OF_MEMORY = 6 };

// What there is too much of: in ERROR_QUANTITY, with the reason OVER_LIMIT.
enum Quantity { OF_OTHER = 0, OF_PIXELS = 1, OF_SCANS = 2, OF_OUTPUT = 3, OF_BUFFER = 4 };

enum Reproduction { NOT_TRIED = 0, EXACT = 1, DIFFERENT = 2, NOT_REPRODUCIBLE = 3 };

class Report {
 public:
  void attach(void *block) { block_ = (uint8_t *)block; }

  void clear() {
    memset(block_, 0, 8 * SLOT_COUNT);
    (*this)[ADOBE_TRANSFORM] = -1;
    block_[ERROR_TEXT_OFFSET] = 0;
  }

  int64_t &operator[](Slot slot) { return ((int64_t *)block_)[slot]; }

  void scan_end(int i, int64_t offset) { ((int64_t *)(block_ + SCAN_ENDS_OFFSET))[i] = offset; }

  void entropy_range(int i, int64_t start, int64_t end) {
    int64_t *ranges = (int64_t *)(block_ + ENTROPY_RANGES_OFFSET);
    ranges[2 * i] = start;
    ranges[2 * i + 1] = end;
  }

  char *error_text() { return (char *)block_ + ERROR_TEXT_OFFSET; }

  char *warning_text(int i) { return (char *)block_ + WARNINGS_OFFSET + i * TEXT_LENGTH; }

 private:
  uint8_t *block_;
};

}  // namespace pcr_jpeg

#endif
