#ifndef PCR_TEST_WRITING_H
#define PCR_TEST_WRITING_H

#include "changed_jpeg.h"
#include "jpeg/pcr_jpeg.h"

// A JPEG transcoded with scripts that are made up, with our writer of scans or libjpeg's.
namespace writing {

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
      if (script.scans > MAX_SCANS_KEPT / 2) {
        script.add({i}, first, DCTSIZE2 - 1, 0, 0);  // the rest at once
        break;
      }
      script.add_refined({i}, first, last);
      first = last + 1;
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

  void transcode(const Bytes &file, const Script *scripts, size_t room, int64_t limit, bool reproduce = false) {
    for (int i = 0; i < COLOR_CLASSES; i++) {
      pcr_jpeg_script(handle, i, scripts[i].numbers.data(), scripts[i].scans);
    }
    Bytes exact(room);
    TranscodeArgs args = {};
    args.out = {(int64_t)exact.data(), (int64_t)room, limit};
    args.marker_policy = KEEP_ESSENTIAL;
    args.reproduce = reproduce;
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

}  // namespace writing

#endif
