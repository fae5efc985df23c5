/* Exercises the library as any other language would: by pcr.h alone.
 *
 * usage: abi PROGRESSIVE.jpg BASELINE.jpg PNG WEBP BMP RAW PNM WIDTH HEIGHT
 * All files hold images of the one size. Prints what it has checked, and ends with 1 where something is wrong. */
#define _GNU_SOURCE
#include "pcr.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 56, BYTES = SIDE * SIDE * 3, KINDS = 7, THREADS = 64, GUARD = 64, MANY = 4096 };

static const int32_t ENCODINGS[KINDS] = {PCR_PROGRESSIVE_JPEG, PCR_JPEG, PCR_PNG, PCR_WEBP, PCR_BMP, PCR_RAW, PCR_PNM};
static const pcr_limits LIMITS = {64 << 20, 64, 100};
static const pcr_shape SHAPE = {SIDE, SIDE, 3, 0, 1, 0, 0, 0};

static uint8_t *file[KINDS];
static int64_t file_length[KINDS];
static int32_t width, height;
static int checks;

/* Counted while a flag is set: what costs when many threads do it. */
static atomic_int counting;
static atomic_long allocations, locks;

#ifndef __SANITIZE_ADDRESS__

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void count_allocation(void) {
  if (counting) allocations++;
}

void *malloc(size_t bytes) {
  count_allocation();
  return __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes) {
  count_allocation();
  return __libc_calloc(count, bytes);
}

void *realloc(void *from, size_t bytes) {
  count_allocation();
  return __libc_realloc(from, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
  count_allocation();
  return __libc_memalign(alignment, bytes);
}

/* Called by the library, as a program's functions stand before those of others. */

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  static int (*real)(pthread_mutex_t *);
  if (real == NULL) *(void **)&real = dlsym(RTLD_NEXT, "pthread_mutex_lock");
  if (counting) locks++;
  return real(mutex);
}

#endif

static void check(int is_right, const char *what) {
  checks++;
  if (is_right) return;
  printf("wrong: %s\n", what);
  exit(1);
}

static void read_file(int kind, const char *name) {
  FILE *f = fopen(name, "rb");
  if (f == NULL) {
    perror(name);
    exit(2);
  }
  fseek(f, 0, SEEK_END);
  file_length[kind] = ftell(f);
  rewind(f);
  file[kind] = malloc((size_t)file_length[kind]);
  check(fread(file[kind], 1, (size_t)file_length[kind], f) == (size_t)file_length[kind], name);
  fclose(f);
}

static pcr_pool *open_pool(int threads) {
  pcr_error error;
  pcr_pool *pool = pcr_pool_open(PCR_ABI_VERSION, threads, &error);
  check(pool != NULL, "a pool");
  return pool;
}

static pcr_view whole(uint8_t *out) {
  pcr_view view = {0, 0, width, height, out, 0};
  return view;
}

static pcr_image image_of(int kind, const pcr_slice *slice, const pcr_view *view) {
  pcr_image image = {slice, 1, view, 1, ENCODINGS[kind], width, height, 0};
  return image;
}

static int32_t render(pcr_pool *pool, int kind, const uint8_t *bytes, int64_t length, const pcr_limits *limits, pcr_error *error) {
  static uint8_t out[BYTES];
  pcr_slice slice = {bytes, length};
  pcr_view view = whole(out);
  pcr_image image = image_of(kind, &slice, &view);
  int64_t failed = pcr_render(pool, limits, &SHAPE, &image, 1, error);
  check(failed == (error->code != PCR_OK), "as many failures as errors");
  check(error->code == PCR_OK || (error->message[0] != 0 && error->field[0] != 0), "an error that says what is wrong");
  return error->code;
}

static int mean_difference(const uint8_t *a, const uint8_t *b) {
  long sum = 0;
  for (int i = 0; i < BYTES; i++) sum += abs(a[i] - b[i]);
  return (int)(sum / BYTES);
}

