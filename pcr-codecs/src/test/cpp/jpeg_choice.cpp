// Chooses scans for files, some changed, with targets made up, and prints a digest of what was written. However this is
// compiled, and wherever it runs, it must print the same. Arguments: a number of rounds and files.
#include "writing.h"

using namespace writing;

static uint64_t digest = 14695981039346656037u;

static void add(const uint8_t *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) digest = (digest ^ bytes[i]) * 1099511628211u;
}

// One number after the other, as what a call's arguments are computed in is left to the compiler.
static void damage_bytes(Bytes *file) {
  for (size_t n = below(4); n > 0; n--) {
    size_t at = below(file->size());
    (*file)[at] = (uint8_t)below(256);
  }
}

static Aims some_aims() {
  Aims aims = {};
  aims.way = below(2) ? BY_QUALITY : BY_SLOPE;
  aims.midpoint = (int64_t)below(2);
  aims.shorter_side = below(2) ? (int64_t)below(below(2) ? 400 : 65536) : 0;
  aims.groups = (int64_t)below(below(8) ? 8 : MOST_GROUPS);
  int64_t most = aims.way == BY_SLOPE ? MOST_SLOPE : MILLION;
  for (int i = 0; i < aims.groups; i++) {
    int64_t least = i == 0 ? 0 : aims.aim[i - 1];
    aims.aim[i] = least + 1 + (int64_t)below((size_t)((most - least - aims.groups) / (aims.groups - i)));
  }
  return aims;
}

int main(int argc, char **argv) {
  std::vector<Bytes> files;
  for (int i = 2; i < argc; i++) files.push_back(read_file(argv[i]));
  alignas(8) static uint8_t report[REPORT_LENGTH];
  int64_t session = pcr_jpeg_open((int64_t)report);
  pcr_jpeg_limits(session, MAX_PIXELS, MAX_SCANS_KEPT);
  long written = 0, refused = 0;
  for (long n = atol(argv[1]); n > 0; n--) {
    Bytes file = files[below(files.size())];
    if (below(3) == 0) damage_bytes(&file);
    Bytes output(4 * file.size() + 65536);
    TranscodeArgs args = {};
    args.out = {(int64_t)output.data(), (int64_t)output.size(), OUTPUT_LIMIT};
    args.preference = PREFER_BYTES + (int64_t)below(3);
    args.aims = some_aims();
    int64_t source[] = {(int64_t)file.data(), (int64_t)file.size()};
    int reason = pcr_jpeg_transcode(session, source, (const int64_t *)&args);
    add((const uint8_t *)&reason, sizeof reason);
    if (reason == NO_ERROR) {
      Session *s = pcr_jpeg_session(session);
      add(s->sink.base, sink_length(&s->sink));
      add((const uint8_t *)s->chooser->choice.loss, (size_t)s->chooser->choice.groups * sizeof(int64_t));
      written++;
    } else if (reason == UNPROVED) {
      printf("unproved: %s\n", (char *)report + ERROR_TEXT_OFFSET);
      return 1;
    } else {
      refused++;
    }
  }
  pcr_jpeg_close(session);
  printf("%ld written, %ld refused, digest %016llx\n", written, refused, (unsigned long long)digest);
  return 0;
}
