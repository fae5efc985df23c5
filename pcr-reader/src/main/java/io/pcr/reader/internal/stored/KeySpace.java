package io.pcr.reader.internal.stored;

import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.metadata.ShardMetadata;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds keys that more than one shard has: they must be unique in a dataset. Keeps 8 bytes a key,
 * the head of its SHA-256; equal heads are told from equal keys by reading the keys again.
 * Thread-safe.
 */
public final class KeySpace {
  private final Map<String, long[]> hashesByShard = new HashMap<>();

  /** Adds the keys of a shard, which are unique among themselves. */
  public void add(String shard, ShardMetadata metadata) {
    add(shard, hashes(metadata));
  }

  /** The hashes of a shard's keys, in the order of its samples. */
  public static long[] hashes(ShardMetadata metadata) {
    long[] hashes = new long[metadata.sampleCount()];
    for (int sample = 0; sample < hashes.length; sample++) {
      hashes[sample] = hash(metadata.keyBytes(sample));
    }
    return hashes;
  }

  /** Adds the hashes of a shard's keys. */
  public void add(String shard, long[] keyHashes) {
    long[] hashes = keyHashes.clone();
    Arrays.sort(hashes);
    synchronized (this) {
      hashesByShard.put(shard, hashes);
    }
  }

  /** What stands for a key: the head of its SHA-256. */
  public static long hash(ByteBuffer key) {
    return Sha256.of(key).bytes().getLong();
  }

  /** Hashes that stand twice; nearly always none. */
  public synchronized Set<Long> suspects() {
    int total = hashesByShard.values().stream().mapToInt(hashes -> hashes.length).sum();
    long[] all = new long[total];
    int at = 0;
    for (long[] hashes : hashesByShard.values()) {
      System.arraycopy(hashes, 0, all, at, hashes.length);
      at += hashes.length;
    }
    Arrays.parallelSort(all);
    Set<Long> suspects = new HashSet<>();
    for (int i = 1; i < all.length; i++) {
      if (all[i] == all[i - 1]) {
        suspects.add(all[i]);
      }
    }
    return suspects;
  }

  /** The shards that have one of the hashes. */
  public synchronized List<String> shardsWith(Set<Long> suspects) {
    List<String> shards = new ArrayList<>();
    hashesByShard.forEach(
        (shard, hashes) -> {
          if (Arrays.stream(hashes).anyMatch(suspects::contains)) {
            shards.add(shard);
          }
        });
    return shards.stream().sorted().toList();
  }
}