static void good_images(pcr_pool *pool) {
  static uint8_t out[KINDS][BYTES], alone[BYTES], pieces[BYTES];
  pcr_slice slices[KINDS];
  pcr_view views[KINDS];
  pcr_image images[KINDS];
  pcr_error errors[KINDS];
  for (int i = 0; i < KINDS; i++) {
    slices[i] = (pcr_slice){file[i], file_length[i]};
    views[i] = whole(out[i]);
    images[i] = image_of(i, &slices[i], &views[i]);
  }
  check(pcr_render(pool, &LIMITS, &SHAPE, images, KINDS, errors) == 0, "images of all kinds");
  for (int i = 0; i < KINDS; i++) {
    check(mean_difference(out[i], out[0]) <= 4, "the same picture in all kinds");
    views[i].out = alone;
    check(pcr_render(pool, &LIMITS, &SHAPE, &images[i], 1, errors) == 0 && memcmp(alone, out[i], BYTES) == 0, "alone as with others");
    pcr_slice three[3] = {{file[i], 1}, {file[i] + 1, file_length[i] / 2}, {NULL, 0}};
    three[2].data = file[i] + 1 + three[1].length;
    three[2].length = file_length[i] - 1 - three[1].length;
    images[i].slices = three;
    images[i].slice_count = 3;
    views[i].out = pieces;
    check(pcr_render(pool, &LIMITS, &SHAPE, &images[i], 1, errors) == 0 && memcmp(pieces, out[i], BYTES) == 0, "in slices as in one");
  }
}

/* Strides, planes, flips, and several views of one image. */
static void layouts(pcr_pool *pool) {
  static uint8_t plain[BYTES], flipped[BYTES], padded[SIDE * (SIDE * 3 + 5)], planes[3 * (SIDE * (SIDE + 3) + 7)], part[BYTES];
  pcr_slice slice = {file[1], file_length[1]};
  pcr_view views[3] = {whole(plain), whole(flipped), whole(part)};
  views[1].flipped = 1;
  views[2] = (pcr_view){width / 4.0, height / 4.0, width / 2.0, height / 2.0, part, 0};
  pcr_image image = image_of(1, &slice, views);
  pcr_error error;
  pcr_shape shape = SHAPE;
  shape.exact_scale = 1;
  image.view_count = 3;
  check(pcr_render(pool, &LIMITS, &shape, &image, 1, &error) == 0, "three views of an image");
  for (int y = 0; y < SIDE; y++) {
    for (int x = 0; x < SIDE * 3; x++) {
      check(plain[y * SIDE * 3 + x] == flipped[y * SIDE * 3 + (SIDE - 1 - x / 3) * 3 + x % 3], "flipped from left to right");
    }
  }
  static uint8_t alone[BYTES];
  views[2].out = alone;
  image.views = &views[2];
  image.view_count = 1;
  check(pcr_render(pool, &LIMITS, &shape, &image, 1, &error) == 0, "one view of it");
  for (int i = 0; i < BYTES; i++) check(abs(alone[i] - part[i]) <= 40, "a view alone as among others, but for its edges");
  image.views = views;
  memset(padded, 77, sizeof padded);
  shape.row_stride = SIDE * 3 + 5;
  views[0].out = padded;
  check(pcr_render(pool, &LIMITS, &shape, &image, 1, &error) == 0, "rows apart");
  for (int y = 0; y < SIDE; y++) {
    check(memcmp(padded + y * shape.row_stride, plain + y * SIDE * 3, SIDE * 3) == 0, "the same rows");
    check(padded[y * shape.row_stride + SIDE * 3] == 77, "nothing between rows");
  }
  memset(planes, 77, sizeof planes);
  shape.planar = 1;
  shape.row_stride = SIDE + 3;
  shape.plane_stride = SIDE * (SIDE + 3) + 7;
  views[0].out = planes;
  check(pcr_render(pool, &LIMITS, &shape, &image, 1, &error) == 0, "planes apart");
  for (int i = 0; i < BYTES; i++) {
    int pixel = i / 3, c = i % 3;
    check(planes[c * shape.plane_stride + pixel / SIDE * shape.row_stride + pixel % SIDE] == plain[i], "the same planes");
  }
  for (int c = 0; c < 3; c++) check(planes[c * shape.plane_stride + SIDE] == 77, "nothing between rows of planes");
}

