// libFuzzer's target for reading JPEGs: whole, in part and as coefficients, by our reader of scans and by libjpeg's,
// which must say and give the same; and a part must show what the whole shows.
#include "jpeg_mutator.h"
#include "reading.h"

using namespace reading;

static void stop(const char *what, const Side &ours, const Side &libjpeg) {
  fprintf(stderr, "%s\nours: reason %d %s\nlibjpeg: reason %d %s\n", what, ours.reason,
          (const char *)ours.report + ERROR_TEXT_OFFSET, libjpeg.reason,
          (const char *)libjpeg.report + ERROR_TEXT_OFFSET);
  abort();
}

static void expect_same(const char *what, const Side &ours, const Side &libjpeg) {
  if (difference(ours, libjpeg) != nullptr) stop(what, ours, libjpeg);
}

static void expect_part(const Side &ours, const Side &libjpeg, const Bytes &whole, const DecodeArgs &args, int64_t width) {
  size_t row = (size_t)(args.crop_width * args.channels);
  for (int64_t y = 0; y < args.crop_height; y++) {
    const uint8_t *from = &whole[(size_t)(((args.crop_y + y) * width + args.crop_x) * args.channels)];
    if (memcmp(&ours.output[(size_t)y * row], from, row) != 0) stop("part", ours, libjpeg);
  }
}

static void read_all_ways(Side *ours, Side *libjpeg, const Pieces &in) {
  pcr_jpeg_inspect(ours->handle, in.slices, 3);
  pcr_jpeg_inspect(libjpeg->handle, in.slices, 3);
  int64_t width = ours->at(WIDTH), height = ours->at(HEIGHT);
  if (width * height > (int64_t)fuzz::MOST_PIXELS) return;
  DecodeArgs args = {};
  args.channels = below(2) ? 3 : 1;
  args.scale = 1 << below(4);
  args.block_smoothing = (int64_t)below(2);
  args.plain_upsampling = (int64_t)below(2);
  args.fast_dct = (int64_t)below(2);
  args.midpoint = (int64_t)below(2);
  decode(ours, in, args);
  decode(libjpeg, in, args);
  expect_same("pixels", *ours, *libjpeg);
  if (ours->reason == NO_ERROR) {
    bool sound = ours->at(WARNING_COUNT) == 0;
    Bytes whole = ours->output;
    int64_t row = ours->at(OUTPUT_WIDTH);
    crop_somewhere(&args, width, height);
    decode(ours, in, args);
    decode(libjpeg, in, args);
    expect_same("part by both", *ours, *libjpeg);
    if (sound && ours->reason == NO_ERROR) expect_part(*ours, *libjpeg, whole, args, row);
  }
  read_coefficients(ours, in);
  read_coefficients(libjpeg, in);
  expect_same("coefficients", *ours, *libjpeg);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Side ours(false), libjpeg(true);
  if (size <= fuzz::CHOICES) return 0;
  uint32_t choices;
  memcpy(&choices, data, sizeof choices);
  random_bits.seed(choices);
  read_all_ways(&ours, &libjpeg, Pieces(Bytes(data + fuzz::CHOICES, data + size)));
  return 0;
}
