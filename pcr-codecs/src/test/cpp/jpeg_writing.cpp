// Holds our writer of progressive scans to libjpeg's: any file, with any script, must become the same bytes.
// Arguments: a number of rounds and files. Each round takes a file, changed in up to two ways or not, a
// script made up, and an output that has room for some of it. Prints what became of them; the first
// difference ends it.
#include "writing.h"

using namespace writing;

struct Comparison {
  Side ours, libjpeg;
  long written = 0, refused = 0, bytes = 0;

  explicit Comparison(size_t most_tokens) : ours(false, most_tokens), libjpeg(true, most_tokens) {}

  void round(const Bytes &file, const Script *scripts, size_t room, int64_t limit) {
    ours.transcode(file, scripts, room, limit);
    libjpeg.transcode(file, scripts, room, limit);
    bool same_error =
        strcmp((char *)ours.report + ERROR_TEXT_OFFSET, (char *)libjpeg.report + ERROR_TEXT_OFFSET) == 0;
    if (ours.reason != libjpeg.reason || !same_error || ours.output != libjpeg.output ||
        ours.at(ERROR_NEEDED) != libjpeg.at(ERROR_NEEDED) || ours.at(WARNING_COUNT) != libjpeg.at(WARNING_COUNT)) {
      printf("unlike: reasons %d %s and %d %s, %zu and %zu bytes\n", ours.reason,
             (char *)ours.report + ERROR_TEXT_OFFSET, libjpeg.reason,
             (char *)libjpeg.report + ERROR_TEXT_OFFSET, ours.output.size(), libjpeg.output.size());
      exit(1);
    }
    bool is_ours = ours.session()->writer->libjpeg_start != nullptr;
    if ((ours.reason == NO_ERROR && !is_ours) || libjpeg.session()->writer->libjpeg_start != nullptr) {
      printf("not ours beside libjpeg's\n");
      exit(1);
    }
    (ours.reason == NO_ERROR ? written : refused)++;
    bytes += (long)ours.output.size();
  }
};

int main(int argc, char **argv) {
  static Comparison keeping(MOST_TOKENS), going_twice(0);
  std::vector<Bytes> files;
  for (int i = 2; i < argc; i++) files.push_back(read_file(argv[i]));
  for (long n = atol(argv[1]); n > 0; n--) {
    Bytes file = files[below(files.size())];
    if (below(3)) file = changed(file);
    Script scripts[COLOR_CLASSES];
    for (int i = 0; i < COLOR_CLASSES; i++) scripts[i] = some_script(i == GREY ? 1 : i == FOUR ? 4 : 3);
    size_t room = below(2) ? 1 + below(2 * file.size()) : 4 * file.size() + 4096;
    int64_t limit = below(8) ? OUTPUT_LIMIT : (int64_t)below(2 * file.size() + 1);
    (below(2) ? keeping : going_twice).round(file, scripts, room, limit);
  }
  printf("%ld written, %ld refused, all alike\n", keeping.written + going_twice.written,
         keeping.refused + going_twice.refused);
  return 0;
}
