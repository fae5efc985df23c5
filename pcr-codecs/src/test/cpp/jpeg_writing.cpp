// Holds our writer of progressive scans to libjpeg's: any file, with any script, must become the same bytes.
// Arguments: a number of rounds and files. Each round takes a file, changed in up to two ways or not, a
// script made up, and an output that has room for some of it. Prints what became of them; the first
// difference ends it.
#include "changed_jpeg.h"
#include "jpeg/pcr_jpeg.h"

using namespace damage;
using namespace pcr_jpeg;

static const int MAX_PIXELS = 1 << 23;
static const int MOST_COMPONENTS = 4;
static const int MOST_LEFT_OUT = 10;  // low bits, when a band is begun
static const int64_t OUTPUT_LIMIT = 1 << 28;

struct Script {
  std::vector<int32_t> numbers;
  int scans = 0;

  void add(const std::vector<int> &components, int first, int last, int high, int low) {
    numbers.push_back((int32_t)components.size());
    for (size_t i = 0; i < MOST_COMPONENTS; i++) numbers.push_back(i < components.size() ? components[i] : 0);
    for (int number : {first, last, high, low}) numbers.push_back(number);
    scans++;
  }

  void add_refined(const std::vector<int> &components, int first, int last) {
    int low = (int)below(MOST_LEFT_OUT + 1);
    add(components, first, last, 0, low);
    for (; low > 0; low--) add(components, first, last, low, low - 1);
  }
};

// Each component's coefficients in bands of their own.
static Script some_script(int components) {
  Script script;
  std::vector<int> all;
  for (int i = 0; i < components; i++) all.push_back(i);
  script.add_refined(all, 0, 0);
  for (int i : all) {
    for (int first = 1; first < DCTSIZE2;) {
      int last = below(3) ? first + (int)below((size_t)(DCTSIZE2 - first)) : DCTSIZE2 - 1;
      script.add_refined({i}, first, last);
      first = last + 1;
      if (script.scans > MAX_SCANS_KEPT / 2) break;  // what is left out stays zero
    }
  }
  return script;
}

struct Side {
  alignas(8) uint8_t report[REPORT_LENGTH];
  int64_t handle;
  Bytes output;
  int reason = 0;

  Side(bool libjpeg_only, size_t most_tokens) {
    handle = pcr_jpeg_open((int64_t)report);
    pcr_jpeg_limits(handle, MAX_PIXELS, MAX_SCANS_KEPT);
    session()->libjpeg_only = libjpeg_only;
    session()->writer = make_writer(most_tokens);
  }

  ~Side() { pcr_jpeg_close(handle); }

  Session *session() const { return pcr_jpeg_session(handle); }

  int64_t at(Slot slot) const { return session()->report[slot]; }

  void transcode(const Bytes &file, const Script *scripts, size_t room, int64_t limit) {
    for (int i = 0; i < COLOR_CLASSES; i++) {
      pcr_jpeg_script(handle, i, scripts[i].numbers.data(), scripts[i].scans);
    }
    Bytes exact(room);
    TranscodeArgs args = {};
    args.out = {(int64_t)exact.data(), (int64_t)room, limit};
    args.marker_policy = KEEP_ESSENTIAL;
    int64_t source[] = {(int64_t)file.data(), (int64_t)file.size()};
    reason = pcr_jpeg_transcode(handle, source, (int64_t *)&args);
    if (reason != NO_ERROR) {
      output.clear();
      return;
    }
    if (at(OUTPUT_SPILLED)) {
      output.resize((size_t)at(OUTPUT_LENGTH));
      pcr_jpeg_take(handle, (int64_t)output.data());
    } else {
      output.assign(exact.begin(), exact.begin() + (long)at(OUTPUT_LENGTH));
    }
  }
};

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
