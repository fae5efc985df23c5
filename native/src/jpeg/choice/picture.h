#ifndef PCR_JPEG_CHOICE_PICTURE_H
#define PCR_JPEG_CHOICE_PICTURE_H

#include "jpeg/choice/arena.h"
#include "jpeg/choice/plane.h"

// Makes a Picture of an image whose coefficients have been read.
namespace pcr_jpeg {

// How much of the energy of Y, Cb and Cr goes to red, green and blue, in 1024ths.
static const int COLOUR_GAIN[CHANNELS][CHANNELS] = {{1024, 1024, 1024}, {0, 121, 3215}, {2013, 522, 0}};

// How many pixels of the picture there are for one of a component, near enough.
inline int stretch_of(int most, int own) {
  int stretch = (2 * most + own) / (2 * own);
  return stretch < 1 ? 1 : stretch > MOST_STRETCH ? MOST_STRETCH : stretch;
}

inline bool has_colour_planes(const Picture *p) {
  J_COLOR_SPACE space = p->source->jpeg_color_space;
  return space == JCS_YCbCr || space == JCS_YCCK;
}

inline void set_gains(const Picture *p, int i, Plane *plane) {
  bool mixes = has_colour_planes(p);
  plane->is_colour = mixes && (i == 1 || i == 2);
  for (int channel = 0; channel < CHANNELS; channel++) {
    if (i >= CHANNELS || p->channels < CHANNELS) {
      plane->gain[channel] = 1 << GAIN_BITS;
    } else if (mixes) {
      plane->gain[channel] = COLOUR_GAIN[i][channel];
    } else {
      plane->gain[channel] = channel == i ? 1 << GAIN_BITS : 0;
    }
  }
}

inline void describe_plane(Picture *p, int i, jvirt_barray_ptr array) {
  j_decompress_ptr d = p->source;
  Plane *plane = &p->plane[i];
  const jpeg_component_info *info = &d->comp_info[i];
  plane->info = info;
  plane->array = array;
  plane->grid = {(int)info->width_in_blocks, (int)info->height_in_blocks};
  plane->across = stretch_of(d->max_h_samp_factor, info->h_samp_factor);
  plane->down = stretch_of(d->max_v_samp_factor, info->v_samp_factor);
  for (int k = 0; k < DCTSIZE2; k++) {
    plane->step[k] = info->quant_table != nullptr ? info->quant_table->quantval[ZIGZAG[k]] : 1;
  }
  set_gains(p, i, plane);
  plane->octaves_across = log2_of(plane->across) - octaves_smaller(p->smaller);
  plane->octaves_down = log2_of(plane->down) - octaves_smaller(p->smaller);
  find_visibility(axis_of(plane->across, p->smaller), axis_of(plane->down, p->smaller), &plane->seen);
  memset(plane->nonzero, 0, sizeof plane->nonzero);
}

inline bool keeps_bits(const Plane &plane) { return plane.grid.count() <= MOST_BLOCK_BITS; }

inline size_t room_for_plane(const Plane &plane) {
  size_t count = plane.grid.count();
  return (keeps_bits(plane) ? room_for<BlockBits>(count) : 0) + (1 + SCALES) * room_for<int32_t>(count);
}

inline void take_room_for_plane(Arena *a, Plane *plane) {
  size_t count = plane->grid.count();
  plane->bits = keeps_bits(*plane) ? take<BlockBits>(a, count) : nullptr;
  plane->dc = take<int32_t>(a, count);
  for (int s = 0; s < SCALES; s++) plane->variance[s] = take<int32_t>(a, count);
}

// 2^16 times what half a quarter of an octave makes of a size.
static const int64_t HALF_STEP = 71468;
static const int64_t QUARTER_OCTAVE = 77936;

// How much smaller a picture is looked at whose shorter side is made so long; 0: as it is. Nothing is made larger here.
inline int smaller_of(const jpeg_decompress_struct *d, int64_t shorter_side) {
  if (shorter_side <= 0) return 0;
  int64_t side = d->image_width < d->image_height ? d->image_width : d->image_height;
  int64_t at = (shorter_side << 16) * HALF_STEP >> 16;
  int smaller = 0;
  for (; smaller < MOST_SMALLER && at < side << 16; smaller++) at = at * QUARTER_OCTAVE >> 16;
  return smaller;
}

inline void open_picture(Session *session, Arena *a, jvirt_barray_ptr *arrays, int64_t shorter_side, Picture *p) {
  p->source = &session->in;
  p->smaller = smaller_of(p->source, shorter_side);
  p->planes = p->source->num_components;
  p->channels = p->planes < CHANNELS ? 1 : CHANNELS;
  size_t most = 0, widest = 0, bytes = 0;
  for (int i = 0; i < p->planes; i++) {
    describe_plane(p, i, arrays[i]);
    const Plane &plane = p->plane[i];
    bytes += room_for_plane(plane);
    if (plane.grid.count() > most) most = plane.grid.count();
    if ((size_t)plane.grid.wide > widest) widest = (size_t)plane.grid.wide;
  }
  bytes += (1 + SCALES) * room_for<int32_t>(most) + (3 + MAX_FRAME_COMPONENTS) * room_for<int32_t>(widest) + room_for<BlockBits>(widest);
  open_arena(session, a, bytes);
  for (int i = 0; i < p->planes; i++) take_room_for_plane(a, &p->plane[i]);
  for (int s = 0; s < SCALES; s++) p->weight[s] = take<int32_t>(a, most);
  p->room = take<int32_t>(a, most);
  p->row = take<int32_t>(a, widest);
  for (int32_t *&row : p->quarters) row = take<int32_t>(a, widest);
  for (int i = 0; i < MAX_FRAME_COMPONENTS; i++) p->column[i] = take<int32_t>(a, widest);
  p->row_bits = take<BlockBits>(a, widest);
}

}  // namespace pcr_jpeg

#endif
