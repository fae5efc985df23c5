package io.pcr.format.internal.shard;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Hands out the bytes of a shard's samples while it is written, in the order of the file. */
public interface ShardContent {
  /**
   * A sample's part of a group.
   *
   * @return the bytes from position to limit; the writer of the shard does not change it, and has
   *     done with it when the shard is written
   */
  ByteBuffer slice(int group, int sample) throws IOException;

  /** A sample's value of an EARLY or LATE column; as {@link #slice}. */
  default ByteBuffer columnValue(int column, int sample) throws IOException {
    throw new IllegalStateException("no values for column " + column);
  }
}
