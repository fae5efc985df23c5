// Whatever a caller gets must have been computed, to the last byte: valgrind's memcheck checks that, and the sum of
// all outputs must be the same without it. Memcheck loses track of bytes in libjpeg's SIMD code, which
// JSIMD_FORCENONE=1 turns off.
// Arguments: files. Each is decoded at each scale, smoothed or not, with both ways of upsampling, whole and in
// parts; its coefficients are read and it is transcoded. Prints how many outputs there were, and their sum.
#include <valgrind/memcheck.h>

#include "damage.h"
#include "jpeg/pcr_jpeg.h"

using namespace damage;
using namespace pcr_jpeg;

static const int MAX_PIXELS = 1 << 22;
static const int MAX_SCANS = 100;
static const size_t FIRST_ROOM = 1 << 10;
static const int PARTS_OF_FILE = 3;

static const uint64_t SUM_FACTOR = 1099511628211u;

static long checked = 0, refused = 0;
static uint64_t sum = 0;

// Memory that nobody has written to, at the size that is wanted.
struct Room {
  uint8_t *memory;
  size_t length;

  explicit Room(size_t n) : memory((uint8_t *)malloc(n)), length(n) {
    if (memory == nullptr) exit(2);
  }

  ~Room() { free(memory); }

  void expect_defined(size_t n, const char *what) const {
    checked++;
    for (size_t i = 0; i < n; i++) sum = (sum ^ memory[i]) * SUM_FACTOR;
    if (VALGRIND_CHECK_MEM_IS_DEFINED(memory, n) == 0) return;
    printf("%s: not computed\n", what);
    exit(1);
  }
};

struct Glue {
  alignas(8) uint8_t report[REPORT_LENGTH];
  int64_t handle;

  Glue() : handle(pcr_jpeg_open((int64_t)report)) { pcr_jpeg_limits(handle, MAX_PIXELS, MAX_SCANS); }

  ~Glue() { pcr_jpeg_close(handle); }

  int64_t at(Slot slot) const { return pcr_jpeg_session(handle)->report[slot]; }

  // The bytes of an output, checked.
  Bytes output(const Room &room, const char *what) const {
    size_t length = (size_t)at(OUTPUT_LENGTH);
    if (!at(OUTPUT_SPILLED)) {
      room.expect_defined(length, what);
      return Bytes(room.memory, room.memory + length);
    }
    Room all(length);
    pcr_jpeg_take(handle, (int64_t)all.memory);
    all.expect_defined(length, what);
    return Bytes(all.memory, all.memory + length);
  }
};

static void decode(const Glue &glue, const int64_t *slice, DecodeArgs args, int64_t width, int64_t height) {
  Room pixels((size_t)(width * height * args.channels));
  args.out = {(int64_t)pixels.memory, (int64_t)pixels.length, 0};
  if (pcr_jpeg_decode(glue.handle, slice, 1, (int64_t *)&args) != NO_ERROR) {
    refused++;
    return;
  }
  pixels.expect_defined(pixels.length, "pixels");
}

static void decode_parts(const Glue &glue, const int64_t *slice, DecodeArgs args, int64_t width, int64_t height) {
  for (int i = 0; i < PARTS_OF_FILE; i++) {
    // The last columns and rows, then anything.
    args.crop_x = i == 0 ? width - 1 : (int64_t)below((size_t)width);
    args.crop_y = i == 0 ? height / 2 : (int64_t)below((size_t)height);
    args.crop_width = 1 + (int64_t)below((size_t)(width - args.crop_x));
    args.crop_height = i == 1 ? height - args.crop_y : 1 + (int64_t)below((size_t)(height - args.crop_y));
    decode(glue, slice, args, args.crop_width, args.crop_height);
  }
}

static void decode_all_ways(const Glue &glue, const int64_t *slice) {
  pcr_jpeg_inspect(glue.handle, slice, 1);
  int64_t width = glue.at(WIDTH), height = glue.at(HEIGHT);
  for (int way = 0; way < 48; way++) {
    DecodeArgs args = {};
    args.scale = 1 << (way & 3);
    args.block_smoothing = way >> 2 & 1;
    args.plain_upsampling = way >> 3 & 1;
    args.channels = way >> 4 & 1 ? 1 : 3;
    args.midpoint = way >> 5 & 1;
    int64_t w = (width * args.scale + DCTSIZE - 1) / DCTSIZE, h = (height * args.scale + DCTSIZE - 1) / DCTSIZE;
    decode(glue, slice, args, w, h);
    decode_parts(glue, slice, args, w, h);
  }
}

static void read_coefficients(const Glue &glue, const int64_t *slice) {
  Room room(FIRST_ROOM);
  CoefficientArgs args = {{(int64_t)room.memory, (int64_t)room.length, 1 << 28}};
  if (pcr_jpeg_coefficients(glue.handle, slice, 1, (int64_t *)&args) == NO_ERROR) glue.output(room, "coefficients");
}

static void set_scripts(const Glue &glue) {
  for (int klass = GREY; klass <= FOUR; klass++) {
    int components = klass == GREY ? 1 : klass == FOUR ? 4 : 3;
    std::vector<int32_t> script = {components, 0, 1, 2, 3, 0, 0, 0, 0};
    for (int c = 0; c < components; c++) script.insert(script.end(), {1, c, 0, 0, 0, 1, 63, 0, 1});
    for (int c = 0; c < components; c++) script.insert(script.end(), {1, c, 0, 0, 0, 1, 63, 1, 0});
    pcr_jpeg_script(glue.handle, klass, script.data(), (int)script.size() / PCR_JPEG_SCRIPT_ENTRY);
  }
}

static void transcode(const Glue &glue, const int64_t *slice) {
  Room room(FIRST_ROOM);
  TranscodeArgs args = {};
  args.out = {(int64_t)room.memory, (int64_t)room.length, 1 << 28};
  args.marker_policy = KEEP_ALL;
  args.reproduce = 1;
  if (pcr_jpeg_transcode(glue.handle, slice, (int64_t *)&args) != NO_ERROR) {
    refused++;
    return;
  }
  Bytes made = glue.output(room, "transcoded");
  int64_t again[2] = {(int64_t)made.data(), (int64_t)made.size()};
  decode_all_ways(glue, again);
}

int main(int argc, char **argv) {
  Glue glue;
  set_scripts(glue);
  for (int i = 1; i < argc; i++) {
    Bytes file = read_file(argv[i]);
    int64_t slice[2] = {(int64_t)file.data(), (int64_t)file.size()};
    decode_all_ways(glue, slice);
    read_coefficients(glue, slice);
    transcode(glue, slice);
  }
  const char *by = RUNNING_ON_VALGRIND ? "by memcheck" : "by their sum";
  printf("%ld outputs checked %s, %ld refused, sum %016llx\n", checked, by, refused, (unsigned long long)sum);
  return 0;
}
