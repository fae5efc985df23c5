#ifndef PCR_JPEG_H
#define PCR_JPEG_H

#include <cstdint>
#include <cstdio>
#include <jpeglib.h>

// The libjpeg API version of the headers that this glue was compiled against.
static inline int pcr_jpeg_lib_version() { return JPEG_LIB_VERSION; }

static inline int64_t pcr_jpeg_address(void *buffer) { return (int64_t)(intptr_t)buffer; }

#endif
