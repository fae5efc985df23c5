package io.pcr.format.damage;

import io.pcr.format.internal.restore.RestoreFixture;
import io.pcr.format.internal.shard.ShardFixture;
import io.pcr.format.manifest.ManifestFixture;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Small files that hold one of everything. */
final class DamageFiles {
  private static final int SAMPLES = 12;

  private DamageFiles() {}

  static byte[] pcr() {
    return ShardFixture.pcr(11, 8)
        .samples(SAMPLES)
        .allColumns()
        .restore(RestoreFixture.builder(RestoreFixture.records(12, SAMPLES)).build())
        .encode();
  }

  static byte[] liquid() {
    return ShardFixture.liquid(13)
        .samples(SAMPLES)
        .allColumns()
        .restore(RestoreFixture.builder(RestoreFixture.records(14, SAMPLES)).build())
        .encode();
  }

  static byte[] manifest() {
    ByteBuffer file = ManifestFixture.manifest(15, 6, 8).encode();
    byte[] bytes = new byte[file.remaining()];
    file.get(bytes);
    return bytes;
  }

  /** Every shard of the programme, by what it is. */
  static Map<String, byte[]> shards() {
    Map<String, byte[]> shards = new LinkedHashMap<>();
    shards.put("pcr", pcr());
    shards.put("liquid", liquid());
    shards.put("no sample", ShardFixture.pcr(1, 8).encode());
    shards.put("one sample", ShardFixture.pcr(2, 8).samples(1).encode());
    shards.put("one group", ShardFixture.pcr(3, 1).samples(5).encode());
    shards.put("64 groups", ShardFixture.pcr(4, 64).samples(3).encode());
    return shards;
  }
}
