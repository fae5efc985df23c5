package io.pcr.reader.internal.find;

import io.pcr.format.Limits;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.TestShard;
import io.pcr.tfrecord.internal.TfRecordShard;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Shards with the names that a conversion gives, and manifests that list them. */
final class NamedShards {
  static final List<byte[]> CONTAINERS = containers();

  static List<byte[]> containers() {
    List<byte[]> shards = new ArrayList<>();
    for (int seed = 0; seed < 6; seed++) {
      shards.add(TestShard.ofNoise(seed, 2, 40).bytes());
    }
    return shards;
  }

  private NamedShards() {}

  static String name(int shard) {
    return String.format("part-%05d", shard);
  }

  /** A file of so many bytes that are those of no other: what it holds nobody looks at here. */
  static byte[] records(int shard, int length) {
    byte[] text = ("records " + shard + " ").getBytes(StandardCharsets.UTF_8);
    byte[] bytes = new byte[Math.max(length, text.length)];
    System.arraycopy(text, 0, bytes, 0, text.length);
    return bytes;
  }

  static ShardEntry entry(int shard, byte[] bytes) throws IOException {
    ByteSource source = new MemoryByteSource(name(shard), ByteBuffer.wrap(bytes));
    if (bytes[0] != 'r') {
      ShardFile file = ShardFile.open(source, Limits.DEFAULT);
      return ShardEntries.of(name(shard), file, RestoreRegion.extent(source, file, Limits.DEFAULT));
    }
    UUID identity = TfRecordShard.identity(source, read -> {});
    return TfRecordShard.entry(
        name(shard), TfRecordCompressions.NONE, identity, bytes.length, 1, 0);
  }

  static Manifest manifest(List<byte[]> shards) throws IOException {
    List<ShardEntry> entries = new ArrayList<>();
    for (int i = 0; i < shards.size(); i++) {
      entries.add(entry(i, shards.get(i)));
    }
    boolean hasGroups = entries.stream().anyMatch(entry -> entry.variant() == ShardVariant.PCR);
    return Manifest.builder(new UUID(1, 2))
        .groups(hasGroups ? TestShard.GROUPS : 1, Optional.empty())
        .add(entries)
        .build();
  }

  static ShardList list(Manifest manifest) {
    return new ShardList(
        manifest,
        name -> {
          throw new AssertionError("a part");
        },
        Limits.DEFAULT);
  }

  static ByteBuffer read(ByteSource source) throws IOException {
    try (source) {
      ByteBuffer bytes = ByteBuffer.allocate((int) source.length());
      source.readFully(0, bytes);
      return bytes.flip();
    }
  }
}