/* Each kind of damage is an error of that image, and the others are as they were. */
static void damage(pcr_pool *pool) {
  pcr_error error;
  for (int kind = 0; kind < KINDS; kind++) {
    uint8_t *copy = malloc((size_t)file_length[kind]);
    memcpy(copy, file[kind], (size_t)file_length[kind]);
    check(render(pool, kind, copy, 0, &LIMITS, &error) == PCR_CORRUPT, "no bytes");
    check(render(pool, kind, copy, 1, &LIMITS, &error) == PCR_CORRUPT, "one byte");
    check(render(pool, kind, copy, 20, &LIMITS, &error) != PCR_OK, "a part of the header");
    if (kind > 1) check(render(pool, kind, copy, file_length[kind] - 9, &LIMITS, &error) == PCR_CORRUPT, "an end that is missing");
    copy[0] ^= 0x40;
    check(render(pool, kind, copy, file_length[kind], &LIMITS, &error) != PCR_OK, "another magic");
    copy[0] ^= 0x40;
    uint64_t seed = 88172645463325252u;
    for (int round = 0; round < 300; round++) {
      for (int i = 0; i < 3; i++) {
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        copy[seed % (uint64_t)file_length[kind]] = (uint8_t)(seed >> 40);
      }
      int32_t code = render(pool, kind, copy, file_length[kind], &LIMITS, &error);
      check(code >= PCR_OK && code <= PCR_CONTRADICTION && code != PCR_BAD_ARGUMENT, "a known outcome of damage");
      memcpy(copy, file[kind], (size_t)file_length[kind]);
    }
    pcr_limits small = LIMITS;
    small.max_pixels = (int64_t)width * height - 1;
    check(render(pool, kind, copy, file_length[kind], &small, &error) == PCR_OVER_LIMIT, "too many pixels");
    check(error.quantity == PCR_OF_PIXELS && error.needed > error.limit, "how many pixels there are");
    free(copy);
  }
  pcr_limits few = LIMITS;
  few.max_stored_scans = 1;
  check(render(pool, 0, file[0], file_length[0], &few, &error) == PCR_OVER_LIMIT && error.quantity == PCR_OF_SCANS, "too many scans");
  check(render(pool, 2, file[1], file_length[1], &LIMITS, &error) == PCR_CORRUPT, "a file of another kind");
  int32_t right = width;
  width *= 3;
  for (int kind = 0; kind < KINDS; kind++) check(render(pool, kind, file[kind], file_length[kind], &LIMITS, &error) != PCR_OK, "another size");
  width = right;
}

/* Views that are meant for another image would show a corner of this one, or go beyond it. */
static void other_sizes(pcr_pool *pool) {
  static uint8_t out[BYTES];
  for (int kind = 0; kind < KINDS; kind++) {
    if (ENCODINGS[kind] == PCR_RAW) continue; /* nothing but the caller knows its size */
    for (int i = 0; i < 9; i++) {
      int wide = width + i % 3 - 1, high = height + i / 3 - 1;
      pcr_slice slice = {file[kind], file_length[kind]};
      pcr_view view = {0, 0, wide, high, out, 0};
      pcr_image image = {&slice, 1, &view, 1, ENCODINGS[kind], wide, high, 0};
      pcr_error error;
      pcr_render(pool, &LIMITS, &SHAPE, &image, 1, &error);
      int is_same = wide == width && high == height;
      check(is_same ? error.code == PCR_OK : error.code != PCR_OK, "an image of another size is reported");
    }
  }
}

