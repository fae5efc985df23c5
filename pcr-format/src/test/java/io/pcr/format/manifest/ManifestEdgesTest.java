package io.pcr.format.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.RestoreExtent;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardFixture;
import io.pcr.format.internal.tables.ManifestTable;
import io.pcr.format.internal.tables.ManifestTable.CreationOptionTable;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.source.ByteSource;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ManifestEdgesTest {
  private static Manifest manifest(
      Optional<GroupTargets> targets, int groups, ShardEntry... shards) {
    return Manifest.builder(new UUID(1, 2)).groups(groups, targets).add(List.of(shards)).build();
  }

  // Covers R-MANIFEST-6
  @Test
  void memberStatesTheManifestsTargets() {
    ShardFile shard = ShardFixture.pcr(1, 8).samples(2).plan().shard();
    ShardEntry entry = ShardEntries.of("a.pcr", shard, RestoreExtent.NONE);
    GroupTargets same = ShardFixture.targets(8);
    ShardEntries.requireMember(manifest(Optional.of(same), 8, entry), entry, shard);
    GroupTargets others = new GroupTargets(same.measure(), GroupTargets.Way.SLOPE, same.values());
    for (Optional<GroupTargets> stated : List.of(Optional.of(others), noTargets())) {
      Manifest other = manifest(stated, 8, entry);
      InvalidFieldException e =
          assertThrows(
              InvalidFieldException.class, () -> ShardEntries.requireMember(other, entry, shard));
      assertEquals(ErrorCode.NOT_AS_LISTED, e.code());
      assertEquals("ShardMetadata.targets", e.field());
    }
  }

  private static Optional<GroupTargets> noTargets() {
    return Optional.empty();
  }

  // Covers R-MANIFEST-6
  @Test
  void liquidMemberStatesNoTargets() {
    ShardFile shard = ShardFixture.liquid(1).samples(2).plan().shard();
    ShardEntry entry = ShardEntries.of("a.pcrl", shard, RestoreExtent.NONE);
    ShardEntries.requireMember(manifest(Optional.empty(), 1, entry), entry, shard);
    ShardEntry groups = ShardEntries.of("a.pcr", ShardFixture.pcr(1, 8).samples(2).plan());
    ShardEntries.requireMember(
        manifest(Optional.of(ShardFixture.targets(8)), 8, entry, groups), entry, shard);
  }

  @Test
  void targetsAreOfTheManifestsGroups() {
    InvalidFieldException e =
        assertThrows(
            InvalidFieldException.class, () -> manifest(Optional.of(ShardFixture.targets(8)), 7));
    assertEquals(ErrorCode.MALFORMED, e.code());
    assertEquals("Manifest.targets.values", e.field());
  }

  // Covers R-MANIFEST-13
  @Test
  void fileLongerThanItsRootStatesIsRefusedAfterTheFirstRead() {
    ByteBuffer root = manifest(Optional.empty(), 1).encode();
    PcrException.Corrupt longer =
        assertThrows(
            PcrException.Corrupt.class, () -> Manifest.read(longSource(root), Limits.DEFAULT));
    assertEquals(ErrorCode.MALFORMED, longer.code());
    assertEquals("long", longer.source());
    ByteBuffer zeroes = ByteBuffer.allocate(0);
    PcrException.NotPcr other =
        assertThrows(
            PcrException.NotPcr.class, () -> Manifest.read(longSource(zeroes), Limits.DEFAULT));
    assertEquals("long", other.source());
  }

  /** Longer than any root; its first MiB alone can be read. */
  private static ByteSource longSource(ByteBuffer begin) {
    return new ByteSource() {
      @Override
      public long length() {
        return (64 << 20) + 41;
      }

      @Override
      public void readFully(long position, ByteBuffer dst) {
        if (position != 0 || dst.remaining() > 1 << 20) {
          throw new AssertionError("read " + dst.remaining() + " at " + position);
        }
        dst.put(begin.duplicate()).put(new byte[dst.remaining()]);
      }

      @Override
      public void close() {}

      @Override
      public String toString() {
        return "long";
      }
    };
  }

  @Test
  void optionGivenTwiceIsRefused() {
    ManifestTable table = ManifestTables.write(manifest(Optional.empty(), 1));
    ManifestTable twice =
        new ManifestTable(
            table.datasetUuid(),
            table.commitId(),
            table.parentGeneration(),
            table.groupCount(),
            table.targets(),
            table.classNames(),
            table.quality(),
            List.of(option("a", "1"), option("b", "2"), option("a", "1")),
            table.columns(),
            table.nextShardNumber(),
            table.parts(),
            table.shards(),
            table.keySegments());
    InvalidFieldException e =
        assertThrows(InvalidFieldException.class, () -> ManifestTables.read(twice, 1));
    assertEquals(ErrorCode.MALFORMED, e.code());
    assertEquals("Manifest.options[2].name", e.field());
  }

  private static CreationOptionTable option(String name, String value) {
    return new CreationOptionTable(name, value);
  }
}
