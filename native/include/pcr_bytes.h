#ifndef PCR_BYTES_H
#define PCR_BYTES_H

#include "pcr.h"

/* What a reader of shards does with bytes before they are pixels: checksums, zstd frames, records of TFRecord files.
 *
 * These functions are compiled where a language has none of its own that are fast; they stand beside those of pcr.h, and hold
 * to what it says of memory. All of them may be called from any thread; a stream belongs to one thread at a time. */

#ifdef __cplusplus
extern "C" {
#endif

/* The CRC-32C of bytes that follow others, whose CRC-32C is given: 0 when there are none. */
PCR_API uint32_t pcr_crc32c(uint32_t before, const void *bytes, int64_t length);

/* Compares each slice with its CRC-32C. intact: 1 or 0 for each. Returns how many are not intact. */
PCR_API int64_t pcr_check_slices(const pcr_slice *slices, const uint32_t *crc32c, int64_t count, uint8_t *intact);

/* What a zstd frame says of itself, and what its blocks can hold at most. */
typedef struct pcr_zstd_facts {
  int64_t length;   /* of the frame, its checksum included */
  int64_t content;  /* -1: not stated */
  int64_t window;   /* -1: the frame has no window descriptor; above 2^62: more than fits */
  int64_t bound;    /* what the blocks can hold */
  int32_t reserved_bit;
  int32_t has_dictionary_id;
} pcr_zstd_facts;

/* Looks at the frame at the start of the bytes; decodes nothing. Returns PCR_OK, or PCR_CORRUPT where it is no such frame, or
 * does not end within the bytes. */
PCR_API int32_t pcr_zstd_look(const void *bytes, int64_t length, pcr_zstd_facts *facts);

/* Decodes one frame, which fills its bytes, into as many bytes as it holds. The dictionary is raw content, and may be empty. */
PCR_API int32_t pcr_zstd_decode(const void *frame, int64_t length, const void *dictionary, int64_t dictionary_length, void *out,
                                int64_t out_length, pcr_error *error);

/* Frames one after the other, skippable ones among them, whose windows have at most 128 MiB. */
typedef struct pcr_zstd_stream pcr_zstd_stream;

/* Null when there is no memory. */
PCR_API pcr_zstd_stream *pcr_zstd_open(void);
PCR_API void pcr_zstd_close(pcr_zstd_stream *stream);

/* Decodes what fits. progress: bytes taken, bytes given, and 1 when a frame has just ended, else 0. */
PCR_API int32_t pcr_zstd_run(pcr_zstd_stream *stream, const void *bytes, int64_t length, void *out, int64_t out_length,
                             int64_t *progress, pcr_error *error);

/* A record of a TFRecord file: where its data is, and whether its checksum is right. */
typedef struct pcr_record {
  int64_t offset;
  int64_t length;
  int64_t intact;
} pcr_record;

/* Finds up to `count` complete records, from an offset on. next: where the first one begins that was not found.
 * Returns how many were found; -1 when there the checksum of a length is wrong, -2 when a length is above the limit, both only
 * where none was found before it. */
PCR_API int64_t pcr_records(const void *bytes, int64_t length, int64_t from, int64_t max_length, pcr_record *records, int64_t count,
                            int64_t *next);

/* The range of a random crop, in units of 2^-24; spec/loader.md says which are allowed. */
typedef struct pcr_crop_rule {
  int64_t least_area, most_area, least_ratio, most_ratio;
} pcr_crop_rule;

typedef struct pcr_crop {
  int64_t x, y, width, height, flipped;
} pcr_crop;

/* The crops of images: `views` of each, side by side. Sides are 1 to 2^31-1. */
PCR_API void pcr_random_crops(const pcr_crop_rule *rule, int64_t seed, const int64_t *epochs, const int64_t *numbers,
                              const int64_t *widths, const int64_t *heights, int64_t count, int64_t views, pcr_crop *crops);

#ifdef __cplusplus
}
#endif

#endif
