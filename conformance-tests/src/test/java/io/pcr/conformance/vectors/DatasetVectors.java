package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.BAD_TARGETS;
import static io.pcr.format.error.ErrorCode.LENGTH_MISMATCH;

import io.pcr.format.Limits;
import io.pcr.format.internal.shard.RestoreExtent;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.MemoryByteSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** Manifests of shards that are other vectors, which stand beside them. */
final class DatasetVectors {
  private static final String MIXED = "good-shard-mixed.pcr";
  private static final String OPAQUE = "good-shard-opaque-only-groups.pcr";
  private static final String RESTORE = "good-restore-one-frame.pcr";
  private static final String LIQUID = "good-liquid-mixed.pcrl";

  private final Vectors to;

  private DatasetVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    DatasetVectors vectors = new DatasetVectors(to);
    to.good("dataset.pcrm", "a manifest of vectors", vectors.dataset().build(), "R-MANIFEST-6");
    vectors.entries();
    to.dataset(
        "targets",
        BAD_TARGETS,
        "other targets than the shard's",
        vectors.dataset().manifest(DatasetVectors::otherTargets).build());
  }

  private ManifestDraft dataset() {
    ManifestDraft draft =
        ManifestDraft.empty()
            .manifest(m -> m.set("group_count", 3).set("targets", TargetDrafts.targets(3)));
    for (String name : List.of(MIXED, OPAQUE, RESTORE, LIQUID)) {
      draft.add(entry(name));
    }
    return draft;
  }

  private TableDraft entry(String name) {
    ByteBuffer file = ByteBuffer.wrap(to.bytes(name));
    ShardEntry entry;
    try {
      entry =
          ShardEntries.of(
              name,
              ShardFile.open(new MemoryByteSource(name, file), Limits.DEFAULT),
              RestoreExtent.NONE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new TableDraft("ShardEntry")
        .set("name", ManifestDraft.utf8(name))
        .set("variant", entry.variant().id())
        .set("shard_uuid", bytes(entry.shardUuid()))
        .set("total_length", entry.totalLength())
        .set("sample_count", entry.sampleCount())
        .set("head_crc32c", entry.headCrc32c() & 0xFFFFFFFFL)
        .set("prefix_lengths", entry.prefixLengths().stream().mapToLong(l -> l).toArray())
        .set("restore_length", entry.restoreLength());
  }

  private static byte[] bytes(UUID uuid) {
    return ByteBuffer.allocate(16)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }

  private void bad(String name, String about, int shard, Consumer<TableDraft> edit) {
    to.dataset(name, LENGTH_MISMATCH, about, dataset().entry(shard, edit).build());
  }

  private void entries() {
    bad("uuid", "another shard_uuid", 0, e -> e.bytes("shard_uuid")[15] ^= 1);
    bad("total-length", "total_length one more", 0, e -> add(e, "total_length", 1));
    bad("sample-count", "sample_count one less", 0, e -> add(e, "sample_count", -1));
    bad("metadata-length", "metadata_length one less", 0, e -> add(e, "metadata_length", -1));
    bad("head-crc", "another head_crc32c", 0, e -> add(e, "head_crc32c", -1));
    bad("prefix-length", "prefix_length(2) one more", 0, e -> e.numbers("prefix_lengths")[2]++);
    bad("restore-length", "restore_length one less", 2, e -> add(e, "restore_length", -1));
    bad("liquid-prefix", "prefix_length(1) one less", 3, e -> e.numbers("prefix_lengths")[1]--);
  }

  private static void add(TableDraft entry, String field, long difference) {
    entry.set(field, ((Number) entry.get(field)).longValue() + difference);
  }

  private static void otherTargets(TableDraft manifest) {
    manifest.table("targets").set("way", 2);
  }
}
