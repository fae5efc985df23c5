package io.pcr.format.internal.metadata;

import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.checksum.Crc32C;
import java.nio.ByteBuffer;

/**
 * Length and checksum of a sample's part of one scan group. Immutable.
 *
 * @param crc32c 0 when the length is 0
 */
public record SliceEntry(int length, int crc32c) {
  /** A group that holds nothing of the sample. */
  public static final SliceEntry EMPTY = new SliceEntry(0, 0);

  public SliceEntry {
    InvalidFieldException.requireRange("ShardMetadata.slice_lengths", length, 0, Integer.MAX_VALUE);
  }

  /** The entry of a slice that is these buffers' remaining bytes, one after the other. */
  public static SliceEntry of(ByteBuffer... slice) {
    long length = 0;
    for (ByteBuffer part : slice) {
      length += part.remaining();
    }
    InvalidFieldException.requireRange("ShardMetadata.slice_lengths", length, 0, Integer.MAX_VALUE);
    return new SliceEntry((int) length, Crc32C.of(slice));
  }
}
