// Runs the JPEG glue over good, truncated and bit-flipped files, to be compiled with sanitizers or
// run under valgrind. Arguments: rounds, then files. Prints what became of them; a fault ends it.
#include "damage.h"
#include "jpeg/pcr_jpeg.h"

using namespace damage;
using namespace pcr_jpeg;

static const int MAX_PIXELS = 1 << 22;
static const size_t OUTPUT = 1 << 16;
static const size_t PIXELS = 1 << 20;

struct Counts {
  long transcoded = 0, exact = 0, refused = 0, decoded = 0, restored = 0, unlike = 0;
};

static void transcode_and_restore(int64_t session, int64_t other, const Bytes &file, Counts *n) {
  Bytes copy = damaged(file);
  Bytes out(OUTPUT);
  int64_t source[2] = {(int64_t)copy.data(), (int64_t)copy.size()};
  TranscodeArgs args = {{(int64_t)out.data(), (int64_t)out.size(), 1 << 24}, (int64_t)below(3), 1024, 1};
  if (pcr_jpeg_transcode(session, source, (int64_t *)&args) != NO_ERROR) {
    n->refused++;
    return;
  }
  n->transcoded++;
  Session *s = pcr_jpeg_session(session);
  size_t length = (size_t)s->report[OUTPUT_LENGTH];
  if (s->report[OUTPUT_SPILLED]) {
    out.resize(length);
    pcr_jpeg_take(session, (int64_t)out.data());
  }
  bool exact = s->report[REPRODUCTION] == EXACT;
  n->exact += exact;
  std::vector<Bytes> parts;
  int64_t from = 0;
  for (int i = 0; i < (int)s->report[ENTROPY_COUNT]; i++) {
    parts.emplace_back(copy.begin() + from, copy.begin() + s->layout.scans[i].entropy_start);
    from = s->layout.scans[i].entropy_end;
  }
  parts.emplace_back(copy.begin() + from, copy.end());
  bool hurt = below(2) == 0;
  std::vector<int64_t> segments;
  for (Bytes &part : parts) {
    if (hurt) part = damaged(part);
    segments.push_back((int64_t)part.data());
    segments.push_back((int64_t)part.size());
  }
  int scans = (int)s->report[ENTROPY_COUNT];
  bool whole = scans == 0 || below(4) != 0;
  size_t room = whole ? copy.size() + 1 : (size_t)s->layout.scans[below((size_t)scans)].entropy_start;
  Bytes back(room);  // or no more than what stands before some scan
  int64_t slice[2] = {(int64_t)out.data(), (int64_t)length};
  RestoreArgs restore_args = {{(int64_t)back.data(), (int64_t)back.size(), (int64_t)copy.size()}};
  int reason = pcr_jpeg_restore(other, slice, 1, segments.data(), (int)parts.size(), (int64_t *)&restore_args);
  if (reason == NO_ERROR) n->restored++;
  if (exact && !hurt) {
    size_t made = (size_t)pcr_jpeg_session(other)->report[OUTPUT_LENGTH];
    if (reason == NO_ERROR && pcr_jpeg_session(other)->report[OUTPUT_SPILLED]) {
      back.resize(made);
      pcr_jpeg_take(other, (int64_t)back.data());
    }
    bool same = reason == NO_ERROR && made == copy.size() && memcmp(back.data(), copy.data(), made) == 0;
    if (!same) n->unlike++;
  }
}

static void decode_in_slices(int64_t session, const Bytes &file, Counts *n) {
  Bytes copy = damaged(file);
  size_t cut = below(copy.size() + 1);
  Bytes first(copy.begin(), copy.begin() + cut), second(copy.begin() + cut, copy.end());
  Bytes pixels(PIXELS);
  int64_t slices[4] = {(int64_t)first.data(), (int64_t)first.size(), (int64_t)second.data(),
                       (int64_t)second.size()};
  DecodeArgs args = {};
  args.out = {(int64_t)pixels.data(), (int64_t)pixels.size(), 0};
  args.channels = below(2) ? 3 : 1;
  args.scale = 1 << below(4);
  args.block_smoothing = (int64_t)below(2);
  args.plain_upsampling = (int64_t)below(2);
  if (below(2)) {
    args.crop_x = (int64_t)below(60);
    args.crop_y = (int64_t)below(60);
    args.crop_width = 1 + (int64_t)below(40);
    args.crop_height = 1 + (int64_t)below(40);
  }
  if (pcr_jpeg_decode(session, slices, 2, (int64_t *)&args) == NO_ERROR) {
    n->decoded++;
  } else {
    n->refused++;
  }
  pcr_jpeg_inspect(session, slices, 2);
}

static void set_scripts(int64_t session) {
  for (int klass = GREY; klass <= FOUR; klass++) {
    int components = klass == GREY ? 1 : klass == FOUR ? 4 : 3;
    std::vector<int32_t> script = {components, 0, 1, 2, 3, 0, 0, 0, 1};
    for (int c = 0; c < components; c++) script.insert(script.end(), {1, c, 0, 0, 0, 1, 63, 0, 2});
    for (int c = 0; c < components; c++) script.insert(script.end(), {1, c, 0, 0, 0, 1, 63, 2, 1});
    script.insert(script.end(), {components, 0, 1, 2, 3, 0, 0, 1, 0});
    for (int c = 0; c < components; c++) script.insert(script.end(), {1, c, 0, 0, 0, 1, 63, 1, 0});
    pcr_jpeg_script(session, klass, script.data(), (int)script.size() / PCR_JPEG_SCRIPT_ENTRY);
  }
}

int main(int argc, char **argv) {
  std::vector<Bytes> files;
  for (int i = 2; i < argc; i++) files.push_back(read_file(argv[i]));
  alignas(8) static uint8_t reports[2][REPORT_LENGTH];
  int64_t session = pcr_jpeg_open((int64_t)reports[0]), other = pcr_jpeg_open((int64_t)reports[1]);
  pcr_jpeg_limits(session, MAX_PIXELS, 100);
  pcr_jpeg_limits(other, MAX_PIXELS, 100);
  set_scripts(session);
  Counts n;
  for (long round = atol(argv[1]); round > 0; round--) {
    const Bytes &file = files[below(files.size())];
    transcode_and_restore(session, other, file, &n);
    decode_in_slices(session, file, &n);
  }
  pcr_jpeg_close(session);
  pcr_jpeg_close(other);
  printf("%ld transcoded (%ld reproduced), %ld decoded, %ld restored, %ld refused, %ld unlike\n",
         n.transcoded, n.exact, n.decoded, n.restored, n.refused, n.unlike);
  return n.unlike == 0 ? 0 : 1;
}
