#ifndef CHANGED_JPEG_H
#define CHANGED_JPEG_H

#include "damage.h"
#include "jpeg/pcr_jpeg.h"

// JPEGs changed where a reader of scans would notice: bytes of the scans' data and headers, whole segments.
namespace damage {

using namespace pcr_jpeg;

static const size_t LONGEST_INSERT = 16;

static std::vector<size_t> markers(const Bytes &bytes, int wanted) {
  std::vector<size_t> found;
  for (size_t i = 0; i + 1 < bytes.size(); i++) {
    if (bytes[i] == 0xFF && (wanted < 0 ? bytes[i + 1] > TEM : bytes[i + 1] == wanted)) found.push_back(i);
  }
  return found;
}

// Where the data of some scan are, or anywhere when there is none.
static size_t in_entropy_data(const Bytes &bytes) {
  std::vector<size_t> scans = markers(bytes, SOS);
  if (scans.empty()) return below(bytes.size());
  size_t start = scans[below(scans.size())] + 10;
  return start < bytes.size() ? start + below(bytes.size() - start) / (1 + below(64)) : bytes.size();
}

static uint8_t some_byte() { return (uint8_t)(below(3) ? below(256) : 0xFF); }

static void insert_bytes(Bytes *bytes) {
  size_t at = in_entropy_data(*bytes);
  Bytes more;
  for (size_t n = 1 + below(LONGEST_INSERT); n > 0; n--) more.push_back(some_byte());
  bytes->insert(bytes->begin() + (long)at, more.begin(), more.end());
}

static void remove_bytes(Bytes *bytes) {
  size_t at = in_entropy_data(*bytes);
  size_t end = at + below(LONGEST_INSERT);
  bytes->erase(bytes->begin() + (long)at, bytes->begin() + (long)(end < bytes->size() ? end : bytes->size()));
}

static void overwrite_entropy_data(Bytes *bytes) {
  for (size_t hits = 1 + below(6); hits > 0; hits--) {
    size_t at = in_entropy_data(*bytes);
    if (at < bytes->size()) (*bytes)[at] = some_byte();
  }
}

// Scan headers that contradict one another: bands, precisions, components.
static void overwrite_scan_header(Bytes *bytes) {
  std::vector<size_t> scans = markers(*bytes, SOS);
  if (scans.empty()) return;
  size_t at = scans[below(scans.size())] + 4 + below(8);
  size_t precisions = below(14) * 17 + (below(2) ? 15 : 0);  // Ah = Al + 1, or equal
  if (at < bytes->size()) (*bytes)[at] = (uint8_t)(below(2) ? below(DCTSIZE2) : precisions);
}

// A whole segment again, or gone: scans twice, tables missing.
static void repeat_segment(Bytes *bytes) {
  std::vector<size_t> all = markers(*bytes, -1);
  if (all.size() < 3) return;
  size_t i = 1 + below(all.size() - 2);
  Bytes segment(bytes->begin() + (long)all[i], bytes->begin() + (long)all[i + 1]);
  if (below(2)) {
    bytes->insert(bytes->begin() + (long)all[1 + below(all.size() - 1)], segment.begin(), segment.end());
  } else {
    bytes->erase(bytes->begin() + (long)all[i], bytes->begin() + (long)all[i + 1]);
  }
}

static void declare_restarts(Bytes *bytes) {
  std::vector<size_t> scans = markers(*bytes, SOS);
  if (scans.empty()) return;
  const uint8_t interval[] = {0xFF, DRI, 0, 4, 0, (uint8_t)below(20)};
  bytes->insert(bytes->begin() + (long)scans[below(scans.size())], interval, interval + sizeof interval);
}

static Bytes changed(Bytes bytes) {
  for (size_t changes = below(3); changes > 0 && !bytes.empty(); changes--) {
    switch (below(9)) {
      case 0: cut(&bytes); break;
      case 1: flip_bits(&bytes); break;
      case 2: overwrite_headers(&bytes); break;
      case 3: insert_bytes(&bytes); break;
      case 4: remove_bytes(&bytes); break;
      case 5: overwrite_entropy_data(&bytes); break;
      case 6: overwrite_scan_header(&bytes); break;
      case 7: repeat_segment(&bytes); break;
      default: declare_restarts(&bytes); break;
    }
  }
  bytes.shrink_to_fit();
  return bytes;
}

}  // namespace damage

#endif
