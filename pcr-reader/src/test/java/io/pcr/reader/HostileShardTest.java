package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.ColorClass;
import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ImageFacts;
import io.pcr.format.internal.metadata.SampleEntry;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.metadata.ShardMetadataBuilder;
import io.pcr.format.internal.metadata.SliceEntry;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardHead;
import io.pcr.format.internal.shard.ShardPlan;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFacts;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.programme.Programme;
import io.pcr.format.shard.ShardVariant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shards that claim what is not there, or become others while they are open. */
class HostileShardTest {
  private static final int CLAIM = 100 << 20;
  private static final TestShard GOOD = TestShard.ofNoise(3, 12, 12);

  @TempDir Path directory;

  /** Head and metadata of a sample of 800 MiB, and none of its bytes. */
  private static byte[] claim() {
    List<SliceEntry> slices = new ArrayList<>();
    for (int g = 1; g <= TestShard.GROUPS; g++) {
      slices.add(new SliceEntry(CLAIM, 1));
    }
    ShardMetadataBuilder builder = ShardMetadata.builder(TestShard.GROUPS);
    builder.add(
        new SampleEntry(
            "huge",
            OptionalLong.empty(),
            new ImageFacts(Encoding.PROGRESSIVE_JPEG, ColorClass.YCBCR, 9, 9),
            new SourceFacts(SourceFlags.NONE, 1),
            slices));
    ShardFile file = ShardPlan.of(ShardVariant.PCR, builder.build(), Optional.empty()).shard();
    ByteBuffer head = ShardHead.encode(file.head(), file.regions());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(bytes(head));
    out.writeBytes(file.metadata().encode());
    return out.toByteArray();
  }

  @ParameterizedTest
  @EnumSource(OnDamage.class)
  void nothingIsAllocatedForBytesThatAreNotThere(OnDamage onDamage) throws IOException {
    Path file = Files.write(directory.resolve("claim.pcr"), claim());
    long before = directBytes();
    try (PcrDataset shard =
        PcrDataset.open(file, ReaderOptions.builder().onDamage(onDamage).build())) {
      if (onDamage == OnDamage.FAIL) {
        PcrException.Truncated e =
            assertThrows(
                PcrException.Truncated.class,
                () -> shard.shards().get(0).read(Fidelity.FULL).close());
        assertEquals(Files.size(file), e.available());
        assertTrue(e.getMessage().contains("claim.pcr"), e.getMessage());
      } else {
        try (ShardReader reader = shard.shards().get(0).read(Fidelity.FULL)) {
          assertTrue(reader.sample(0).isEmpty());
        }
      }
    }
    assertTrue(directBytes() - before < CLAIM, directBytes() - before + " bytes");
    Programme.T9.passed("a shard that claims 800 MiB, read", 1);
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  @Test
  void shardOverwrittenByALargerOneOfFewerGroupsIsNoticed() throws IOException {
    Path file = Files.write(directory.resolve("shard.pcr"), GOOD.bytes());
    try (PcrDataset shard = PcrDataset.open(file)) {
      shard.shards().get(0).read(Fidelity.FULL).close();
      Files.write(file, opaqueInOneGroup(GOOD.bytes().length));
      PcrException.Corrupt e =
          assertThrows(
              PcrException.Corrupt.class, () -> shard.shards().get(0).read(Fidelity.FULL).close());
      assertTrue(e.getMessage().contains("shard.pcr"), e.getMessage());
      assertTrue(e.getMessage().contains("while it was open"), e.getMessage());
    }
  }

  private static byte[] opaqueInOneGroup(int length) throws IOException {
    byte[] content = new byte[length];
    ShardMetadataBuilder builder = ShardMetadata.builder(1);
    builder.add(
        new SampleEntry(
            "other",
            OptionalLong.empty(),
            new ImageFacts(Encoding.OPAQUE, ColorClass.OPAQUE, 0, 0),
            new SourceFacts(SourceFlags.NONE, 1),
            List.of(SliceEntry.of(ByteBuffer.wrap(content)))));
    ShardFile file = ShardPlan.of(ShardVariant.PCR, builder.build(), Optional.empty()).shard();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(bytes(ShardHead.encode(file.head(), file.regions())));
    out.writeBytes(file.metadata().encode());
    out.writeBytes(content);
    return out.toByteArray();
  }

  @Test
  void shardCutWhileItIsOpenReadsAtTheFidelitiesItStillHolds() throws IOException {
    Path file = Files.write(directory.resolve("shard.pcr"), GOOD.bytes());
    ReaderOptions options = ReaderOptions.builder().onDamage(OnDamage.DEGRADE).build();
    try (PcrDataset shard = PcrDataset.open(file, options)) {
      shard.shards().get(0).read(Fidelity.FULL).close();
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(GOOD.prefixLength(3));
      }
      try (ShardReader reader = shard.shards().get(0).read(Fidelity.FULL)) {
        int seen = 0;
        for (Sample sample : reader) {
          assertTrue(sample.group() >= 3);
          assertArrayEquals(GOOD.expected(sample.ordinal(), sample.group()), bytes(sample.file()));
          seen++;
        }
        assertEquals(12, seen);
      }
    }
  }

  @Test
  void sampleThatHasNothingInTheMissingGroupIsWhole() throws IOException {
    Path file = directory.resolve("shard.pcr");
    byte[] whole = GOOD.bytes();
    ReaderOptions options = ReaderOptions.builder().onDamage(OnDamage.SKIP).build();
    for (int group = 2; group <= TestShard.GROUPS; group++) {
      Files.write(file, Arrays.copyOf(whole, GOOD.prefixLength(group - 1)));
      try (PcrDataset shard = PcrDataset.open(file, options);
          ShardReader reader = shard.shards().get(0).read(Fidelity.group(group))) {
        for (int sample = 0; sample < 12; sample++) {
          boolean empty = GOOD.file().metadata().sliceLength(group, sample) == 0;
          assertEquals(empty, reader.sample(sample).isPresent());
        }
      }
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
