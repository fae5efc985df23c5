#ifndef PCR_JPEG_LIBJPEG_H
#define PCR_JPEG_LIBJPEG_H

#include <cstdio>

// libjpeg's own headers, which guard themselves only in part.
extern "C" {
#define JPEG_INTERNALS
#include <jpeglib.h>
#undef JPEG_INTERNALS
// Version 3 has it, version 2 does not.
__attribute__((weak)) EXTERN(void) jpeg_enable_lossless(j_compress_ptr cinfo, int predictor, int transform);
}

namespace pcr_jpeg {

#if defined(LIBJPEG_TURBO_VERSION_NUMBER) && LIBJPEG_TURBO_VERSION_NUMBER >= 3000000
static const bool COMPILED_FOR_3 = true;
#else
static const bool COMPILED_FOR_3 = false;
#endif

// The library loaded may be another than the one compiled for, under the same name. What jpegint.h describes
// then lies elsewhere, and nothing may take its place.
inline bool is_as_compiled() { return (jpeg_enable_lossless != nullptr) == COMPILED_FOR_3; }

}  // namespace pcr_jpeg

#endif
