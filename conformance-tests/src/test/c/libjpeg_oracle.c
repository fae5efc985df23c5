// Makes JPEGs of every kind and decodes them, by libjpeg alone: what the tests hold our pixels against.
//
// Each line of standard input is a task, the numbers and names between single spaces:
//   make FILE WIDTH HEIGHT SAMPLING IDS SPACE CODING RESTARTS MARKERS SEED
//     SAMPLING: two digits for each component, horizontal and vertical; IDS: two hexadecimal digits for each;
//     SPACE: grey, ycc, rgb, cmyk or ycck; CODING: baseline, scans, progressive, unfinished, arithmetic or
//     arithmetic-progressive; RESTARTS: MCUs in an interval, or 0; MARKERS: 1 with those of JFIF and Adobe
//   decode FILE CHANNELS EIGHTHS SMOOTHING FANCY
//     the whole picture; three channels or one
// The answer is a line, "WIDTH HEIGHT BYTES" and that many bytes behind it (none of "make"), or "refused MESSAGE".
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#define MOST_COMPONENTS 4
#define MOST_ROWS (4 * DCTSIZE)
#define FULL_INK 255

static jmp_buf refused;
static char words[JMSG_LENGTH_MAX];

static void on_error(j_common_ptr c) {
  c->err->format_message(c, words);
  longjmp(refused, 1);
}

static void ignore_message(j_common_ptr c, int level) {
  (void)c;
  (void)level;
}

static struct jpeg_error_mgr *errors(struct jpeg_error_mgr *e) {
  jpeg_std_error(e);
  e->error_exit = on_error;
  e->emit_message = ignore_message;
  return e;
}

// A number that looks random, of a place in a picture.
static uint32_t mixed(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t x = a * 2654435761u ^ b * 2246822519u ^ c * 3266489917u;
  x ^= x >> 15;
  x *= 2246822519u;
  return x ^ x >> 13;
}

// Waves under coarse noise: edges everywhere, so that no column is like its neighbour.
static void draw_row(JSAMPLE *row, int width, int y, int component, int seed) {
  for (int x = 0; x < width; x++) {
    double wave = sin((x * (component + 2) + y * 3) * 0.07 + seed + component) * 35;
    int noise = (int)(mixed((uint32_t)x / 3, (uint32_t)y / 2, (uint32_t)(seed + component)) & 127) - 64;
    row[x] = (JSAMPLE)(128 + (int)wave + noise);
  }
}

// The rows of blocks of one row of MCUs. Components are drawn as they are stored, so that any sampling can be made.
static void write_mcu_row(struct jpeg_compress_struct *c, int seed) {
  static JSAMPROW rows[MOST_COMPONENTS][MOST_ROWS];
  JSAMPARRAY planes[MOST_COMPONENTS];
  int mcu_rows = c->max_v_samp_factor * DCTSIZE;
  for (int i = 0; i < c->num_components; i++) {
    const jpeg_component_info *info = &c->comp_info[i];
    int width = ((int)info->width_in_blocks + info->h_samp_factor) * DCTSIZE, height = info->v_samp_factor * DCTSIZE;
    planes[i] = rows[i];
    for (int y = 0; y < height; y++) {
      rows[i][y] = realloc(rows[i][y], (size_t)width);
      if (rows[i][y] == NULL) exit(2);
      draw_row(rows[i][y], width, (int)c->next_scanline / mcu_rows * height + y, i, seed);
    }
  }
  jpeg_write_raw_data(c, planes, (JDIMENSION)mcu_rows);
}

static J_COLOR_SPACE space_named(const char *name) {
  if (strcmp(name, "grey") == 0) return JCS_GRAYSCALE;
  if (strcmp(name, "ycc") == 0) return JCS_YCbCr;
  if (strcmp(name, "rgb") == 0) return JCS_RGB;
  if (strcmp(name, "cmyk") == 0) return JCS_CMYK;
  return JCS_YCCK;
}

static void add_scan(jpeg_scan_info *scan, int components, int first, int ss, int se, int ah, int al) {
  scan->comps_in_scan = components;
  for (int i = 0; i < components; i++) scan->component_index[i] = first + i;
  scan->Ss = ss;
  scan->Se = se;
  scan->Ah = ah;
  scan->Al = al;
}

static void choose_coding(struct jpeg_compress_struct *c, const char *coding) {
  static jpeg_scan_info scans[2 * MOST_COMPONENTS];
  int n = c->num_components;
  c->arith_code = strncmp(coding, "arithmetic", 10) == 0;
  if (strcmp(coding, "progressive") == 0 || strcmp(coding, "arithmetic-progressive") == 0) {
    jpeg_simple_progression(c);
  } else if (strcmp(coding, "scans") == 0) {
    for (int i = 0; i < n; i++) add_scan(&scans[i], 1, i, 0, DCTSIZE2 - 1, 0, 0);
    c->scan_info = scans;
    c->num_scans = n;
  } else if (strcmp(coding, "unfinished") == 0) {
    for (int i = 0; i < n; i++) {
      add_scan(&scans[2 * i], 1, i, 0, 0, 0, 1);
      add_scan(&scans[2 * i + 1], 1, i, 1, 2, 0, 2);
    }
    c->scan_info = scans;
    c->num_scans = 2 * n;
  }
}

