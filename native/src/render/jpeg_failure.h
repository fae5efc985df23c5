#ifndef PCR_RENDER_JPEG_FAILURE_H
#define PCR_RENDER_JPEG_FAILURE_H

#include "../jpeg/report.h"
#include "failure.h"

namespace pcr {

// Why a session did not do its job. Returns false, for whoever is to return that.
inline bool jpeg_failure(pcr_jpeg::Report &report, int reason, pcr_error *error) {
  fail(error, (pcr_code)reason, "JPEG", report[pcr_jpeg::ERROR_OFFSET], "%s", report.error_text());
  if (reason == pcr_jpeg::OVER_LIMIT) {
    int64_t quantity = report[pcr_jpeg::ERROR_QUANTITY];
    error->needed = report[pcr_jpeg::ERROR_NEEDED];
    error->limit = report[pcr_jpeg::ERROR_LIMIT];
    error->quantity = quantity == pcr_jpeg::OF_PIXELS   ? PCR_OF_PIXELS
                      : quantity == pcr_jpeg::OF_SCANS  ? PCR_OF_SCANS
                      : quantity == pcr_jpeg::OF_OUTPUT ? PCR_OF_OUTPUT
                                                        : PCR_OF_OTHER;
  }
  return false;
}

}  // namespace pcr

#endif
