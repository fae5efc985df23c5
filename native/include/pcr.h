#ifndef PCR_H
#define PCR_H

#include <stdint.h>

/* What Progressive Compressed Records shares between languages: images in, pixels as a model takes them out.
 *
 * Nothing here throws, prints, or ends the process. All structures are as they stand here: there is no padding, and pointers
 * have 64 bits. Memory is the caller's, and nothing is kept of it when a function has returned. */

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PCR_API __attribute__((visibility("default")))
#else
#define PCR_API
#endif

/* Grows when a structure or function changes or is added, so that a caller can tell a library that it was not made for. */
#define PCR_ABI_VERSION 2

PCR_API int32_t pcr_abi_version(void);

enum pcr_code {
  PCR_OK = 0,
  PCR_CORRUPT = 1,        /* the bytes are no such image */
  PCR_UNSUPPORTED = 2,    /* they are one of a kind that is not decoded */
  PCR_OVER_LIMIT = 3,     /* of what, `quantity` says */
  PCR_BAD_ARGUMENT = 4,   /* the caller's mistake */
  PCR_OUT_OF_MEMORY = 6,  /* a shortage of the machine, which says nothing about the image */
  PCR_CONTRADICTION = 7   /* the image does not have the size that the caller was told */
};

enum pcr_quantity { PCR_OF_OTHER = 0, PCR_OF_PIXELS = 1, PCR_OF_SCANS = 2, PCR_OF_MEMORY = 3, PCR_OF_CHUNKS = 4, PCR_OF_OUTPUT = 5 };

/* Why something was not done. */
typedef struct pcr_error {
  int32_t code;
  int32_t quantity;   /* of PCR_OVER_LIMIT */
  int64_t offset;     /* in the image's bytes, 0 when it is not known */
  int64_t needed;     /* of PCR_OVER_LIMIT; 0: not known */
  int64_t limit;
  char field[32];     /* such as "BMP.bits" */
  char message[256];  /* a line of English, ended by a zero */
} pcr_error;

/* How an image is stored. The numbers are those of the format's encodings, and of media types that TFRecords hold. */
enum pcr_encoding {
  PCR_PROGRESSIVE_JPEG = 1, /* slices of groups; an end of image need not follow */
  PCR_JPEG = 16,
  PCR_PNG = 17,
  PCR_WEBP = 18,
  PCR_BMP = 19,
  PCR_RAW = 20, /* a PNM that is nothing but a header and the pixels */
  PCR_PNM = 21  /* any binary PNM */
};

typedef struct pcr_slice {
  const void *data;
  int64_t length;
} pcr_slice;

/* What is wanted of an image: a part of it, in its own pixels, whose edges can be between them. */
typedef struct pcr_view {
  double x, y, width, height;
  void *out;        /* where the first pixel goes */
  int64_t flipped;  /* from left to right */
} pcr_view;

typedef struct pcr_image {
  const pcr_slice *slices;  /* the file in order; at most 1,024 */
  int64_t slice_count;
  const pcr_view *views;
  int64_t view_count;
  int32_t encoding;
  int32_t width, height;  /* to which the views refer */
  int32_t midpoint;       /* bits that are missing stand in the middle of what they can be, and not at zero */
} pcr_image;

/* What all views become, by linear interpolation: pixels of 8 bits. */
typedef struct pcr_shape {
  int32_t width, height;
  int32_t channels;      /* 1 grey, 3 red, green and blue */
  int32_t planar;        /* a plane for each channel, and not channels side by side */
  int32_t antialias;     /* shrinking takes all pixels into account */
  int32_t exact_scale;   /* a JPEG is never decoded at a lower scale */
  int64_t row_stride;    /* bytes from a row to the next; 0: no padding */
  int64_t plane_stride;  /* bytes from a plane to the next; 0: no padding */
} pcr_shape;

/* What is refused before anything is decoded. */
typedef struct pcr_limits {
  int64_t max_pixels;        /* of an image */
  int32_t max_stored_scans;  /* of a PCR_PROGRESSIVE_JPEG */
  int32_t max_input_scans;   /* of a PCR_JPEG */
} pcr_limits;

/* Threads that decode, and their memory. */
typedef struct pcr_pool pcr_pool;

/* Makes a pool of 1 to 1,024 threads, the calling one included. Returns null, and says why, when it cannot.
 *
 * abi_version: PCR_ABI_VERSION, as the caller was compiled with it */
PCR_API pcr_pool *pcr_pool_open(int32_t abi_version, int32_t threads, pcr_error *error);

/* Frees a pool; null is none. No other function may use it at that time, or afterwards. */
PCR_API void pcr_pool_close(pcr_pool *pool);

/* Renders the views of all images, in whatever order, on the pool's threads and the calling one, and returns when it has done.
 * An image that fails does not stop the others; some of its views may then have been written to.
 *
 * A pool does one such job at a time. A JPEG takes no lock and no allocation, once as large a one has been decoded.
 *
 * errors: one for each image; the code of each is set, all else only of those that failed.
 * Returns how many failed, or -1 when an argument is wrong and nothing was done: errors[0] then says what. */
PCR_API int64_t pcr_render(pcr_pool *pool, const pcr_limits *limits, const pcr_shape *shape, const pcr_image *images,
                           int64_t count, pcr_error *errors);

/* Rebuilds the JPEG file that a sample was made of, from the sample at full fidelity (an end of image need not follow) and
 * the literals of its restore recipe: what stood before, between and behind the original's entropy-coded data. At most 1,024
 * slices and 129 literals. Any thread may call it; it takes memory for the image's coefficients while it is at work.
 *
 * room: bytes that there are at `out`, at least 1. An original that needs more is PCR_OVER_LIMIT, of PCR_OF_OUTPUT.
 * max_input_scans holds for the sample and for the original.
 * Returns the length of the original, or -1: the error then says why there is none. It is for the caller to prove by length
 * and SHA-256 that it is the right one. */
PCR_API int64_t pcr_rebuild(const pcr_limits *limits, const pcr_slice *slices, int64_t slice_count, const pcr_slice *literals,
                            int64_t literal_count, void *out, int64_t room, pcr_error *error);

#ifdef __cplusplus
}
#endif

#endif
