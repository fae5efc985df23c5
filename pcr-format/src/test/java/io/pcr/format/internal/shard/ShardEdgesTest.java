package io.pcr.format.internal.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.column.ColumnBuilder;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.metadata.ShardMetadataBuilder;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.shard.ShardVariant;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be in a shard, said by those who make one. */
class ShardEdgesTest {
  private static final ShardFile SHARD = ShardFixture.pcr(7, 2).samples(2).plan().shard();

  @Test
  void tableBeginsWithTheMetadata() {
    assertEquals(
        ErrorCode.MALFORMED,
        assertThrows(InvalidFieldException.class, () -> new RegionTable(List.of())).code());
    List<Region> regions = SHARD.regions().regions();
    List<Region> rest = regions.subList(1, regions.size());
    assertEquals(
        ErrorCode.MALFORMED,
        assertThrows(InvalidFieldException.class, () -> new RegionTable(rest)).code());
  }

  @Test
  void tfRecordIsNoContainer() {
    ShardMetadata metadata = SHARD.metadata();
    assertThrows(
        IllegalArgumentException.class, () -> RegionPlan.of(ShardVariant.TFRECORD, metadata));
    ShardHead head = SHARD.head();
    assertThrows(
        InvalidFieldException.class,
        () ->
            new ShardHead(
                ShardVariant.TFRECORD,
                head.writerId(),
                head.features(),
                head.regionCount(),
                head.totalLength(),
                head.shardUuid(),
                head.sampleCount(),
                0));
  }

  @Test
  void samplesOfAnotherVariantHaveNoPlan() {
    ShardMetadata liquid = ShardFixture.liquid(3).samples(2).metadata();
    assertThrows(InvalidFieldException.class, () -> RegionPlan.of(ShardVariant.PCR, liquid));
    assertThrows(
        InvalidFieldException.class, () -> RegionPlan.of(ShardVariant.LIQUID, SHARD.metadata()));
    ShardMetadata oneGroup = ShardFixture.pcr(3, 1).samples(1).metadata();
    assertThrows(InvalidFieldException.class, () -> RegionPlan.of(ShardVariant.LIQUID, oneGroup));
  }

  @Test
  void trailerCutShortIsTruncated() {
    ByteBuffer whole = new Trailer(SHARD.head().totalLength(), 100).encode();
    for (int length = 0; length < TrailerLayout.LENGTH; length++) {
      ByteBuffer cut = whole.slice(0, length);
      PcrException.Truncated e =
          assertThrows(
              PcrException.Truncated.class, () -> Trailer.decode(cut, new Origin("cut", 9)));
      assertEquals(9, e.offset());
    }
  }

  @Test
  void columnAnswersOnlyWhatItsTypeAndPlacementHold() {
    ColumnBuilder integers =
        new ColumnBuilder(new ColumnSpec("i", ColumnType.INT64, Placement.INLINE));
    ColumnBuilder late = new ColumnBuilder(new ColumnSpec("l", ColumnType.STRING, Placement.LATE));
    Column number = integers.addInt64(7).build();
    Column text = late.addString("é").build();
    assertEquals(7, number.value(0).int64s()[0]);
    assertEquals(8, number.valueLength(0));
    assertEquals(2, text.valueLength(0));
    assertThrows(IllegalStateException.class, () -> number.valueCrc32c(0));
    assertThrows(IllegalStateException.class, () -> text.bytes(0));
    ColumnValue value = number.value(0);
    for (Runnable wrong :
        List.<Runnable>of(
            value::float64s, value::float32s, value::bools, value::strings, value::byteStrings)) {
      assertThrows(IllegalArgumentException.class, wrong::run);
    }
    assertThrows(IllegalArgumentException.class, () -> integers.addString("x"));
    assertThrows(IllegalArgumentException.class, () -> late.addInt64(1));
    assertThrows(IllegalArgumentException.class, () -> integers.addFloat64(1));
    assertThrows(IllegalArgumentException.class, () -> late.addBytes(ByteBuffer.allocate(1)));
    assertEquals(1, integers.build().sampleCount());
  }

  @Test
  void columnOfAnotherNumberOfSamplesIsRefused() {
    Column one =
        new ColumnBuilder(new ColumnSpec("i", ColumnType.INT64, Placement.INLINE))
            .addInt64(7)
            .build();
    ShardMetadataBuilder builder = ShardMetadata.builder(1).addColumn(one);
    assertEquals(0, builder.sampleCount());
    assertEquals(
        ErrorCode.MALFORMED, assertThrows(InvalidFieldException.class, builder::build).code());
  }

  @Test
  void flagsKeepEachFactInItsBits() {
    SourceFlags flags = SourceFlags.NONE.withSof(0xFF).withOrientation(8);
    for (SourceFlags.Fact fact : SourceFlags.Fact.values()) {
      assertEquals(false, flags.has(fact), fact::name);
      SourceFlags with = flags.with(fact);
      for (SourceFlags.Fact other : SourceFlags.Fact.values()) {
        assertEquals(fact == other, with.has(other));
      }
      assertEquals(0xFF, with.sof());
      assertEquals(8, with.orientation());
      assertEquals(1, with.withOrientation(1).orientation());
      assertEquals(0xC0, with.withSof(0xC0).sof());
    }
    assertEquals(0, flags.withOrientation(0).orientation());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 9})
  void orientationIsOneOfExifs(int orientation) {
    assertThrows(
        IllegalArgumentException.class, () -> SourceFlags.NONE.withOrientation(orientation));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0x100, 0xFFC0})
  void sofIsOneByte(int sof) {
    assertThrows(IllegalArgumentException.class, () -> SourceFlags.NONE.withSof(sof));
  }

  @Test
  void encodingsAreFoundByTheirIdsAndAreFilesOfTheirKind() {
    for (Encoding encoding : Encoding.values()) {
      assertEquals(Optional.of(encoding), Encoding.ofId(encoding.id()));
    }
    assertEquals(Optional.empty(), Encoding.ofId(Encoding.LAST_ID + 1));
    assertEquals(
        "[JPEG, NONE, JPEG, PNG, WEBP, BMP, PNM]",
        Arrays.stream(Encoding.values())
            .map(encoding -> encoding.mediaType().map(Enum::name).orElse("NONE"))
            .toList()
            .toString());
  }

  @Test
  void groupsWithinAPrefixAreThoseThatEndInIt() {
    ShardLayout layout = SHARD.layout();
    for (int group = 0; group <= 2; group++) {
      long end = layout.prefixLength(group);
      assertEquals(group - 1, layout.groupsWithin(end - 1), "before " + group);
      assertEquals(group, layout.groupsWithin(end), "at " + group);
    }
  }
}
