package io.pcr.format.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.RestoreExtent;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardFixture;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.MemoryByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTest {
  private static Manifest decode(ByteBuffer file) throws IOException {
    return Manifest.decode(file, "manifest.pcrm", Limits.DEFAULT);
  }

  @Property(tries = 100)
  void encodedManifestReadsBack(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 20) int shards,
      @ForAll @IntRange(min = 1, max = 64) int groups)
      throws IOException {
    Manifest manifest = ManifestFixture.manifest(seed, shards, groups);
    ByteBuffer file = manifest.encode();
    assertEquals(manifest, decode(file));
    assertEquals(file, decode(file).encode());
    assertEquals(
        List.copyOf(manifest.options().keySet()), List.copyOf(decode(file).options().keySet()));
    assertEquals(manifest, Manifest.read(new MemoryByteSource("m", file), Limits.DEFAULT));
  }

  @Test
  void manifestOfNothingIsValid() throws IOException {
    Manifest empty = Manifest.builder(new UUID(1, 2)).build();
    assertEquals(empty, decode(empty.encode()));
    assertEquals(0, empty.sampleCount());
  }

  @Test
  void rootListsAsManyShardsAsItMay() throws IOException {
    ShardFile shard = ShardFixture.pcr(1, 8).samples(3).plan().shard();
    List<ShardEntry> shards = new ArrayList<>();
    for (int i = 0; i < Manifest.MAX_SHARDS; i++) {
      shards.add(ShardEntries.of(String.format("part-%05d.pcr", i), shard, RestoreExtent.NONE));
    }
    Manifest manifest = with(shards);
    assertEquals(manifest, decode(manifest.encode()));
    assertEquals(3 * Manifest.MAX_SHARDS, manifest.sampleCount());
    shards.add(tfRecord("x"));
    assertEquals(ErrorCode.MALFORMED, refusal(() -> with(shards)));
  }

  private static Manifest with(List<ShardEntry> shards) {
    return Manifest.builder(new UUID(1, 2))
        .groups(8, Optional.of(ShardFixture.targets(8)))
        .add(shards)
        .build();
  }

  private static ShardEntry tfRecord(String name) {
    return new ShardEntry(
        name,
        ShardEntry.UNLISTED,
        ShardVariant.TFRECORD,
        Compression.NONE,
        new UUID(1, 2),
        10,
        1,
        0,
        List.of(),
        0,
        0,
        5,
        1);
  }

  // Covers R-MANIFEST-4
  @ParameterizedTest
  @ValueSource(
      strings = {
        "", ".", "..", ".hidden", "a/b", "/a", "a\\b", "a b", "a\0b", "a%", "größe", "\ud800"
      })
  void nameThatIsNoPlainFileNameIsRefused(String name) {
    assertThrows(InvalidFieldException.class, () -> tfRecord(name));
  }

  @Test
  void longNamesEndAt255Bytes() {
    assertEquals(255, tfRecord("x".repeat(255)).name().length());
    assertThrows(InvalidFieldException.class, () -> tfRecord("x".repeat(256)));
  }

  private static Manifest with(List<ClassName> classNames, List<ShardEntry> shards) {
    return Manifest.builder(new UUID(1, 2)).classNames(classNames).add(shards).build();
  }

  private static ErrorCode refusal(org.junit.jupiter.api.function.Executable build) {
    return assertThrows(InvalidFieldException.class, build).code();
  }

  // Covers R-MANIFEST-3, R-MANIFEST-5, R-MANIFEST-7
  @Test
  void whatContradictsItselfIsRefused() {
    ShardFile pcr = ShardFixture.pcr(1, 2).samples(1).plan().shard();
    assertEquals(
        ErrorCode.MALFORMED, refusal(() -> with(List.of(), List.of(tfRecord("a"), tfRecord("A")))));
    assertEquals(
        ErrorCode.MALFORMED,
        refusal(() -> with(List.of(new ClassName(1, "a"), new ClassName(1, "b")), List.of())));
    assertEquals(
        ErrorCode.MALFORMED,
        refusal(() -> with(List.of(), List.of(ShardEntries.of("a.pcr", pcr, RestoreExtent.NONE)))));
    assertEquals(ErrorCode.MALFORMED, refusal(() -> new QualityPoint(1, Double.NaN, 1, 1, 1, 1)));
  }

  private static Manifest measured(int groups, List<MeasuredCurve> quality) {
    return Manifest.builder(new UUID(1, 2))
        .groups(groups, Optional.empty())
        .quality(quality)
        .add(List.of(groups(groups)))
        .build();
  }

  private static ShardEntry groups(int groups) {
    return ShardEntries.of("part.pcr", ShardFixture.pcr(1, groups).samples(1).plan());
  }

  private static MeasuredCurve curve(Reconstruction reconstruction, ViewSize at, int points) {
    return new MeasuredCurve(
        new QualityMeasure(QualityMeasure.Metric.MS_SSIM, reconstruction, at),
        Collections.nCopies(points, new QualityPoint(1, .9, .8, .7, 30, 2)));
  }

  // Covers R-MANIFEST-7
  @Test
  void curvesAreFoundByTheirMeasure() {
    MeasuredCurve full = curve(Reconstruction.PLAIN, ViewSize.FULL, 2);
    MeasuredCurve small = curve(Reconstruction.PLAIN, ViewSize.MODEL_224, 2);
    Manifest manifest = measured(2, List.of(full, small));
    assertEquals(Optional.of(full), manifest.curve(QualityMeasure.MS_SSIM));
    assertEquals(Optional.of(small), manifest.curve(small.measure()));
    QualityMeasure midpoint = curve(Reconstruction.MIDPOINT, ViewSize.FULL, 2).measure();
    assertEquals(Optional.empty(), manifest.curve(midpoint));
  }

  // Covers R-MANIFEST-7
  @Test
  void curvesAscendAndHaveAPointForEachGroup() {
    MeasuredCurve full = curve(Reconstruction.PLAIN, ViewSize.FULL, 2);
    MeasuredCurve small = curve(Reconstruction.PLAIN, ViewSize.MODEL_224, 2);
    MeasuredCurve midpoint = curve(Reconstruction.MIDPOINT, ViewSize.FULL, 2);
    for (List<MeasuredCurve> wrong :
        List.of(List.of(full, full), List.of(small, full), List.of(midpoint, small))) {
      assertEquals(ErrorCode.MALFORMED, refusal(() -> measured(2, wrong)));
    }
    assertEquals(ErrorCode.MALFORMED, refusal(() -> measured(3, List.of(full))));
    List<MeasuredCurve> many = new ArrayList<>();
    for (int side = 100; side < 100 + Manifest.MAX_CURVES; side++) {
      many.add(curve(Reconstruction.PLAIN, new ViewSize(side, 9), 2));
    }
    assertEquals(many, measured(2, many).quality());
    many.add(midpoint);
    assertEquals(ErrorCode.MALFORMED, refusal(() -> measured(2, many)));
  }

  // Covers R-MANIFEST-6
  @Test
  void shardThatIsNotTheOneMeantIsTold() {
    ShardFile shard = ShardFixture.pcr(1, 2).samples(2).plan().shard();
    ShardEntry entry = ShardEntries.of("a.pcr", shard, RestoreExtent.NONE);
    ShardEntries.requireSame(entry, shard);
    ShardFile other = ShardFixture.pcr(2, 2).samples(2).plan().shard();
    InvalidFieldException e =
        assertThrows(InvalidFieldException.class, () -> ShardEntries.requireSame(entry, other));
    assertEquals(
        "ShardTable.shard_uuids: found "
            + shard.head().shardUuid()
            + ", required "
            + other.head().shardUuid(),
        e.getMessage());
    assertEquals(shard.layout().prefixLength(2), entry.prefixLength(2));
  }

  // Covers R-MANIFEST-6
  @ParameterizedTest
  @CsvSource({
    "total_lengths, 1, 0, 0, 0",
    "sample_counts, 0, 1, 0, 0",
    "head_crc32c, 0, 0, 1, 0",
    "prefix_lengths, 0, 0, 0, 1"
  })
  void shardOfTheSameUuidAndAnotherNumberIsNotTheOneMeant(
      String field, long total, int samples, int crc, int prefix) {
    ShardFile shard = ShardFixture.pcr(1, 2).samples(2).plan().shard();
    ShardEntry entry = ShardEntries.of("a.pcr", shard, RestoreExtent.NONE);
    List<Long> prefixes = new ArrayList<>(entry.prefixLengths());
    prefixes.set(1, prefixes.get(1) + prefix);
    ShardEntry stated =
        new ShardEntry(
            entry.name(),
            entry.shardNumber(),
            entry.variant(),
            entry.compression(),
            entry.shardUuid(),
            entry.totalLength() + total,
            entry.sampleCount() + samples,
            entry.headCrc32c() + crc,
            prefixes,
            entry.restoreLength(),
            entry.restoreDirectoryLength(),
            entry.sourceBytes(),
            entry.restorableSamples());
    InvalidFieldException e =
        assertThrows(InvalidFieldException.class, () -> ShardEntries.requireSame(stated, shard));
    assertEquals(ErrorCode.NOT_AS_LISTED, e.code());
    assertEquals("ShardTable." + field, e.field());
    if (crc != 0) {
      String found =
          String.format("found 0x%08x, required 0x%08x", stated.headCrc32c(), entry.headCrc32c());
      assertTrue(e.getMessage().endsWith(found), e.getMessage());
    }
  }

  @Test
  void shardIsNoManifest() {
    ByteBuffer shard = ByteBuffer.wrap(ShardFixture.pcr(1, 2).samples(2).encode());
    PcrException.NotPcr e = assertThrows(PcrException.NotPcr.class, () -> decode(shard));
    assertTrue(e.getMessage().contains("8f 50 43 52"), e.getMessage());
  }
}
