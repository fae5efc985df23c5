// Holds our reader of progressive scans to libjpeg's: on any file both must end with the same pixels,
// coefficients, warnings, errors and places in the input. Arguments: "whole" and files, each of which is
// decoded at every scale, whole and in part; or a number of rounds and files, each round taking one of
// them, changed in up to two ways. Prints what became of them; the first difference ends it.
#include "reading.h"

using namespace reading;

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
      args.midpoint = (int64_t)below(2);
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
    args.midpoint = (int64_t)below(2);
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
