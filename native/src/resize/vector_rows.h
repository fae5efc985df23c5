#ifndef PCR_RESIZE_VECTOR_ROWS_H
#define PCR_RESIZE_VECTOR_ROWS_H

#include "rows.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// The same with vectors of 32 bytes, for processors of the last ten years; the results are equal to the byte. What does not
// fill a vector is left to rows.h.
namespace pcr {

#if defined(__x86_64__)

#define PCR_AVX2 __attribute__((target("avx2")))

inline bool resize_find_vectors() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2");
}

static const bool RESIZE_HAS_VECTORS = resize_find_vectors();

PCR_AVX2 inline __m256i resize_pair_of_weights(const int16_t *weights) {
  int32_t both;
  memcpy(&both, weights, sizeof both);
  return _mm256_set1_epi32(both);
}

PCR_AVX2 inline __m256i resize_rounded(__m256i sums) {
  return _mm256_srai_epi32(_mm256_add_epi32(sums, _mm256_set1_epi32(resize_weight_one >> 1)), resize_weight_bits);
}

PCR_AVX2 inline __m256i resize_wide(const uint8_t *sixteen) {
  return _mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i *>(sixteen)));
}

// One output row of at least 16 bytes; the last vector overlaps the one before.
PCR_AVX2 inline void resize_down_vectors(const resize_job &job, const resize_axis &axis, int row, uint8_t *line) {
  const int64_t width = job.in_row();
  const int16_t *weights = axis.of(row);
  const uint8_t *rows = job.in_rows(axis.first[row]);
  const int64_t stride = job.in_rows(1) - job.in;
  const int taps = axis.taps < job.in_height ? axis.taps : job.in_height;
  for (int64_t i = 0;; i = i + 32 <= width ? i + 16 : width - 16) {
    __m256i low = _mm256_setzero_si256(), high = low;
    const uint8_t *at = rows + i;
    for (int t = 0; t < taps; t += 2, at += 2 * stride) {
      const __m256i both = resize_pair_of_weights(weights + t);
      const __m256i upper = resize_wide(at), lower = t + 1 < taps ? resize_wide(at + stride) : upper;
      low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(upper, lower), both));
      high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(upper, lower), both));
    }
    const __m256i words = _mm256_packs_epi32(resize_rounded(low), resize_rounded(high));
    const __m128i bytes = _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    _mm_storeu_si128(reinterpret_cast<__m128i *>(line + i), bytes);
    if (i + 16 >= width) break;
  }
}

// Eight bytes of each of two rows.
PCR_AVX2 inline __m256i resize_two_rows(const uint8_t *upper, const uint8_t *lower) {
  const __m128i first = _mm_loadl_epi64(reinterpret_cast<const __m128i *>(upper));
  const __m128i second = _mm_loadl_epi64(reinterpret_cast<const __m128i *>(lower));
  return _mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1);
}

// A pixel of three channels of each of two rows.
PCR_AVX2 inline __m256i resize_pixels(const resize_axis &axis, int o, const uint8_t *upper, const uint8_t *lower) {
  const __m256i apart = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, -1, 3, -1, 1, -1, 4, -1, 2, -1, 5, -1, -1, -1, -1, -1));
  const int16_t *weights = axis.of(o);
  const size_t first = (size_t)axis.first[o] * 3;
  __m256i sums = _mm256_setzero_si256();
  for (int t = 0; t < axis.taps; t += 2) {
    const __m256i pixels = resize_two_rows(upper + first + 3 * t, lower + first + 3 * t);
    sums = _mm256_add_epi32(sums, _mm256_madd_epi16(_mm256_shuffle_epi8(pixels, apart), resize_pair_of_weights(weights + t)));
  }
  return resize_rounded(sums);
}

PCR_AVX2 inline void resize_store(const resize_job &job, __m128i four, uint8_t *row, int i) {
  if (!job.planar) {
    // Four bytes more than four pixels, which the next ones bring.
    const __m128i close = _mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    _mm_storeu_si128(reinterpret_cast<__m128i *>(row + 3 * i), _mm_shuffle_epi8(four, close));
    return;
  }
  const __m128i planes = _mm_shuffle_epi8(four, _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, -1, -1, -1, -1));
  const int32_t channels[3] = {_mm_cvtsi128_si32(planes), _mm_extract_epi32(planes, 1), _mm_extract_epi32(planes, 2)};
  for (int c = 0; c < 3; c++) memcpy(row + c * job.out_plane() + i, &channels[c], sizeof channels[c]);
}

// Two output rows of three channels, of lines that can be read beyond their ends by all taps and eight bytes. Returns how many
// pixels it has made of each.
PCR_AVX2 inline int resize_across_vectors(const resize_job &job, const resize_axis &axis, int row, const uint8_t *upper,
                                          const uint8_t *lower) {
  uint8_t *out = job.out + row * job.out_row();
  uint8_t *next = out + job.out_row();
  const int step = job.flipped ? -1 : 1;
  int i = 0;
  for (int o = job.flipped ? job.out_width - 1 : 0; i + 6 <= job.out_width; i += 4, o += 4 * step) {
    const __m256i first = _mm256_packus_epi32(resize_pixels(axis, o, upper, lower), resize_pixels(axis, o + step, upper, lower));
    const __m256i second =
        _mm256_packus_epi32(resize_pixels(axis, o + 2 * step, upper, lower), resize_pixels(axis, o + 3 * step, upper, lower));
    const __m256i four = _mm256_packus_epi16(first, second);
    resize_store(job, _mm256_castsi256_si128(four), out, i);
    resize_store(job, _mm256_extracti128_si256(four, 1), next, i);
  }
  return i;
}

#else

static const bool RESIZE_HAS_VECTORS = false;

inline void resize_down_vectors(const resize_job &, const resize_axis &, int, uint8_t *) {}

inline int resize_across_vectors(const resize_job &, const resize_axis &, int, const uint8_t *, const uint8_t *) { return 0; }

#endif

}  // namespace pcr

#endif
