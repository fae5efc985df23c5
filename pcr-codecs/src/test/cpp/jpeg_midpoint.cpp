// Holds midpoint reconstruction to a file that says the same outright: the coefficients of a prefix, read by libjpeg and
// multiplied, with the middle of what is missing added by what the scans' headers say, are written to a JPEG whose
// quantiser does nothing. Any decoder must make of that file what ours makes of the prefix. Arguments: "whole" and files.
// Prints how many prefixes were compared, and how many lack no bits; the first difference ends it.
#include <algorithm>
#include <cmath>

#include "reading.h"

using namespace reading;

static const double MIDDLES[] = {0, .22, .30, .36, .40, .42, .42};

// By component and place in zigzag order.
struct MissingBits {
  int bits[MAX_FRAME_COMPONENTS][DCTSIZE2] = {};
  bool any = false;
  bool everywhere = true;  // in each component
};

static MissingBits missing_bits(const Layout &layout, int scans) {
  MissingBits missing;
  for (int i = 0; i < scans; i++) {
    const ScanHeader &scan = layout.scans[i];
    for (int c = 0; c < scan.components; c++) {
      int component = 0;
      while (layout.frame.id[component] != scan.id[c]) component++;
      for (int k = scan.ss; k <= scan.se; k++) missing.bits[component][k] = scan.al;
    }
  }
  for (int component = 0; component < layout.frame.components; component++) {
    bool lacks = false;
    for (int bits : missing.bits[component]) lacks = lacks || bits > 0;
    missing.any = missing.any || lacks;
    missing.everywhere = missing.everywhere && lacks;
  }
  return missing;
}

static long middle_of(int value, int k, int bits, int step) {
  if (k == 0) return (long)value * step + (long)floor((exp2(bits) - 1) * step / 2 + .5);
  long middle = (long)floor(MIDDLES[std::min(bits, 6)] * exp2(bits) * step + .5 + 1e-9);
  return (long)value * step + (value > 0 ? middle : value < 0 ? -middle : 0);
}

struct Failure {
  jpeg_error_mgr manager;
  jmp_buf here;
};

static void jump(j_common_ptr c) { longjmp(((Failure *)c->err)->here, 1); }
static void say_nothing(j_common_ptr, int) {}

// False when a coefficient has become larger than a file can hold.
static bool say_outright(const jpeg_component_info *info, const int *missing, JCOEF *block) {
  for (int k = 0; k < DCTSIZE2; k++) {
    int at = ZIGZAG[k];
    long value = middle_of(block[at], k, missing[k], info->quant_table->quantval[at]);
    if (value < -1023 || value > 1023) return false;
    block[at] = (JCOEF)value;
  }
  return true;
}

static bool say_all_outright(jpeg_decompress_struct *d, jvirt_barray_ptr *arrays, const MissingBits &missing) {
  for (int i = 0; i < d->num_components; i++) {
    const jpeg_component_info *info = &d->comp_info[i];
    if (info->quant_table == nullptr) return false;
    for (JDIMENSION y = 0; y < info->height_in_blocks; y++) {
      JBLOCKROW row = (*d->mem->access_virt_barray)((j_common_ptr)d, arrays[i], y, 1, TRUE)[0];
      for (JDIMENSION x = 0; x < info->width_in_blocks; x++) {
        if (!say_outright(info, missing.bits[i], row[x])) return false;
      }
    }
  }
  return true;
}