static void wrong_arguments(pcr_pool *pool) {
  pcr_error error;
  check(pcr_pool_open(PCR_ABI_VERSION + 1, 1, &error) == NULL && error.code == PCR_BAD_ARGUMENT, "another version");
  check(pcr_pool_open(PCR_ABI_VERSION, 0, &error) == NULL && error.code == PCR_BAD_ARGUMENT, "no thread");
  check(pcr_abi_version() == PCR_ABI_VERSION, "the version");
  static uint8_t out[BYTES];
  pcr_slice slice = {file[1], file_length[1]};
  pcr_view view = whole(out);
  pcr_image image = image_of(1, &slice, &view);
  pcr_shape shape = SHAPE;
  shape.row_stride = SIDE * 3 - 1;
  check(pcr_render(pool, &LIMITS, &shape, &image, 1, &error) == -1 && error.code == PCR_BAD_ARGUMENT, "rows in each other");
  shape.row_stride = INT64_MAX - 1;
  check(pcr_render(pool, &LIMITS, &shape, &image, 1, &error) == -1 && error.code == PCR_BAD_ARGUMENT, "rows beyond all memory");
  shape.row_stride = 0;
  shape.plane_stride = INT64_MAX - 1;
  check(pcr_render(pool, &LIMITS, &shape, &image, 1, &error) == -1 && error.code == PCR_BAD_ARGUMENT, "planes beyond all memory");
  shape.plane_stride = SIDE;
  check(pcr_render(pool, &LIMITS, &shape, &image, 1, &error) == -1 && error.code == PCR_BAD_ARGUMENT, "planes in each other");
  shape = SHAPE;
  shape.channels = 2;
  check(pcr_render(pool, &LIMITS, &shape, &image, 1, &error) == -1 && error.code == PCR_BAD_ARGUMENT, "two channels");
  view.x = width;
  check(pcr_render(pool, &LIMITS, &SHAPE, &image, 1, &error) == 1 && error.code == PCR_BAD_ARGUMENT, "a view outside");
  view = whole(NULL);
  check(pcr_render(pool, &LIMITS, &SHAPE, &image, 1, &error) == 1 && error.code == PCR_BAD_ARGUMENT, "no memory for a view");
  view = whole(out);
  slice.length = -1;
  check(pcr_render(pool, &LIMITS, &SHAPE, &image, 1, &error) == 1 && error.code == PCR_BAD_ARGUMENT, "a slice of less than nothing");
  pcr_slice pair[2] = {{file[1], INT64_MAX}, {file[1], 1}};
  image.slices = pair;
  image.slice_count = 2;
  check(pcr_render(pool, &LIMITS, &SHAPE, &image, 1, &error) == 1 && error.code == PCR_BAD_ARGUMENT, "slices beyond all memory");
  image.slice_count = 1025;
  check(pcr_render(pool, &LIMITS, &SHAPE, &image, 1, &error) == 1 && error.code == PCR_BAD_ARGUMENT, "too many slices");
  check(pcr_render(pool, &LIMITS, &SHAPE, &image, 0, &error) == 0, "no images");
}

/* What is written is what the shape says, to the byte: a buffer one byte too small would be written beyond. */
static void guards(pcr_pool *pool) {
  static uint8_t room[GUARD + BYTES + GUARD];
  pcr_error error;
  for (int kind = 0; kind < KINDS; kind++) {
    memset(room, 99, sizeof room);
    pcr_slice slice = {file[kind], file_length[kind]};
    pcr_view view = whole(room + GUARD);
    pcr_image image = image_of(kind, &slice, &view);
    check(pcr_render(pool, &LIMITS, &SHAPE, &image, 1, &error) == 0, "an image between guards");
    for (int i = 0; i < GUARD; i++) check(room[i] == 99 && room[GUARD + BYTES + i] == 99, "guards as they were");
  }
}

