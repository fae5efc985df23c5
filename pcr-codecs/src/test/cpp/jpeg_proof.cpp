// Holds what a transcode hands out to what libjpeg alone, without any code of ours, reads in the source: the
// same pixels and coefficients; and the original has to come back. Where a bit of what was written is changed
// before it is read back, that has to be found, unless libjpeg reads the same all the same. Argument: a
// number of rounds, each with a JPEG made up. Prints what became of them; the first difference ends it.
#include "made_jpeg.h"

using namespace damage;
using namespace pcr_jpeg;

static const int MAX_PIXELS = 1 << 20;
static const int64_t OUTPUT_LIMIT = 1 << 28;

struct Side {
  alignas(8) uint8_t report[REPORT_LENGTH];
  int64_t handle;
  Bytes output;
  int reason = NO_ERROR;

  explicit Side(bool libjpeg_only) {
    handle = pcr_jpeg_open((int64_t)report);
    pcr_jpeg_limits(handle, MAX_PIXELS, MAX_SCANS_KEPT);
    session()->libjpeg_only = libjpeg_only;
  }

  ~Side() { pcr_jpeg_close(handle); }

  Session *session() const { return pcr_jpeg_session(handle); }

  int64_t at(Slot slot) const { return session()->report[slot]; }

  const char *error() const { return (const char *)report + ERROR_TEXT_OFFSET; }

  void keep(const Bytes &memory) {
    output.assign((size_t)at(OUTPUT_LENGTH), 0);
    if (at(OUTPUT_SPILLED)) {
      pcr_jpeg_take(handle, (int64_t)output.data());
    } else {
      memcpy(output.data(), memory.data(), output.size());
    }
  }

  void transcode(const Bytes &file, const Script *scripts, int64_t policy) {
    for (int i = 1; i < COLOR_CLASSES; i++) {
      pcr_jpeg_script(handle, i, scripts[i].numbers.data(), scripts[i].scans);
    }
    Bytes memory((size_t)OUTPUT_LIMIT >> 8);
    TranscodeArgs args = {};
    args.out = {(int64_t)memory.data(), (int64_t)memory.size(), OUTPUT_LIMIT};
    args.marker_policy = policy;
    args.reproduce = 1;
    int64_t source[] = {(int64_t)file.data(), (int64_t)file.size()};
    reason = pcr_jpeg_transcode(handle, source, (int64_t *)&args);
    if (reason == NO_ERROR) keep(memory);
  }

  void pixels(const Bytes &file) {
    int64_t slice[] = {(int64_t)file.data(), (int64_t)file.size()};
    DecodeArgs args = {};
    args.channels = 3;
    args.scale = DCTSIZE;
    output.assign((size_t)(3 * LONGEST_SIDE * LONGEST_SIDE), 0);
    args.out = {(int64_t)output.data(), (int64_t)output.size(), 0};
    reason = pcr_jpeg_decode(handle, slice, 1, (int64_t *)&args);
  }

  void coefficients(const Bytes &file) {
    int64_t slice[] = {(int64_t)file.data(), (int64_t)file.size()};
    Bytes memory(1 << 16);
    CoefficientArgs args = {{(int64_t)memory.data(), (int64_t)memory.size(), OUTPUT_LIMIT}};
    reason = pcr_jpeg_coefficients(handle, slice, 1, (int64_t *)&args);
    if (reason == NO_ERROR) keep(memory);
  }

  void restore(const Bytes &stored, const std::vector<int64_t> &segments, size_t length) {
    int64_t slice[] = {(int64_t)stored.data(), (int64_t)stored.size()};
    Bytes memory(length + 1);
    RestoreArgs args = {{(int64_t)memory.data(), (int64_t)memory.size(), (int64_t)length}};
    reason = pcr_jpeg_restore(handle, slice, 1, segments.data(), (int)segments.size() / 2, (int64_t *)&args);
    if (reason == NO_ERROR) keep(memory);
  }
};

// But of the end marker, which is not stored.
static void change_a_bit(Session *s) {
  s->sink.base[below(sink_length(&s->sink) - EOI_LENGTH)] ^= (uint8_t)(1 << below(8));
}

