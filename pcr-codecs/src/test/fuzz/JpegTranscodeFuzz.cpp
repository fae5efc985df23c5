// libFuzzer's target for writing JPEGs: what our writer of scans makes is what libjpeg's makes, has the coefficients
// of the source, and gives back the source where that was said; segments that were changed since cause no fault.
#include "jpeg_mutator.h"
#include "writing.h"

using namespace writing;

static const size_t FIRST_ROOM = 1 << 12;

static void stop(const char *what, const Side &side) {
  fprintf(stderr, "%s: reason %d %s, %zu bytes\n", what, side.reason, (const char *)side.report + ERROR_TEXT_OFFSET,
          side.output.size());
  abort();
}

// The coefficients of a file, empty where it is refused.
static Bytes coefficients(const Side &side, const Bytes &file) {
  Bytes out(FIRST_ROOM);
  int64_t slice[] = {(int64_t)file.data(), (int64_t)file.size()};
  CoefficientArgs args = {{(int64_t)out.data(), (int64_t)out.size(), OUTPUT_LIMIT}};
  int reason = pcr_jpeg_coefficients(side.handle, slice, 1, (int64_t *)&args);
  out.resize(reason == NO_ERROR ? (size_t)side.at(OUTPUT_LENGTH) : 0);
  if (reason == NO_ERROR && side.at(OUTPUT_SPILLED)) pcr_jpeg_take(side.handle, (int64_t)out.data());
  return out;
}

// What stands between a file's entropy-coded data, as the transcode reported them.
static std::vector<Bytes> segments_of(const Side &side, const Bytes &file) {
  const int64_t *ranges = (const int64_t *)(side.report + ENTROPY_RANGES_OFFSET);
  std::vector<Bytes> parts;
  int64_t from = 0;
  for (int i = 0; i < (int)side.at(ENTROPY_COUNT); i++) {
    parts.emplace_back(file.begin() + from, file.begin() + ranges[2 * i]);
    from = ranges[2 * i + 1];
  }
  parts.emplace_back(file.begin() + from, file.end());
  return parts;
}

static int restore(const Side &side, const Bytes &stored, const std::vector<Bytes> &parts, size_t length, Bytes *back) {
  std::vector<int64_t> segments;
  for (const Bytes &part : parts) {
    segments.push_back((int64_t)part.data());
    segments.push_back((int64_t)part.size());
  }
  back->assign(1 + below(length), 0);
  int64_t slice[] = {(int64_t)stored.data(), (int64_t)stored.size()};
  RestoreArgs args = {{(int64_t)back->data(), (int64_t)back->size(), (int64_t)length}};
  int reason = pcr_jpeg_restore(side.handle, slice, 1, segments.data(), (int)parts.size(), (int64_t *)&args);
  if (reason != NO_ERROR) return reason;
  back->resize((size_t)side.at(OUTPUT_LENGTH));
  if (side.at(OUTPUT_SPILLED)) pcr_jpeg_take(side.handle, (int64_t)back->data());
  return reason;
}

static void write_and_restore(Side *ours, Side *libjpeg, const Side &reader, const Bytes &file) {
  Script scripts[COLOR_CLASSES];
  for (int i = 0; i < COLOR_CLASSES; i++) scripts[i] = some_script(i == GREY ? 1 : i == FOUR ? 4 : 3);
  size_t room = below(2) ? 1 + below(2 * file.size()) : 4 * file.size() + FIRST_ROOM;
  ours->transcode(file, scripts, room, OUTPUT_LIMIT, true);
  libjpeg->transcode(file, scripts, room, OUTPUT_LIMIT, true);
  bool exact = ours->reason == NO_ERROR && ours->at(REPRODUCTION) == EXACT;
  if (ours->reason != libjpeg->reason || ours->output != libjpeg->output ||
      ours->at(REPRODUCTION) != libjpeg->at(REPRODUCTION)) {
    stop("libjpeg writes otherwise", *ours);
  }
  if (ours->reason != NO_ERROR) return;
  bool sound = ours->at(WARNING_COUNT) == 0;
  Bytes wanted = coefficients(reader, file);  // empty where a component is in no scan
  if (sound && !wanted.empty() && wanted != coefficients(reader, ours->output)) stop("other coefficients", *ours);
  std::vector<Bytes> parts = segments_of(*ours, file);
  Bytes back;
  if (exact && sound) {
    if (restore(reader, ours->output, parts, file.size(), &back) != NO_ERROR || back != file) {
      stop("not given back", *ours);
    }
  }
  for (Bytes &part : parts) {
    if (below(2)) part = damaged(part);
  }
  restore(reader, ours->output, parts, 4 * file.size(), &back);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Side ours(false, MOST_TOKENS), twice(false, 0), libjpeg(true, MOST_TOKENS), reader(false, MOST_TOKENS);
  if (size <= fuzz::CHOICES) return 0;
  uint32_t choices;
  memcpy(&choices, data, sizeof choices);
  random_bits.seed(choices);
  Bytes file(data + fuzz::CHOICES, data + size);
  int64_t slice[] = {(int64_t)file.data(), (int64_t)file.size()};
  pcr_jpeg_inspect(reader.handle, slice, 1);
  if (reader.at(WIDTH) * reader.at(HEIGHT) > (int64_t)fuzz::MOST_PIXELS) return 0;
  write_and_restore(below(2) ? &ours : &twice, &libjpeg, reader, file);
  return 0;
}
