package io.pcr.reader.internal.stored;

import io.pcr.format.internal.metadata.ShardMetadata;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Compares slices in memory with their checksums, and makes no object for it. For one thread.
 * {@link ShardMetadata#checkSlice} says what is wrong with one that differs.
 */
public final class SliceChecksums {
  private final ShardMetadata metadata;
  private final ByteBuffer bytes;
  private final CRC32C crc = new CRC32C();

  /**
   * Checksums of a shard's slices.
   *
   * @param bytes what the slices are in; position and limit mean nothing
   */
  public SliceChecksums(ShardMetadata metadata, ByteBuffer bytes) {
    this.metadata = metadata;
    this.bytes = bytes.duplicate().clear();
  }

  /**
   * Whether a slice has its checksum.
   *
   * @param at where in the buffer it begins
   */
  public boolean matches(int group, int sample, int at) {
    int length = metadata.sliceLength(group, sample);
    if (length == 0) {
      return true;
    }
    crc.reset();
    crc.update(bytes.clear().limit(at + length).position(at));
    return (int) crc.getValue() == metadata.sliceCrc32c(group, sample);
  }
}
