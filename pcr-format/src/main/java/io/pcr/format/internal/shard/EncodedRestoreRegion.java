package io.pcr.format.internal.shard;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A RESTORE region ready to be written.
 *
 * @param buffers the region's bytes, from position to limit, one after the other
 * @param directoryCrc32c for the region's entry in the region table
 * @param extent for the manifest
 */
public record EncodedRestoreRegion(
    List<ByteBuffer> buffers, int directoryCrc32c, RestoreExtent extent) {
  public EncodedRestoreRegion {
    buffers = List.copyOf(buffers);
  }

  /** Bytes of the region. */
  public long length() {
    return buffers.stream().mapToLong(ByteBuffer::remaining).sum();
  }
}
