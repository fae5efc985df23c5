#ifndef PCR_MEMORY_H
#define PCR_MEMORY_H

#include <cerrno>

namespace pcr {

// Whether an allocation has failed since this was made. Libraries call some of these failures damage of the image, as
// where zlib finds no memory for its window; malloc says them in errno.
struct memory_watch {
  memory_watch() { errno = 0; }
  bool ran_out() const { return errno == ENOMEM; }
};

}  // namespace pcr

#endif
