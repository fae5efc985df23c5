// Chooses scans from coefficients that somebody else has read, and prints a digest: so that a machine without libjpeg can
// be asked. Arguments: files of numbers of 32 bits, the picture's width and height, its components, and the sampling
// factors of each; behind them what pcr_jpeg_coefficients writes.
#include <memory>

#include "damage.h"
#include "jpeg/choice/choose.h"

using namespace damage;
using namespace pcr_jpeg;

// Of libjpeg's, whose insides are known to nobody else.
struct jvirt_barray_control {
  std::vector<JBLOCKROW> rows;
};

static JBLOCKARRAY rows_of(j_common_ptr, jvirt_barray_ptr array, JDIMENSION first, JDIMENSION, boolean) {
  return array->rows.data() + first;
}

static uint64_t digest = 14695981039346656037u;

static void add(int64_t number) {
  for (int i = 0; i < 64; i += 8) digest = (digest ^ (uint8_t)(number >> i)) * 1099511628211u;
}

// One image, as jpeg_read_coefficients leaves it.
class Image {
 public:
  explicit Image(Bytes file) : file_(std::move(file)) {
    session_->report.attach(report_);
    j_decompress_ptr d = &session_->in;
    d->image_width = (JDIMENSION)take_int();
    d->image_height = (JDIMENSION)take_int();
    d->num_components = take_int();
    d->jpeg_color_space = d->num_components == 1 ? JCS_GRAYSCALE : d->num_components == 3 ? JCS_YCbCr : JCS_YCCK;
    for (int i = 0; i < d->num_components; i++) {
      info_[i].h_samp_factor = take_int();
      info_[i].v_samp_factor = take_int();
      if (info_[i].h_samp_factor > d->max_h_samp_factor) d->max_h_samp_factor = info_[i].h_samp_factor;
      if (info_[i].v_samp_factor > d->max_v_samp_factor) d->max_v_samp_factor = info_[i].v_samp_factor;
    }
    for (int i = 0; i < d->num_components; i++) take_blocks(i);
    memory_.access_virt_barray = rows_of;
    d->mem = &memory_;
    d->comp_info = info_;
    session_->escape = &escape_;
  }

  void choose_for(const Aims &aims, int preference) {
    if (setjmp(escape_) != 0) {
      printf("failed: %s\n", (char *)report_ + ERROR_TEXT_OFFSET);
      exit(1);
    }
    Choice choice;
    choose(session_.get(), room_.get(), arrays_, aims, preference, &choice);
    for (int i = 0; i < choice.scans.count; i++) {
      const jpeg_scan_info &scan = choice.scans.scan[i];
      for (int k = 0; k < scan.comps_in_scan; k++) add(scan.component_index[k]);
      for (int number : {scan.Ss, scan.Se, scan.Ah, scan.Al, (int)choice.scans.group[i]}) add(number);
    }
    for (int g = 0; g < choice.groups; g++) add(choice.loss[g]);
    scans += choice.scans.count;
  }

  ~Image() { free(room_->arena.base); }

  long scans = 0;

 private:
  int take_int() {
    int32_t value;
    take(&value, sizeof value);
    return value;
  }

  void take(void *to, size_t length) {
    if (length > file_.size() - at_) {
      printf("too short\n");
      exit(1);
    }
    memcpy(to, file_.data() + at_, length);
    at_ += length;
  }

  void take_blocks(int i) {
    info_[i].width_in_blocks = (JDIMENSION)take_int();
    info_[i].height_in_blocks = (JDIMENSION)take_int();
    info_[i].quant_table = &tables_[i];
    take(tables_[i].quantval, sizeof tables_[i].quantval);
    blocks_[i].resize((size_t)info_[i].width_in_blocks * info_[i].height_in_blocks * DCTSIZE2);
    take(blocks_[i].data(), blocks_[i].size() * sizeof(JCOEF));
    for (JDIMENSION y = 0; y < info_[i].height_in_blocks; y++) {
      coefficients_[i].rows.push_back((JBLOCKROW)blocks_[i].data() + (size_t)y * info_[i].width_in_blocks);
    }
    arrays_[i] = &coefficients_[i];
  }

  Bytes file_;
  size_t at_ = 0;
  alignas(8) uint8_t report_[REPORT_LENGTH] = {};
  std::unique_ptr<Session, void (*)(void *)> session_{(Session *)calloc(1, sizeof(Session)), free};
  std::unique_ptr<ChoiceRoom, void (*)(void *)> room_{(ChoiceRoom *)calloc(1, sizeof(ChoiceRoom)), free};
  jmp_buf escape_;
  jpeg_memory_mgr memory_ = {};
  jpeg_component_info info_[MAX_FRAME_COMPONENTS] = {};
  JQUANT_TBL tables_[MAX_FRAME_COMPONENTS] = {};
  std::vector<JCOEF> blocks_[MAX_FRAME_COMPONENTS];
  jvirt_barray_control coefficients_[MAX_FRAME_COMPONENTS];
  jvirt_barray_ptr arrays_[MAX_FRAME_COMPONENTS] = {};
};

static Aims qualities(int64_t midpoint, int64_t shorter_side) {
  return {BY_QUALITY, midpoint, shorter_side, 5, {900000, 950000, 960000, 980000, 990000}};
}

int main(int argc, char **argv) {
  long scans = 0;
  for (int i = 1; i < argc; i++) {
    Image image(read_file(argv[i]));
    for (int preference = PREFER_BYTES; preference <= PREFER_DECODE; preference++) {
      image.choose_for(qualities(0, 0), preference);
      image.choose_for(qualities(1, 256), preference);
      image.choose_for({BY_SLOPE, 0, 0, 3, {230, 265, 300}}, preference);
    }
    scans += image.scans;
  }
  printf("%d images, %ld scans, digest %016llx\n", argc - 1, scans, (unsigned long long)digest);
  return 0;
}
