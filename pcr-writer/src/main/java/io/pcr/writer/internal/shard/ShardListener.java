package io.pcr.writer.internal.shard;

import io.pcr.format.manifest.ShardEntry;
import io.pcr.writer.internal.journal.ShardProof;
import java.io.IOException;

/** Hears of one shard while it is written, in the writing thread. */
public interface ShardListener {
  /** The shard is on the medium, read back, and gets its name when this returns. */
  void written(ShardEntry shard, ShardProof file) throws IOException;

  /** Another file has the name; the shard is written anew under another one. */
  default void nameTaken(ShardEntry shard) throws IOException {}

  /** The shard is there under its name. */
  default void named(ShardEntry shard) throws IOException {}
}