static std::vector<int64_t> segments_of(const Side &side, const Bytes &file) {
  std::vector<int64_t> segments;
  int64_t from = 0;
  for (int i = 0; i <= side.at(ENTROPY_COUNT); i++) {
    bool last = i == side.at(ENTROPY_COUNT);
    const ScanHeader &scan = side.session()->layout.scans[last ? 0 : i];
    int64_t to = last ? (int64_t)file.size() : scan.entropy_start;
    segments.push_back((int64_t)file.data() + from);
    segments.push_back(to - from);
    from = scan.entropy_end;
  }
  return segments;
}

struct Rounds {
  Side writer{false}, reader{false}, libjpeg{true};
  long proved = 0, shown = 0, refused = 0, given_back = 0, found = 0, harmless = 0;

  [[noreturn]] void end(const char *what, const Bytes &file) {
    printf("%s: %s\n", what, writer.error());
    FILE *out = fopen("unlike.jpg", "wb");
    if (out != nullptr) {
      fwrite(file.data(), 1, file.size(), out);
      fclose(out);
    }
    exit(1);
  }

  // A sampling that libjpeg does not decode it refuses in both.
  bool shows_the_same(const Bytes &file, const Bytes &made) {
    libjpeg.pixels(file);
    if (libjpeg.at(WARNING_COUNT) > 0) return false;
    int reason = libjpeg.reason;
    Bytes pixels = libjpeg.output;
    for (Side *side : {&libjpeg, &reader}) {
      side->pixels(made);
      if (side->reason != reason || side->at(WARNING_COUNT) > 0 || side->output != pixels) return false;
    }
    shown += reason == NO_ERROR;
    return true;
  }

  // Not of a source with a component in no scan, which has none.
  bool has_the_same_coefficients(const Bytes &file, const Bytes &made) {
    libjpeg.coefficients(file);
    if (libjpeg.reason != NO_ERROR) return true;
    Bytes coefficients = libjpeg.output;
    for (Side *side : {&libjpeg, &reader}) {
      side->coefficients(made);
      if (side->reason != NO_ERROR || side->output != coefficients) return false;
    }
    return true;
  }

  bool is_same(const Bytes &file, const Bytes &made) {
    return shows_the_same(file, made) && has_the_same_coefficients(file, made);
  }

  void round(const Bytes &file) {
    Script scripts[COLOR_CLASSES];
    for (int i = 1; i < COLOR_CLASSES; i++) scripts[i] = whole_script(i == GREY ? 1 : i == FOUR ? 4 : 3);
    int64_t policy = (int64_t)below(3);
    bool changes = below(4) == 0;
    writer.session()->before_proof = changes ? change_a_bit : nullptr;
    writer.transcode(file, scripts, policy);
    if (writer.reason == UNPROVED && !changes) end("a writer of ours failed", file);
    found += writer.reason == UNPROVED;
    if (writer.reason == UNPROVED) return;
    if (writer.reason != NO_ERROR || writer.at(WARNING_COUNT) > 0) {
      refused++;
      return;
    }
    if (changes) {
      if (!is_same(file, writer.output)) end("a change was not found", file);
      harmless++;
      return;
    }
    proved++;
    Bytes made = writer.output;
    if (!is_same(file, made)) end("another picture", file);
    if (writer.at(REPRODUCTION) != EXACT) return;
    reader.restore(made, segments_of(writer, file), file.size());
    if (reader.reason != NO_ERROR || reader.output != file) end("another original", file);
    given_back++;
  }
};

int main(int, char **argv) {
  static Rounds rounds;
  for (long n = atol(argv[1]); n > 0; n--) {
    Bytes file;
    while (file.empty()) file = made_jpeg();
    if (below(4)) give_some_ids(&file);
    rounds.round(file);
  }
  printf("%ld proved, %ld of them given back, %ld refused, %ld changes found, %ld harmless\n", rounds.proved,
         rounds.given_back, rounds.refused, rounds.found, rounds.harmless);
  return 0;
}
