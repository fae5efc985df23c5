// Compares the resizer's vector code with its plain code, on images and boxes of random sizes.
// usage: resize_vectors CASES      prints "CASES cases, N unlike"
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "render/room.h"
#include "resize/resize.h"

static uint64_t state = 88172645463325252u;

static int random_below(int n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (int)(state % (uint64_t)n);
}

static std::vector<uint8_t> resized(pcr::resize_job job, const pcr::resize_box &box, size_t bytes, bool vectors) {
  std::vector<uint8_t> out(bytes, 77);
  pcr::room room;
  job.out = out.data();
  pcr::resize(job, box, room.reserve((size_t)pcr::resize_scratch(job, box)), vectors);
  return out;
}

int main(int argc, char **argv) {
  int cases = argc > 1 ? atoi(argv[1]) : 1000, unlike = 0;
  for (int i = 0; i < cases; i++) {
    int channels = random_below(4) == 0 ? 1 : 3;
    int most = random_below(3) == 0 ? 9 : 300;
    int width = 1 + random_below(most), height = 1 + random_below(most);
    pcr::resize_job job = {nullptr, width, height, channels, 0, nullptr, 1 + random_below(70), 1 + random_below(70), 0, 0,
                           random_below(2) == 0, random_below(2) == 0, random_below(3) != 0};
    if (random_below(2) == 0) job.row_stride = job.out_row() + random_below(9);
    if (random_below(2) == 0) job.plane_stride = job.out_plane() + random_below(9);
    if (random_below(2) == 0) job.in_stride = job.in_row() + random_below(9);
    std::vector<uint8_t> in((size_t)(job.in_stride != 0 ? job.in_stride : job.in_row()) * height);
    for (uint8_t &byte : in) byte = (uint8_t)(random_below(4) == 0 ? 255 * random_below(2) : random_below(256));
    job.in = in.data();
    double x = random_below(width) * .75, y = random_below(height) * .75;
    pcr::resize_box box = {x, y, (width - x) * (1 + random_below(8)) / 8, (height - y) * (1 + random_below(8)) / 8};
    size_t bytes = (size_t)((job.planar ? 3 : 1) * job.out_plane() + job.out_row());
    if (resized(job, box, bytes, true) != resized(job, box, bytes, false)) unlike++;
  }
  printf("%d cases, %d unlike\n", cases, unlike);
  return 0;
}
