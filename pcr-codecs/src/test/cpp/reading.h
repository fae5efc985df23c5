#ifndef PCR_TEST_READING_H
#define PCR_TEST_READING_H

#include "changed_jpeg.h"
#include "jpeg/pcr_jpeg.h"

// A JPEG read twice, with our reader of scans and with libjpeg's, and what differs between the two.
namespace reading {

using namespace damage;
using namespace pcr_jpeg;

static const int MAX_PIXELS = 1 << 23;
static const size_t PIXELS = 1 << 20;

struct Side {
  alignas(8) uint8_t report[REPORT_LENGTH];
  int64_t handle;
  Bytes output;
  int reason;

  explicit Side(bool libjpeg_only) : output(PIXELS) {
    handle = pcr_jpeg_open((int64_t)report);
    pcr_jpeg_limits(handle, MAX_PIXELS, 100);
    session()->libjpeg_only = libjpeg_only;
  }

  ~Side() { pcr_jpeg_close(handle); }

  Session *session() const { return pcr_jpeg_session(handle); }

  int64_t at(Slot slot) const { return session()->report[slot]; }
};

static const char *difference(const Side &a, const Side &b) {
  if (a.reason != b.reason) return "reason";
  if (memcmp(a.report, b.report, 8 * ICC_ADDRESS) != 0) return "facts";
  for (int slot = ICC_LENGTH; slot < SLOT_COUNT; slot++) {
    if (a.at((Slot)slot) != b.at((Slot)slot)) return "report";
  }
  if (strcmp((char *)a.report + ERROR_TEXT_OFFSET, (char *)b.report + ERROR_TEXT_OFFSET) != 0) return "error";
  for (int64_t i = 0; i < a.at(WARNING_COUNT) && i < WARNINGS_KEPT; i++) {
    int64_t text = WARNINGS_OFFSET + i * TEXT_LENGTH;
    if (strcmp((char *)a.report + text, (char *)b.report + text) != 0) return "warning";
  }
  return a.output == b.output ? nullptr : "output";
}

// An input in three pieces, as a reader has it.
struct Pieces {
  Bytes bytes[3];
  int64_t slices[6];

  explicit Pieces(const Bytes &file) {
    size_t first = below(file.size() + 1), second = first + below(file.size() + 1 - first);
    bytes[0].assign(file.begin(), file.begin() + (long)first);
    bytes[1].assign(file.begin() + (long)first, file.begin() + (long)second);
    bytes[2].assign(file.begin() + (long)second, file.end());
    for (int i = 0; i < 3; i++) {
      slices[2 * i] = (int64_t)bytes[i].data();
      slices[2 * i + 1] = (int64_t)bytes[i].size();
    }
  }
};

static void decode(Side *side, const Pieces &in, DecodeArgs args) {
  int64_t components = args.channels, width = side->at(WIDTH), height = side->at(HEIGHT);
  size_t room = width > 0 && width * height <= MAX_PIXELS ? (size_t)(width * height * components) : PIXELS;
  side->output.assign(room, 0);
  args.out = {(int64_t)side->output.data(), (int64_t)side->output.size(), 0};
  side->reason = pcr_jpeg_decode(side->handle, in.slices, 3, (int64_t *)&args);
}

static void read_coefficients(Side *side, const Pieces &in) {
  side->output.assign(PIXELS, 0);
  CoefficientArgs args = {{(int64_t)side->output.data(), (int64_t)side->output.size(), 1 << 28}};
  side->reason = pcr_jpeg_coefficients(side->handle, in.slices, 3, (int64_t *)&args);
  if (!side->at(OUTPUT_SPILLED)) return;
  side->output.resize((size_t)side->at(OUTPUT_LENGTH));
  pcr_jpeg_take(side->handle, (int64_t)side->output.data());
}

static void crop_somewhere(DecodeArgs *args, int64_t width, int64_t height) {
  width = (width * args->scale + DCTSIZE - 1) / DCTSIZE;
  height = (height * args->scale + DCTSIZE - 1) / DCTSIZE;
  args->crop_x = (int64_t)below((size_t)width);
  args->crop_y = (int64_t)below((size_t)height);
  args->crop_width = 1 + (int64_t)below((size_t)(width - args->crop_x));
  args->crop_height = 1 + (int64_t)below((size_t)(height - args->crop_y));
}

}  // namespace reading

#endif
