#ifndef PCR_JPEG_LIBJPEG_H
#define PCR_JPEG_LIBJPEG_H

#include <cstdio>

// libjpeg's own headers, which guard themselves only in part.
extern "C" {
#include <jpeglib.h>
#define JPEG_INTERNALS
#include <jpegint.h>
#undef JPEG_INTERNALS
#include <jerror.h>
// In none of its headers.
EXTERN(void) jpeg_gen_optimal_table(j_compress_ptr cinfo, JHUFF_TBL *table, long counts[]);
}

#endif
