package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.format.Limits;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.format.manifest.ShardPart;
import io.pcr.format.manifest.ShardTable;
import io.pcr.format.shard.ShardVariant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Parts of the list of shards: whole files, with their checksum mended, and what is in them. */
class ShardPartFuzzTest {
  private static final long GENERATION = 7;

  static Stream<Arguments> seeds() {
    return Stream.concat(
        Seeds.vectors(".pcrp"), Seeds.vectors(ManifestContentFuzzTest::content, ".pcrp"));
  }

  @MethodSource("seeds")
  @FuzzTest
  void shardPart(byte[] bytes) {
    FuzzRead.refuses(() -> decode(ByteBuffer.wrap(bytes)));
    FuzzRead.refuses(() -> writeAgain(decode(ByteBuffer.wrap(Mending.manifest(bytes)))));
    FuzzRead.refuses(
        () ->
            writeAgain(decode(ManifestContentFuzzTest.file(bytes, ManifestContentFuzzTest.PART))));
  }

  private static ShardTable decode(ByteBuffer file) throws IOException {
    return ShardPart.decodeAlone(file, "fuzzed", Limits.DEFAULT);
  }

  /** The same shards come out of what is written of them, also by way of a root. */
  private static void writeAgain(ShardTable shards) throws IOException {
    ByteBuffer file = ShardPart.encode(shards, GENERATION);
    ShardPart part = ShardPart.describe("shards-7-0.pcrp", file, shards);
    OptionalInt groups =
        shards.stream()
            .filter(shard -> shard.variant() == ShardVariant.PCR)
            .mapToInt(ShardEntry::groupCount)
            .findFirst();
    int count = groups.orElse(1);
    assertEquals(shards, ShardPart.decode(file, part, count, "again", Limits.DEFAULT));
    int last = shards.shardNumber(shards.size() - 1);
    if (last < Integer.MAX_VALUE) {
      Manifest root =
          Manifest.builder(new UUID(1, 2))
              .groups(count, Optional.empty())
              .shards(List.of(part), ShardTable.EMPTY)
              .nextShardNumber(last + 1)
              .build();
      requireListed(
          shards, new ShardList(root, name -> Seeds.source(Seeds.bytes(file)), Limits.DEFAULT));
    }
  }

  private static void requireListed(ShardTable shards, ShardList list) throws IOException {
    list.load();
    assertEquals(shards, list.asList());
    assertEquals(shards.sampleCount(), list.sampleCount());
    for (int i = 0; i < shards.size(); i++) {
      assertEquals(OptionalInt.of(i), list.positionOf(shards.shardNumber(i)));
    }
    long samples = list.sampleCount();
    if (samples > 0) {
      for (long number : new long[] {0, samples / 2, samples - 1}) {
        assertEquals(number, list.number(list.locate(number)));
      }
    }
  }
}
