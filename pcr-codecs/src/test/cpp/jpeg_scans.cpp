// Holds our reader of progressive scans to libjpeg's: on any file both must end with the same pixels,
// coefficients, warnings, errors and places in the input. Arguments: "whole" and files, each of which is
// decoded at every scale, whole and in part; or a number of rounds and files, each round taking one of
// them, changed in up to two ways. Prints what became of them; the first difference ends it.
#include "changed_jpeg.h"
#include "jpeg/pcr_jpeg.h"

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

struct Comparison {
  Side ours{false}, libjpeg{true};
  long decoded = 0, warned = 0, refused = 0;
  long taken = 0;  // by our reader

  void expect_same(const char *what) const {
    const char *unlike = difference(ours, libjpeg);
    if (unlike == nullptr) return;
    printf("%s: another %s\n", what, unlike);
    print("ours", ours);
    print("libjpeg", libjpeg);
    exit(1);
  }

  static void print(const char *name, const Side &side) {
    printf("%s: reason %d %s, %ld warnings, first %s\n", name, side.reason,
           (const char *)side.report + ERROR_TEXT_OFFSET, (long)side.at(WARNING_COUNT),
           (const char *)side.report + WARNINGS_OFFSET);
  }

  void inspect(const Pieces &in) {
    pcr_jpeg_inspect(ours.handle, in.slices, 3);
    pcr_jpeg_inspect(libjpeg.handle, in.slices, 3);
  }

  void pixels(const Pieces &in, const DecodeArgs &args) {
    inspect(in);
    decode(&ours, in, args);
    decode(&libjpeg, in, args);
    taken += ours.session()->progressive.libjpeg_consume != nullptr;
    expect_same("pixels");
    bool fine = ours.reason == NO_ERROR;
    (fine ? decoded : refused)++;
    warned += fine && ours.at(WARNING_COUNT) > 0;
  }

  void coefficients(const Pieces &in) {
    read_coefficients(&ours, in);
    read_coefficients(&libjpeg, in);
    expect_same("coefficients");
  }

  // A whole image at each scale, and a part of it.
  void whole(const Bytes &file) {
    Pieces in(file);
    for (int scale = 1; scale <= DCTSIZE; scale *= 2) {
      DecodeArgs args = {};
      args.channels = 3;
      args.scale = scale;
      args.block_smoothing = (int64_t)below(2);
      pixels(in, args);
      args.channels = below(2) ? 3 : 1;
      crop_somewhere(&args, ours.at(WIDTH), ours.at(HEIGHT));
      pixels(in, args);
    }
    coefficients(in);
  }

  void round(const Bytes &file) {
    Pieces in(changed(file));
    inspect(in);
    DecodeArgs args = {};
    args.channels = below(2) ? 3 : 1;
    args.scale = 1 << below(4);
    args.block_smoothing = (int64_t)below(2);
    args.plain_upsampling = (int64_t)below(2);
    if (below(2) && ours.at(WIDTH) > 0 && ours.at(HEIGHT) > 0) {
      crop_somewhere(&args, ours.at(WIDTH), ours.at(HEIGHT));
    }
    pixels(in, args);
    coefficients(in);
  }
};

int main(int argc, char **argv) {
  static Comparison comparison;
  std::vector<Bytes> files;
  for (int i = 2; i < argc; i++) files.push_back(read_file(argv[i]));
  if (strcmp(argv[1], "whole") == 0) {
    for (const Bytes &file : files) comparison.whole(file);
  }
  for (long n = atol(argv[1]); n > 0; n--) comparison.round(files[below(files.size())]);
  if (comparison.taken == 0 || comparison.libjpeg.session()->progressive.libjpeg_consume != nullptr) {
    printf("not ours beside libjpeg's\n");
    return 1;
  }
  printf("%ld decoded (%ld of them with warnings), %ld refused, all alike\n", comparison.decoded,
         comparison.warned, comparison.refused);
  return 0;
}
