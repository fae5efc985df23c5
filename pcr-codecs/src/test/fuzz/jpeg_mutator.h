#ifndef PCR_FUZZ_JPEG_MUTATOR_H
#define PCR_FUZZ_JPEG_MUTATOR_H

#include <algorithm>

#include "changed_jpeg.h"

// libFuzzer's inputs are JPEGs behind a few bytes that choose what is done with them. Bytes changed at random are
// mostly refused for a header; these changes keep a JPEG's structure, and break its meaning.
extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

namespace fuzz {

using namespace damage;

static const size_t CHOICES = 8;
static const size_t LONGEST_TABLE = 256;
static const size_t MOST_PIXELS = 1 << 18;
static const int MOST_CHANGES = 4;

// The frame header's first byte behind its length, or the end.
static size_t frame_of(const Bytes &jpeg) {
  for (size_t at : markers(jpeg, -1)) {
    if (is_frame_header(jpeg[at + 1]) && at + 10 < jpeg.size()) return at + 4;
  }
  return jpeg.size();
}

static size_t components_in(const Bytes &jpeg, size_t frame) {
  size_t stated = jpeg[frame + 5], room = (jpeg.size() - frame - 6) / 3;
  return stated < room ? stated : room;
}

static void change_sampling(Bytes *jpeg, size_t frame) {
  for (size_t i = 0; i < components_in(*jpeg, frame); i++) {
    if (below(2)) (*jpeg)[frame + 7 + 3 * i] = (uint8_t)((1 + below(4)) << 4 | (1 + below(4)));
  }
}

static void change_ids(Bytes *jpeg, size_t frame) {
  for (size_t i = 0; i < components_in(*jpeg, frame); i++) {
    if (below(2)) (*jpeg)[frame + 6 + 3 * i] = (uint8_t)below(below(4) ? 4 : 256);
  }
}

static void change_size(Bytes *jpeg, size_t frame) {
  static const size_t ranges[] = {8, 40, 200, 600, 65500};
  size_t side[2] = {1 + below(ranges[below(5)]), 1 + below(ranges[below(5)])};
  if (side[0] * side[1] > MOST_PIXELS) side[below(2)] = 1 + below(4);
  for (size_t i = 0; i < 2; i++) {
    (*jpeg)[frame + 1 + 2 * i] = (uint8_t)(side[i] >> 8);
    (*jpeg)[frame + 2 + 2 * i] = (uint8_t)side[i];
  }
}

static void change_kind(Bytes *jpeg, size_t frame) {
  static const uint8_t kinds[] = {SOF0, SOF1, SOF2, SOF2, SOF9, SOF10};
  (*jpeg)[frame - 3] = kinds[below(sizeof kinds)];
}

// Codes of all lengths, complete or not, or more than there is room for.
static Bytes some_table() {
  Bytes counts(16), values;
  size_t room = 1, total = 0;
  for (size_t length = 0; length < counts.size(); length++) {
    room *= 2;
    size_t codes = below(3) ? below(room < 12 ? room + 1 : 12) : 0;
    if (below(40) == 0) codes = below(256);
    if (total + codes > LONGEST_TABLE) codes = LONGEST_TABLE - total;
    counts[length] = (uint8_t)codes;
    total += codes;
    room = room > codes ? room - codes : 0;
  }
  for (size_t i = 0; i < total; i++) {
    values.push_back((uint8_t)(below(2) ? below(16) << 4 | below(3) : below(256)));
  }
  size_t length = 3 + counts.size() + values.size();
  Bytes segment = {0xFF, DHT, (uint8_t)(length >> 8), (uint8_t)length, (uint8_t)(below(2) << 4 | below(4))};
  segment.insert(segment.end(), counts.begin(), counts.end());
  segment.insert(segment.end(), values.begin(), values.end());
  return segment;
}

static void insert_table(Bytes *jpeg) {
  std::vector<size_t> scans = markers(*jpeg, SOS);
  if (scans.empty()) return;
  Bytes table = some_table();
  jpeg->insert(jpeg->begin() + (long)scans[below(scans.size())], table.begin(), table.end());
}

// Scans in another order, of the same lengths or not.
static void exchange_scans(Bytes *jpeg) {
  std::vector<size_t> scans = markers(*jpeg, SOS);
  if (scans.size() < 3) return;
  size_t i = below(scans.size() - 2);
  auto begin = jpeg->begin();
  std::rotate(begin + (long)scans[i], begin + (long)scans[i + 1], begin + (long)scans[i + 2]);
}

static void insert_restart(Bytes *jpeg) {
  size_t at = in_entropy_data(*jpeg);
  const uint8_t restart[] = {0xFF, (uint8_t)(0xD0 + below(8))};
  jpeg->insert(jpeg->begin() + (long)at, restart, restart + sizeof restart);
}

static void mutate(Bytes *jpeg) {
  size_t frame = frame_of(*jpeg);
  bool framed = frame + 6 < jpeg->size();
  switch (below(10)) {
    case 0: if (framed) change_sampling(jpeg, frame); break;
    case 1: if (framed) change_ids(jpeg, frame); break;
    case 2: if (framed) change_size(jpeg, frame); break;
    case 3: if (framed) change_kind(jpeg, frame); break;
    case 4: insert_table(jpeg); break;
    case 5: exchange_scans(jpeg); break;
    case 6: insert_restart(jpeg); break;
    case 7: overwrite_scan_header(jpeg); break;
    case 8: overwrite_entropy_data(jpeg); break;
    default: *jpeg = changed(*jpeg); break;
  }
}

}  // namespace fuzz

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
  using namespace fuzz;
  random_bits.seed(seed);
  if (size <= CHOICES || below(8) == 0) return LLVMFuzzerMutate(data, size, most);
  Bytes jpeg(data + CHOICES, data + size);
  for (size_t n = 1 + below(MOST_CHANGES); n > 0 && !jpeg.empty(); n--) mutate(&jpeg);
  if (below(4) == 0) {
    for (size_t i = 0; i < CHOICES; i++) data[i] = (uint8_t)below(256);
  }
  size_t length = jpeg.size() < most - CHOICES ? jpeg.size() : most - CHOICES;
  std::copy_n(jpeg.begin(), length, data + CHOICES);
  return CHOICES + length;
}

#endif
