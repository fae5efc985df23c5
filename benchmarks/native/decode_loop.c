/* Decodes every JPEG of a file of [u32 little-endian length][bytes], some times over, and prints images per second of processor time. What a reader is compared with: libjpeg alone,
   one memory buffer an image, default quality, block smoothing off. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <jpeglib.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  FILE *f = fopen(argv[1], "rb");
  if (!f) return 1;
  fseek(f, 0, SEEK_END);
  long size = ftell(f);
  rewind(f);
  unsigned char *all = malloc(size);
  if (fread(all, 1, size, f) != (size_t)size) return 1;
  unsigned char *pixels = malloc(64u << 20);
  struct jpeg_decompress_struct cinfo;
  struct jpeg_error_mgr errors;
  cinfo.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&cinfo);
  for (int round = 0; round < atoi(argv[2]); round++) {
    double start = now();
    int images = 0;
    for (long at = 0; at < size; images++) {
      unsigned int length;
      memcpy(&length, all + at, 4);
      jpeg_mem_src(&cinfo, all + at + 4, length);
      jpeg_read_header(&cinfo, TRUE);
      cinfo.do_block_smoothing = FALSE;
      cinfo.out_color_space = JCS_RGB;
      jpeg_start_decompress(&cinfo);
      long stride = (long)cinfo.output_width * 3;
      while (cinfo.output_scanline < cinfo.output_height) {
        JSAMPROW rows[8];
        for (int i = 0; i < 8; i++) rows[i] = pixels + (cinfo.output_scanline + i) * stride;
        jpeg_read_scanlines(&cinfo, rows, 8);
      }
      jpeg_finish_decompress(&cinfo);
      at += 4 + length;
    }
    printf("%f\n", images / (now() - start));
  }
  return 0;
}
