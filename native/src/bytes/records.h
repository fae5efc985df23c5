#ifndef PCR_BYTES_RECORDS_H
#define PCR_BYTES_RECORDS_H

#include "../../include/pcr_bytes.h"
#include "crc32c.h"
#include "zstd_look.h"

namespace pcr {

inline uint32_t masked(uint32_t crc) { return ((crc >> 15) | (crc << 17)) + 0xA282EAD8u; }

inline int64_t find_records(const uint8_t *p, int64_t length, int64_t from, int64_t max_length, pcr_record *records, int64_t count,
                            int64_t *next) {
  static const int64_t HEAD = 12, TAIL = 4;
  int64_t found = 0;
  *next = from;
  while (found < count && length - from >= HEAD) {
    if (little_endian(p + from + 8, 4) != masked(crc32c(0, p + from, 8))) return found > 0 ? found : -1;
    uint64_t size = little_endian(p + from, 8);
    if (size > (uint64_t)max_length) return found > 0 ? found : -2;
    if ((int64_t)size > length - from - HEAD - TAIL) break;
    const uint8_t *data = p + from + HEAD;
    records[found++] = {from + HEAD, (int64_t)size, little_endian(data + size, 4) == masked(crc32c(0, data, (int64_t)size))};
    from += HEAD + (int64_t)size + TAIL;
    *next = from;
  }
  return found;
}

}  // namespace pcr

#endif
