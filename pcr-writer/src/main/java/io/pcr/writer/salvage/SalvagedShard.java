package io.pcr.writer.salvage;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.manifest.ShardEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;

/**
 * One shard on its way: examined, cleared of keys that another shard has too, written. What is
 * whole is copied, so that it keeps its identity; of the rest the whole samples are written anew.
 * For one thread at a time.
 */
interface SalvagedShard {
  /** The shard's name in the dataset. */
  String shard();

  /**
   * Finds out which samples are whole.
   *
   * @param read is told how many bytes were read
   */
  void examine(LongConsumer read) throws IOException;

  /**
   * Gives up samples whose key an earlier shard has.
   *
   * @param suspects what may stand twice; see {@link io.pcr.reader.internal.stored.KeySpace}
   * @param shardByKey the suspects that earlier shards have; those of this one are added
   */
  void clear(Set<Long> suspects, Map<String, String> shardByKey) throws IOException;

  /**
   * Writes what is left of the shard, and tells what it is in a manifest; empty when nothing is.
   */
  Optional<ShardEntry> write(Path folder, DurableSteps steps) throws IOException;

  /** How many samples are taken over, once it has been examined. */
  int keptSamples();

  /** What is not taken over, in the order of the samples. */
  List<Loss> losses();

  /** Losses of which an index may know the keys; none where the shard itself does. */
  default List<Loss> unnamed() {
    return List.of();
  }

  /** Puts the losses with their keys in the place of those that are unnamed. */
  default void name(List<Loss> named) {
    throw new IllegalStateException("nothing is unnamed");
  }

  /** What the shard is known by; empty when nobody knows. */
  Optional<UUID> uuid();

  /**
   * Takes what is lost here and whole in another file of the same shard; both have been examined.
   *
   * @return whether there was any such thing
   */
  default boolean takeFrom(SalvagedShard other) {
    return false; // What is known by its bytes as they were has lost none of them.
  }

  /** Whether two files that have lost what they are known by are the same shard. */
  default boolean isSameAs(SalvagedShard other) {
    return false;
  }

  /** Whether the shard was copied as it is. */
  boolean isCopied();
}
