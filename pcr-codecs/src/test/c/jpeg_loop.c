/* The loops to measure the Java library against: libjpeg over files in memory, one after the other.
 * Arguments: decode|transcode, passes, a file of scan scripts, images. A script line is a component
 * count (of the image), then count, four components, Ss, Se, Ah, Al. Prints the CPU nanoseconds of
 * the fastest pass and the bytes that one pass put out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jpeglib.h>

#define MAX_SCANS 64
#define COMPONENTS 4

static jpeg_scan_info scripts[COMPONENTS + 1][MAX_SCANS];
static int script_length[COMPONENTS + 1];

struct image {
  unsigned char *bytes;
  unsigned long length;
};

static void read_scripts(const char *name) {
  FILE *file = fopen(name, "r");
  int of, n[9];
  if (file == NULL) exit(2);
  while (fscanf(file, "%d %d %d %d %d %d %d %d %d %d", &of, n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6,
                n + 7, n + 8) == 10) {
    jpeg_scan_info *scan = &scripts[of][script_length[of]++];
    scan->comps_in_scan = n[0];
    for (int i = 0; i < COMPONENTS; i++) scan->component_index[i] = n[1 + i];
    scan->Ss = n[5];
    scan->Se = n[6];
    scan->Ah = n[7];
    scan->Al = n[8];
  }
  fclose(file);
}

static struct image read_image(const char *name) {
  struct image image;
  FILE *file = fopen(name, "rb");
  if (file == NULL) exit(2);
  fseek(file, 0, SEEK_END);
  image.length = (unsigned long)ftell(file);
  rewind(file);
  image.bytes = malloc(image.length);
  if (fread(image.bytes, 1, image.length, file) != image.length) exit(2);
  fclose(file);
  return image;
}

static unsigned long decode(const struct image *image) {
  static unsigned char *pixels;
  static size_t capacity;
  struct jpeg_decompress_struct d;
  struct jpeg_error_mgr error;
  d.err = jpeg_std_error(&error);
  jpeg_create_decompress(&d);
  jpeg_mem_src(&d, image->bytes, image->length);
  jpeg_read_header(&d, TRUE);
  d.out_color_space = JCS_RGB;
  d.do_block_smoothing = FALSE;
  jpeg_start_decompress(&d);
  size_t row = (size_t)d.output_width * 3;
  size_t size = row * d.output_height;
  if (capacity < size) {
    free(pixels);
    pixels = malloc(size);
    capacity = size;
  }
  while (d.output_scanline < d.output_height) {
    JSAMPROW rows[16];
    unsigned left = d.output_height - d.output_scanline;
    unsigned count = left < 16 ? left : 16;
    for (unsigned i = 0; i < count; i++) rows[i] = pixels + (d.output_scanline + i) * row;
    jpeg_read_scanlines(&d, rows, count);
  }
  jpeg_finish_decompress(&d);
  jpeg_destroy_decompress(&d);
  return size;
}

static unsigned long transcode(const struct image *image) {
  static unsigned char out[1 << 24];
  struct jpeg_decompress_struct d;
  struct jpeg_compress_struct c;
  struct jpeg_error_mgr error;
  unsigned char *to = out;
  unsigned long length = sizeof out;
  d.err = c.err = jpeg_std_error(&error);
  jpeg_create_decompress(&d);
  jpeg_create_compress(&c);
  jpeg_mem_src(&d, image->bytes, image->length);
  jpeg_read_header(&d, TRUE);
  jvirt_barray_ptr *arrays = jpeg_read_coefficients(&d);
  jpeg_copy_critical_parameters(&d, &c);
  c.optimize_coding = TRUE;
  c.scan_info = scripts[d.num_components];
  c.num_scans = script_length[d.num_components];
  jpeg_mem_dest(&c, &to, &length);
  jpeg_write_coefficients(&c, arrays);
  jpeg_finish_compress(&c);
  jpeg_destroy_compress(&c);
  jpeg_finish_decompress(&d);
  jpeg_destroy_decompress(&d);
  return length;
}

static long long cpu_nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  int is_decode = strcmp(argv[1], "decode") == 0;
  read_scripts(argv[3]);
  int count = argc - 4;
  struct image *images = malloc(sizeof *images * (size_t)count);
  for (int i = 0; i < count; i++) images[i] = read_image(argv[4 + i]);
  long long best = -1;
  unsigned long bytes = 0;
  for (int pass = atoi(argv[2]); pass > 0; pass--) {
    long long start = cpu_nanos();
    bytes = 0;
    for (int i = 0; i < count; i++) bytes += is_decode ? decode(&images[i]) : transcode(&images[i]);
    long long took = cpu_nanos() - start;
    if (best < 0 || took < best) best = took;
  }
  printf("%lld %lu\n", best, bytes);
  return 0;
}
