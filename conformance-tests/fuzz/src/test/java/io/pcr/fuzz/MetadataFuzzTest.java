package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.format.Limits;
import io.pcr.format.damage.Everything;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.metadata.ShardMetadataBuilder;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.tables.ShardMetadataTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The metadata of shards before compression: what it says, said again, is the same. */
class MetadataFuzzTest {
  private static final Origin ORIGIN = new Origin("fuzzed", 0);

  static Stream<Arguments> seeds() {
    return Seeds.vectors(MetadataFuzzTest::flatBuffer, ".pcr", ".pcrl");
  }

  private static Optional<byte[]> flatBuffer(byte[] shard) {
    try {
      ShardMetadata metadata = ShardFile.open(Seeds.source(shard), Limits.DEFAULT).metadata();
      return Optional.of(Seeds.bytes(metadata.flatBuffer()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @MethodSource("seeds")
  @FuzzTest
  void metadata(byte[] flatBuffer) {
    FuzzRead.refuses(
        () -> {
          ShardMetadata metadata =
              ShardMetadata.decodeFlatBuffer(
                  ByteBuffer.wrap(flatBuffer), counts(flatBuffer), ORIGIN);
          Everything.ask(metadata);
          assertSame(metadata, again(metadata));
        });
  }

  /** What the vectors themselves say, where they can be read. */
  private static ShardMetadata.Counts counts(byte[] flatBuffer) throws PcrException {
    ShardMetadataTable table = ShardMetadataTable.decode(ByteBuffer.wrap(flatBuffer), ORIGIN);
    int samples = table.keyLengths().remaining();
    int groups = samples == 0 ? 1 : Math.max(1, table.sliceLengths().remaining() / samples);
    return new ShardMetadata.Counts(samples, groups);
  }

  private static ShardMetadata again(ShardMetadata metadata) throws PcrException {
    ShardMetadataBuilder builder =
        ShardMetadata.builder(metadata.groupCount()).targets(metadata.targets());
    for (int sample = 0; sample < metadata.sampleCount(); sample++) {
      builder.add(metadata.entry(sample));
    }
    metadata.columns().forEach(builder::addColumn);
    byte[] frame = builder.build().encode();
    return ShardMetadata.decode(
        ByteBuffer.wrap(frame),
        new ShardMetadata.Counts(metadata.sampleCount(), metadata.groupCount()),
        Limits.DEFAULT,
        ORIGIN);
  }

  private static void assertSame(ShardMetadata expected, ShardMetadata found) {
    assertEquals(expected.sampleCount(), found.sampleCount());
    assertEquals(expected.groupCount(), found.groupCount());
    assertEquals(expected.targets(), found.targets());
    for (int sample = 0; sample < expected.sampleCount(); sample++) {
      assertEquals(expected.entry(sample), found.entry(sample));
    }
    assertEquals(expected.columns().size(), found.columns().size());
    for (int i = 0; i < expected.columns().size(); i++) {
      assertEquals(expected.columns().get(i).spec(), found.columns().get(i).spec());
      assertEquals(expected.columns().get(i).table(), found.columns().get(i).table());
    }
  }
}
