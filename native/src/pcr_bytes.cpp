#include "../include/pcr_bytes.h"

#include <new>

#include <zstd.h>
#include <zstd_errors.h>

#include "bytes/crc32c.h"
#include "bytes/crops.h"
#include "bytes/records.h"
#include "bytes/zstd_look.h"
#include "render/failure.h"

struct pcr_zstd_stream {
  ZSTD_DCtx *context;
};

namespace {

const int WINDOW_LOG_MAX = 27;

int32_t zstd_failure(size_t result, pcr_error *error) {
  ZSTD_ErrorCode code = ZSTD_getErrorCode(result);
  pcr_code meaning = code == ZSTD_error_memory_allocation                     ? PCR_OUT_OF_MEMORY
                     : code == ZSTD_error_frameParameter_windowTooLarge ? PCR_OVER_LIMIT
                                                                              : PCR_CORRUPT;
  pcr::fail(error, meaning, "zstd", 0, "%s", ZSTD_getErrorName(result));
  return meaning;
}

ZSTD_DCtx *new_context() {
  ZSTD_DCtx *context = ZSTD_createDCtx();
  if (context != nullptr) ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, WINDOW_LOG_MAX);
  return context;
}

}  // namespace

extern "C" {

uint32_t pcr_crc32c(uint32_t before, const void *bytes, int64_t length) { return pcr::crc32c(before, bytes, length); }

int64_t pcr_check_slices(const pcr_slice *slices, const uint32_t *crc32c, int64_t count, uint8_t *intact) {
  int64_t bad = 0;
  for (int64_t i = 0; i < count; i++) {
    intact[i] = pcr::crc32c(0, slices[i].data, slices[i].length) == crc32c[i];
    bad += !intact[i];
  }
  return bad;
}

int32_t pcr_zstd_look(const void *bytes, int64_t length, pcr_zstd_facts *facts) {
  return pcr::zstd_look(static_cast<const uint8_t *>(bytes), length, facts);
}

int32_t pcr_zstd_decode(const void *frame, int64_t length, const void *dictionary, int64_t dictionary_length, void *out,
                        int64_t out_length, pcr_error *error) {
  ZSTD_DCtx *context = new_context();
  if (context == nullptr) {
    pcr::fail(error, PCR_OUT_OF_MEMORY, "zstd", 0, "no memory for a decoder");
    return PCR_OUT_OF_MEMORY;
  }
  size_t made = ZSTD_decompress_usingDict(context, out, (size_t)out_length, frame, (size_t)length,
                                          dictionary_length > 0 ? dictionary : nullptr, (size_t)dictionary_length);
  ZSTD_freeDCtx(context);
  if (ZSTD_isError(made)) return zstd_failure(made, error);
  if ((int64_t)made == out_length) return PCR_OK;
  pcr::fail(error, PCR_CORRUPT, "zstd", 0, "%lld bytes come out, not %lld", (long long)made, (long long)out_length);
  return PCR_CORRUPT;
}

pcr_zstd_stream *pcr_zstd_open(void) {
  ZSTD_DCtx *context = new_context();
  pcr_zstd_stream *stream = context == nullptr ? nullptr : new (std::nothrow) pcr_zstd_stream{context};
  if (stream == nullptr) ZSTD_freeDCtx(context);
  return stream;
}

void pcr_zstd_close(pcr_zstd_stream *stream) {
  if (stream == nullptr) return;
  ZSTD_freeDCtx(stream->context);
  delete stream;
}

int32_t pcr_zstd_run(pcr_zstd_stream *stream, const void *bytes, int64_t length, void *out, int64_t out_length, int64_t *progress,
                     pcr_error *error) {
  ZSTD_inBuffer in = {bytes, (size_t)length, 0};
  ZSTD_outBuffer to = {out, (size_t)out_length, 0};
  size_t result = ZSTD_decompressStream(stream->context, &to, &in);
  progress[0] = (int64_t)in.pos;
  progress[1] = (int64_t)to.pos;
  progress[2] = result == 0;
  return ZSTD_isError(result) ? zstd_failure(result, error) : PCR_OK;
}

int64_t pcr_records(const void *bytes, int64_t length, int64_t from, int64_t max_length, pcr_record *records, int64_t count,
                    int64_t *next) {
  return pcr::find_records(static_cast<const uint8_t *>(bytes), length, from, max_length, records, count, next);
}

void pcr_random_crops(const pcr_crop_rule *rule, int64_t seed, const int64_t *epochs, const int64_t *numbers, const int64_t *widths,
                      const int64_t *heights, int64_t count, int64_t views, pcr_crop *crops) {
  for (int64_t i = 0; i < count; i++) {
    for (int64_t v = 0; v < views; v++) {
      pcr::crop_draws draws((uint64_t)seed, (uint64_t)epochs[i], (uint64_t)numbers[i], (uint64_t)v);
      *crops++ = pcr::random_crop(*rule, draws, widths[i], heights[i]);
    }
  }
}

}  // extern "C"
