package io.pcr.format.internal.keys;

import static io.pcr.format.error.InvalidFieldException.requireRange;

/**
 * Where the record of a sample is in its TFRecord file: in the bytes that one read brings (spec
 * requirement R-KEYS-4). Immutable.
 *
 * @param storedOffset of the record in a file without compression; of the zstd frame that holds it
 * @param storedLength bytes from there, a u32; 0 when the place is not known
 * @param recordOffset where the record begins in the content of the frame, a u32
 */
public record KeyPlace(long storedOffset, long storedLength, long recordOffset) {
  /** No place: the sample's shard has a directory, or is compressed as a whole. */
  public static final KeyPlace UNKNOWN = new KeyPlace(0, 0, 0);

  /** The most that a length or an offset in a frame can be; what is beyond has no place. */
  public static final long MAX_U32 = 0xFFFF_FFFFL;

  public KeyPlace {
    requireRange("KeyEntry.stored_offset", storedOffset, 0, Long.MAX_VALUE);
    requireRange("KeyEntry.stored_length", storedLength, 0, MAX_U32);
    requireRange("KeyEntry.record_offset", recordOffset, 0, MAX_U32);
  }

  public boolean isKnown() {
    return storedLength > 0;
  }
}