/* JPEGs on many threads: equal to one thread's, with as many locks as threads and no allocation. */
static void many_threads(pcr_pool *one) {
  pcr_pool *pool = open_pool(THREADS);
  uint8_t *out = malloc((size_t)MANY * BYTES), *expected = malloc(2 * (size_t)BYTES);
  pcr_slice slices[2] = {{file[0], file_length[0]}, {file[1], file_length[1]}};
  pcr_view *views = malloc(MANY * sizeof *views);
  pcr_image *images = malloc(MANY * sizeof *images);
  pcr_error *errors = malloc(MANY * sizeof *errors);
  for (int i = 0; i < MANY; i++) {
    views[i] = whole(out + (size_t)i * BYTES);
    images[i] = image_of(i % 2, &slices[i % 2], &views[i]);
  }
  /* So that each thread has had images of both kinds before counting begins. */
  counting = 1;
  check(pcr_render(pool, &LIMITS, &SHAPE, images, MANY, errors) == 0, "images on 64 threads");
  counting = 0;
#ifndef __SANITIZE_ADDRESS__
  check(allocations > 0 && locks > 0, "what is counted");
#endif
  for (int i = 0; i < 2; i++) check(pcr_render(pool, &LIMITS, &SHAPE, images, MANY, errors) == 0, "images on 64 threads again");
  allocations = locks = 0;
  counting = 1;
  int64_t failed = pcr_render(pool, &LIMITS, &SHAPE, images, MANY, errors);
  counting = 0;
  check(failed == 0, "images on 64 threads once more");
  printf("%d images on %d threads: %ld allocations, %ld locks\n", MANY, THREADS, (long)allocations, (long)locks);
  /* A thread that had no image before may have one now: a few allocations each, and none for an image. */
  check(allocations <= 16 * THREADS && allocations < MANY / 4, "no allocation for an image");
  check(locks <= 4 * THREADS, "no lock for an image");
  for (int kind = 0; kind < 2; kind++) {
    pcr_view view = whole(expected + kind * BYTES);
    pcr_image image = image_of(kind, &slices[kind], &view);
    check(pcr_render(one, &LIMITS, &SHAPE, &image, 1, errors) == 0, "one image");
  }
  for (int i = 0; i < MANY; i++) check(memcmp(out + (size_t)i * BYTES, expected + i % 2 * BYTES, BYTES) == 0, "the same on all threads");
  pcr_pool_close(pool);
  free(out), free(expected), free(views), free(images), free(errors);
}

/* The literals of a baseline file with one scan: up to its entropy-coded data, and behind it. */
static void literals_of(int kind, pcr_slice literals[2]) {
  const uint8_t *bytes = file[kind];
  int64_t at = 2, end;
  while (bytes[at + 1] != 0xDA) at += 2 + (bytes[at + 2] << 8 | bytes[at + 3]);
  at += 2 + (bytes[at + 2] << 8 | bytes[at + 3]);
  for (end = at; bytes[end] != 0xFF || bytes[end + 1] == 0 || (bytes[end + 1] & 0xF8) == 0xD0; end++) {}
  literals[0] = (pcr_slice){bytes, at};
  literals[1] = (pcr_slice){bytes + end, file_length[kind] - end};
}

