#ifndef PCR_RENDER_FAILURE_H
#define PCR_RENDER_FAILURE_H

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "../../include/pcr.h"

namespace pcr {

inline void set_field(pcr_error *error, const char *field) { snprintf(error->field, sizeof error->field, "%s", field); }

// Says why an image is not rendered. Returns false, for whoever is to return that.
__attribute__((format(printf, 5, 6))) inline bool fail(pcr_error *error, pcr_code code, const char *field, int64_t offset,
                                                       const char *words, ...) {
  *error = {};
  error->code = code;
  error->offset = offset;
  set_field(error, field);
  va_list args;
  va_start(args, words);
  vsnprintf(error->message, sizeof error->message, words, args);
  va_end(args);
  return false;
}

inline bool fail_limit(pcr_error *error, pcr_quantity quantity, const char *field, int64_t needed, int64_t limit) {
  fail(error, PCR_OVER_LIMIT, field, 0, "%lld is more than %lld", (long long)needed, (long long)limit);
  error->quantity = quantity;
  error->needed = needed;
  error->limit = limit;
  return false;
}

inline bool fail_memory(pcr_error *error, const char *field, int64_t bytes) {
  return fail(error, PCR_OUT_OF_MEMORY, field, 0, "no %lld bytes of memory", (long long)bytes);
}

}  // namespace pcr

#endif
