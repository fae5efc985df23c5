package io.pcr.format.internal.index.lmdb;

import io.pcr.format.internal.index.LabelOrder;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The databases of an index file and their entries, all numbers big-endian.
 *
 * <pre>
 * meta           0                       -> layout version u32 | dataset uuid 16 bytes | generation u64
 * meta           1                       -> the shard table, as StoredShards has it
 * keys           key, or FF and SHA-256  -> shard u32 | ordinal u32
 * labels         label u64, sign turned  -> sample count u64
 * label_samples  label u64, sign turned | chunk u32  -> sample numbers, u64 each
 * positions      shard u32 | ordinal u32 -> file offset u64 | inner offset u64 | length u64
 * </pre>
 */
final class LmdbLayout {
  static final int VERSION = 2;

  static final String META = "meta";
  static final String KEYS = "keys";
  static final String LABELS = "labels";
  static final String LABEL_SAMPLES = "label_samples";
  static final String POSITIONS = "positions";
  static final List<String> DATABASES = List.of(META, KEYS, LABELS, LABEL_SAMPLES, POSITIONS);

  static final int META_LENGTH = Integer.BYTES + 3 * Long.BYTES;
  static final int LOCATION_LENGTH = 2 * Integer.BYTES;
  static final int POSITION_LENGTH = 3 * Long.BYTES;

  private static final byte[] META_KEY = {0};
  private static final byte[] SHARDS_KEY = {1};

  private LmdbLayout() {}

  static byte[] metaKey() {
    return META_KEY.clone();
  }

  static byte[] shardsKey() {
    return SHARDS_KEY.clone();
  }

  static byte[] location(int shard, int ordinal) {
    return ByteBuffer.allocate(LOCATION_LENGTH).putInt(shard).putInt(ordinal).array();
  }

  static byte[] chunkKey(long label, int chunk) {
    return ByteBuffer.allocate(LabelOrder.LENGTH + Integer.BYTES)
        .put(LabelOrder.bytes(label))
        .putInt(chunk)
        .array();
  }

  static byte[] number(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }
}