/* A file out of its own coefficients and literals, however large the room is. */
static void originals(void) {
  enum { BASELINE = 1 };
  int64_t length = file_length[BASELINE];
  uint8_t *out = malloc((size_t)length + 2 * GUARD);
  pcr_slice slice = {file[BASELINE], length}, literals[2];
  pcr_error error;
  literals_of(BASELINE, literals);
  for (int64_t room = length - 2; room <= length + GUARD; room++) {
    memset(out, 99, (size_t)length + 2 * GUARD);
    int64_t made = pcr_rebuild(&LIMITS, &slice, 1, literals, 2, out + GUARD, room, &error);
    if (room < length) {
      check(made == -1 && error.code == PCR_OVER_LIMIT && error.quantity == PCR_OF_OUTPUT, "no room for an original");
    } else {
      check(made == length && memcmp(out + GUARD, file[BASELINE], (size_t)length) == 0, "the original");
    }
    for (int i = 0; i < GUARD; i++) check(out[i] == 99, "guards in front of an original");
    for (int64_t i = GUARD + room; i < length + 2 * GUARD; i++) check(out[i] == 99, "guards behind an original");
  }
  check(pcr_rebuild(&LIMITS, &slice, 1, literals, 1, out, length, &error) == -1 && error.code == PCR_CORRUPT, "a literal too few");
  check(pcr_rebuild(&LIMITS, &slice, 1, literals, 130, out, length, &error) == -1 && error.code == PCR_BAD_ARGUMENT, "too many literals");
  check(pcr_rebuild(&LIMITS, &slice, 0, literals, 2, out, length, &error) == -1 && error.code == PCR_BAD_ARGUMENT, "no slice");
  slice.length = -1;
  check(pcr_rebuild(&LIMITS, &slice, 1, literals, 2, out, length, &error) == -1 && error.code == PCR_BAD_ARGUMENT, "a negative length");
  slice.length = length;
  pcr_limits small = LIMITS;
  small.max_pixels = (int64_t)width * height - 1;
  check(pcr_rebuild(&small, &slice, 1, literals, 2, out, length, &error) == -1 && error.quantity == PCR_OF_PIXELS, "too many pixels");
  uint8_t *copy = malloc((size_t)literals[0].length);
  uint64_t seed = 88172645463325252u;
  for (int round = 0; round < 3000; round++) {
    memcpy(copy, literals[0].data, (size_t)literals[0].length);
    for (int i = 0; i < 3; i++) {
      seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
      copy[seed % (uint64_t)literals[0].length] = (uint8_t)(seed >> 40);
    }
    pcr_slice damaged[2] = {{copy, literals[0].length}, literals[1]};
    int64_t made = pcr_rebuild(&LIMITS, &slice, 1, damaged, 2, out, length, &error);
    check(made >= 0 || (error.code >= PCR_CORRUPT && error.code <= PCR_OVER_LIMIT), "a known outcome of damage");
  }
  free(copy), free(out);
}

static void *use_busy_pool(void *pool) {
  static uint8_t out[BYTES];
  pcr_slice slice = {file[1], file_length[1]};
  pcr_view view = whole(out);
  pcr_image image = image_of(1, &slice, &view);
  pcr_error error;
  long refused = 0;
  for (int i = 0; i < 2000; i++) {
    int64_t failed = pcr_render(pool, &LIMITS, &SHAPE, &image, 1, &error);
    check(failed == 0 || (failed == -1 && error.code == PCR_BAD_ARGUMENT), "a pool that is at work refuses");
    refused += failed == -1;
  }
  return (void *)refused;
}

static void one_job_at_a_time(pcr_pool *pool) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) check(pthread_create(&threads[i], NULL, use_busy_pool, pool) == 0, "a thread");
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}

int main(int argc, char **argv) {
  if (argc != KINDS + 3) return 2;
  for (int i = 0; i < KINDS; i++) read_file(i, argv[1 + i]);
  width = atoi(argv[KINDS + 1]);
  height = atoi(argv[KINDS + 2]);
  pcr_pool *pool = open_pool(1), *some = open_pool(3);
  good_images(pool);
  good_images(some);
  layouts(pool);
  damage(pool);
  good_images(pool);
  other_sizes(pool);
  wrong_arguments(pool);
  guards(pool);
  originals();
  many_threads(pool);
  one_job_at_a_time(pool);
  pcr_pool_close(pool);
  pcr_pool_close(some);
  pcr_pool_close(NULL);
  for (int i = 0; i < KINDS; i++) free(file[i]);
  printf("%d checks\n", checks);
  return 0;
}
