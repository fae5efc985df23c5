#ifndef PCR_REASON_H
#define PCR_REASON_H

namespace pcr {

// Why a codec did not take an image, in the order of io.pcr.codecs.internal.NativeReason. Each codec's header maps its
// library's own numbers to these, so that no number of a library stands in Java.
enum reason {
  REASON_NONE = 0,
  REASON_CORRUPT = 1,
  REASON_UNSUPPORTED = 2,
  REASON_NO_MEMORY = 3,
  REASON_OUTPUT_FULL = 4,
  REASON_CHUNKS = 5
};

}  // namespace pcr

#endif
