package io.pcr.format.internal.sort;

import java.util.Arrays;

/** A key and what belongs to it. Whoever has it owns the arrays. */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record SortedRecord(byte[] key, byte[] value) {
  int compareKey(SortedRecord other) {
    return Arrays.compareUnsigned(key, other.key);
  }
}
