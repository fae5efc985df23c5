package io.pcr.codecs.internal;

import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;

/**
 * Why native code did not take an image, in the order of {@code native/src/pixels/reason.h}. What
 * numbers the libraries have for it, only the native code knows.
 */
enum NativeReason {
  NONE(0),
  CORRUPT(1),
  UNSUPPORTED(2),
  NO_MEMORY(3),
  OUTPUT_FULL(4),
  CHUNKS(5);

  private final int id;

  NativeReason(int id) {
    this.id = id;
  }

  static NativeReason of(int id) {
    for (NativeReason reason : values()) {
      if (reason.id == id) {
        return reason;
      }
    }
    throw new AssertionError("reason " + id);
  }

  /**
   * The exception for it; of NONE there is none.
   *
   * @throws OutOfMemoryError when the machine had no memory, which says nothing about the image
   */
  PcrException at(FieldLocation location, String words) {
    return switch (this) {
      case NONE -> throw new AssertionError(words);
      case CORRUPT -> PcrException.Corrupt.image(location, words);
      case UNSUPPORTED -> PcrException.Unsupported.image(location, words);
      case NO_MEMORY -> throw new OutOfMemoryError(words + ", at " + location.source());
      case OUTPUT_FULL -> unmeasured(location, Limit.OUTPUT_ROOM, words);
      case CHUNKS -> unmeasured(location, Limit.PNG_CHUNK_BYTES, words);
    };
  }

  private static PcrException unmeasured(FieldLocation location, Limit limit, String words) {
    return PcrException.LimitExceeded.unmeasured(location, limit, words);
  }
}
