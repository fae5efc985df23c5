#include "../include/pcr.h"

#include "render/pool.h"
#include "restore/original.h"

struct pcr_pool : pcr::pool {};

namespace {

const int MAX_THREADS = 1024;

bool are_sound(const pcr_limits &l, pcr_error *error) {
  return (l.max_pixels >= 1 && l.max_stored_scans >= 1 && l.max_input_scans >= 1) ||
         pcr::fail(error, PCR_BAD_ARGUMENT, "pcr_limits", 0, "a limit less than 1");
}

bool is_sound(const pcr_shape &s, pcr_error *error) {
  if (s.width < 1 || s.height < 1 || (s.channels != 1 && s.channels != 3)) {
    return pcr::fail(error, PCR_BAD_ARGUMENT, "pcr_shape", 0, "%d x %d pixels of %d channels", s.width, s.height, s.channels);
  }
  int64_t row = (int64_t)s.width * (s.planar ? 1 : s.channels), stride = s.row_stride == 0 ? row : s.row_stride;
  if (stride < row || stride > (INT64_MAX - row) / s.height) {
    return pcr::fail(error, PCR_BAD_ARGUMENT, "pcr_shape.row_stride", 0, "%lld bytes for rows of %lld", (long long)stride,
                     (long long)row);
  }
  int64_t plane = stride * (s.height - 1) + row;
  if (s.plane_stride != 0 && (s.plane_stride < plane || s.plane_stride > INT64_MAX / s.channels)) {
    return pcr::fail(error, PCR_BAD_ARGUMENT, "pcr_shape.plane_stride", 0, "%lld bytes for planes of %lld",
                     (long long)s.plane_stride, (long long)plane);
  }
  return true;
}

}  // namespace

extern "C" {

int32_t pcr_abi_version(void) { return PCR_ABI_VERSION; }

pcr_pool *pcr_pool_open(int32_t abi_version, int32_t threads, pcr_error *error) {
  if (abi_version != PCR_ABI_VERSION) {
    pcr::fail(error, PCR_BAD_ARGUMENT, "abi_version", 0, "version %d, the library has %d", abi_version, PCR_ABI_VERSION);
    return nullptr;
  }
  if (threads < 1 || threads > MAX_THREADS) {
    pcr::fail(error, PCR_BAD_ARGUMENT, "threads", 0, "%d threads", threads);
    return nullptr;
  }
  try {
    std::unique_ptr<pcr_pool> pool(new pcr_pool());
    if (pool->open(threads)) return pool.release();
    pcr::fail(error, PCR_OUT_OF_MEMORY, "pcr_pool", 0, "no memory for %d threads", threads);
  } catch (const std::exception &e) {
    pcr::fail(error, PCR_OUT_OF_MEMORY, "pcr_pool", 0, "no memory or threads for %d threads: %s", threads, e.what());
  }
  return nullptr;
}

void pcr_pool_close(pcr_pool *pool) { delete pool; }

int64_t pcr_render(pcr_pool *pool, const pcr_limits *limits, const pcr_shape *shape, const pcr_image *images, int64_t count,
                   pcr_error *errors) {
  if (count < 1) return 0;
  if (!are_sound(*limits, errors) || !is_sound(*shape, errors)) return -1;
  int64_t failed = pool->run({limits, shape, images, count, errors});
  if (failed < 0) pcr::fail(errors, PCR_BAD_ARGUMENT, "pcr_pool", 0, "the pool is at work");
  return failed;
}

int64_t pcr_rebuild(const pcr_limits *limits, const pcr_slice *slices, int64_t slice_count, const pcr_slice *literals,
                    int64_t literal_count, void *out, int64_t room, pcr_error *error) {
  if (!are_sound(*limits, error)) return -1;
  return pcr::original().rebuild(*limits, slices, slice_count, literals, literal_count, out, room, error);
}

}  // extern "C"
