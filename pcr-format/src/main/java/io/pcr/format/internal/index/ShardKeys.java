package io.pcr.format.internal.index;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.UUID;

/** The keys and labels of one shard, of whatever variant. */
public interface ShardKeys {
  /** The identity of a shard without one. */
  UUID NO_UUID = new UUID(0, 0);

  /** The shard's line in the shard table. */
  ShardTable.Entry entry();

  /**
   * Opens the shard, gives every sample to the consumer in the order of their ordinals, and closes
   * the shard.
   */
  void forEachSample(SampleConsumer consumer) throws IOException;

  /** Takes the samples of a shard one by one. */
  interface SampleConsumer {
    /**
     * A sample that its shard's own directory locates.
     *
     * @param key UTF-8, 1 to 65,535 bytes; not kept
     */
    void sample(byte[] key, OptionalLong label) throws IOException;

    /** A sample of a shard without a directory. */
    void sample(byte[] key, OptionalLong label, RecordPosition position) throws IOException;
  }
}