// With a quantiser of ones for all components; empty when a coefficient does not fit.
static Bytes outright(const Bytes &prefix, const MissingBits &missing) {
  static Failure failure;
  static jpeg_decompress_struct d;
  static jpeg_compress_struct c;
  static unsigned char *memory;
  static unsigned long length;
  memset(&d, 0, sizeof d);
  memset(&c, 0, sizeof c);
  memory = nullptr;
  length = 0;
  d.err = c.err = jpeg_std_error(&failure.manager);
  failure.manager.error_exit = jump;
  failure.manager.emit_message = say_nothing;
  Bytes made;
  if (setjmp(failure.here) == 0) {
    jpeg_create_decompress(&d);
    jpeg_create_compress(&c);
    jpeg_mem_src(&d, prefix.data(), prefix.size());
    jpeg_read_header(&d, TRUE);
    jvirt_barray_ptr *arrays = jpeg_read_coefficients(&d);
    if (say_all_outright(&d, arrays, missing)) {
      jpeg_mem_dest(&c, &memory, &length);
      jpeg_copy_critical_parameters(&d, &c);
      for (JQUANT_TBL *table : c.quant_tbl_ptrs) {
        if (table != nullptr) std::fill(table->quantval, table->quantval + DCTSIZE2, (UINT16)1);
      }
      c.write_JFIF_header = d.saw_JFIF_marker;
      c.write_Adobe_marker = d.saw_Adobe_marker;
      c.optimize_coding = TRUE;
      jpeg_write_coefficients(&c, arrays);
      jpeg_finish_compress(&c);
      made.assign(memory, memory + length);
    }
  }
  jpeg_destroy_compress(&c);
  jpeg_destroy_decompress(&d);
  free(memory);
  return made;
}

struct Comparison {
  Side ours{false}, plain{false};
  long compared = 0, whole = 0, beyond = 0;
  bool may_be_fast = false;

  void expect_same(const Pieces &in, const Pieces &other, const DecodeArgs &args) {
    DecodeArgs own = args;
    own.midpoint = 1;
    // A component that lacks bits is transformed exactly in any case; others are as fast as they are asked to be.
    own.fast_dct = args.fast_dct | (may_be_fast ? (int64_t)below(2) : 0);
    decode(&ours, in, own);
    decode(&plain, other, args);
    if (ours.reason == NO_ERROR && plain.reason == NO_ERROR && ours.output == plain.output) return;
    printf("other pixels: %d x %d at scale %d; %s, %s\n", (int)ours.at(WIDTH), (int)ours.at(HEIGHT), (int)args.scale,
           (const char *)ours.report + ERROR_TEXT_OFFSET, (const char *)plain.report + ERROR_TEXT_OFFSET);
    exit(1);
  }

  void all_ways(const Pieces &in, const Pieces &other, bool fast_dct) {
    for (int scale = 1; scale <= DCTSIZE; scale *= 2) {
      pcr_jpeg_inspect(ours.handle, in.slices, 3);
      pcr_jpeg_inspect(plain.handle, other.slices, 3);
      DecodeArgs args = {};
      args.scale = scale;
      args.channels = below(2) ? 3 : 1;
      args.plain_upsampling = (int64_t)below(2);
      args.fast_dct = fast_dct;
      expect_same(in, other, args);
      crop_somewhere(&args, ours.at(WIDTH), ours.at(HEIGHT));
      expect_same(in, other, args);
    }
  }

  void prefix(const Bytes &bytes, const MissingBits &missing) {
    if (!missing.any) {
      may_be_fast = true;
      all_ways(Pieces(bytes), Pieces(bytes), true);
      whole++;
      return;
    }
    Bytes said = outright(bytes, missing);
    if (said.empty()) {
      beyond++;
      return;
    }
    may_be_fast = missing.everywhere;
    all_ways(Pieces(bytes), Pieces(said), false);
    compared++;
  }

  void file(const Bytes &file) {
    Slice slice = {file.data(), file.size()};
    Layout layout;
    read_layout(&slice, 1, MAX_SCANS_KEPT, &layout);
    for (int scans = 1; scans <= layout.scan_count; scans++) {
      Bytes prefix(file.begin(), file.begin() + (long)layout.scans[scans - 1].entropy_end);
      prefix.insert(prefix.end(), {0xFF, EOI});
      this->prefix(prefix, missing_bits(layout, scans));
    }
  }
};

int main(int argc, char **argv) {
  static Comparison comparison;
  for (int i = 2; i < argc; i++) comparison.file(read_file(argv[i]));
  printf("%ld prefixes alike, %ld with all bits, %ld beyond a file\n", comparison.compared, comparison.whole, comparison.beyond);
  return 0;
}