static void make(char **words_of_task) {
  const char *name = words_of_task[1];
  int width = atoi(words_of_task[2]), height = atoi(words_of_task[3]), seed = atoi(words_of_task[10]);
  const char *sampling = words_of_task[4];
  J_COLOR_SPACE space = space_named(words_of_task[6]);
  int components = (int)strlen(sampling) / 2;
  FILE *file = fopen(name, "wb");
  struct jpeg_error_mgr e;
  struct jpeg_compress_struct c;
  c.err = errors(&e);
  if (file == NULL) exit(2);
  if (setjmp(refused)) {
    jpeg_destroy_compress(&c);
    fclose(file);
    printf("refused %s\n", words);
    return;
  }
  jpeg_create_compress(&c);
  jpeg_stdio_dest(&c, file);
  c.image_width = (JDIMENSION)width;
  c.image_height = (JDIMENSION)height;
  c.input_components = components;
  c.in_color_space = space;
  jpeg_set_defaults(&c);
  jpeg_set_colorspace(&c, space);
  jpeg_set_quality(&c, 80, TRUE);
  for (int i = 0; i < components; i++) {
    c.comp_info[i].h_samp_factor = sampling[2 * i] - '0';
    c.comp_info[i].v_samp_factor = sampling[2 * i + 1] - '0';
    char id[3] = {words_of_task[5][2 * i], words_of_task[5][2 * i + 1], 0};
    c.comp_info[i].component_id = (int)strtol(id, NULL, 16);
  }
  c.restart_interval = (unsigned)atoi(words_of_task[8]);
  if (strcmp(words_of_task[9], "0") == 0) {
    c.write_JFIF_header = FALSE;
    c.write_Adobe_marker = FALSE;
  }
  c.raw_data_in = TRUE;
  choose_coding(&c, words_of_task[7]);
  jpeg_start_compress(&c, TRUE);
  while (c.next_scanline < c.image_height) write_mcu_row(&c, seed);
  jpeg_finish_compress(&c);
  jpeg_destroy_compress(&c);
  fclose(file);
  printf("%d %d 0\n", width, height);
}

// Ink to light without a colour profile, on four bytes, in floating point; Adobe's ink is inverted.
static void light_of_ink(JSAMPLE *row, int width, int adobe, int channels) {
  JSAMPLE *to = row;
  for (const JSAMPLE *from = row; width > 0; width--, from += MOST_COMPONENTS) {
    double light[3];
    for (int k = 0; k < 3; k++) {
      double ink = adobe ? FULL_INK - from[k] : from[k], black = adobe ? FULL_INK - from[3] : from[3];
      light[k] = floor((FULL_INK - ink) * (FULL_INK - black) / FULL_INK + 0.5);
    }
    if (channels == 3) {
      for (int k = 0; k < 3; k++) *to++ = (JSAMPLE)light[k];
    } else {
      // The weights of BT.601 in units of 1/65536, as libjpeg weighs RGB.
      *to++ = (JSAMPLE)((19595 * (long)light[0] + 38470 * (long)light[1] + 7471 * (long)light[2] + 32768) >> 16);
    }
  }
}

static void decode(char **words_of_task) {
  int channels = atoi(words_of_task[2]);
  FILE *file = fopen(words_of_task[1], "rb");
  struct jpeg_error_mgr e;
  struct jpeg_decompress_struct d;
  // One for all tasks; what a picture before it left there is no picture.
  static JSAMPLE *pixels;
  static size_t room;
  d.err = errors(&e);
  if (file == NULL) exit(2);
  if (setjmp(refused)) {
    jpeg_destroy_decompress(&d);
    fclose(file);
    printf("refused %s\n", words);
    return;
  }
  jpeg_create_decompress(&d);
  jpeg_stdio_src(&d, file);
  jpeg_read_header(&d, TRUE);
  d.out_color_space = d.num_components == MOST_COMPONENTS ? JCS_CMYK : channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  d.scale_num = (unsigned)atoi(words_of_task[3]);
  d.scale_denom = DCTSIZE;
  d.do_block_smoothing = atoi(words_of_task[4]) != 0;
  d.do_fancy_upsampling = atoi(words_of_task[5]) != 0;
  jpeg_start_decompress(&d);
  size_t row = (size_t)d.output_width * (size_t)channels;
  size_t bytes = row * d.output_height + (size_t)d.output_width * MOST_COMPONENTS;
  if (room < bytes) {
    pixels = realloc(pixels, bytes);
    if (pixels == NULL) exit(2);
    room = bytes;
  }
  while (d.output_scanline < d.output_height) {
    JSAMPLE *at = pixels + row * d.output_scanline;
    jpeg_read_scanlines(&d, &at, 1);
    if (d.num_components == MOST_COMPONENTS) light_of_ink(at, (int)d.output_width, d.saw_Adobe_marker, channels);
  }
  printf("%u %u %zu\n", d.output_width, d.output_height, row * d.output_height);
  fwrite(pixels, 1, row * d.output_height, stdout);
  jpeg_finish_decompress(&d);
  jpeg_destroy_decompress(&d);
  fclose(file);
}

int main(void) {
  static char line[4096];
  while (fgets(line, sizeof line, stdin) != NULL) {
    char *task[12] = {0};
    int count = 0;
    for (char *word = strtok(line, " \n"); word != NULL && count < 11; word = strtok(NULL, " \n")) task[count++] = word;
    if (count == 11 && strcmp(task[0], "make") == 0) {
      make(task);
    } else if (count == 6 && strcmp(task[0], "decode") == 0) {
      decode(task);
    } else {
      return 2;
    }
    fflush(stdout);
  }
  return 0;
}
