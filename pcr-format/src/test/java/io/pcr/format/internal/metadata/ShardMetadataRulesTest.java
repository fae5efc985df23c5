package io.pcr.format.internal.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.ColorClass;
import io.pcr.format.Limits;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.column.ColumnBuilder;
import io.pcr.format.internal.shard.ShardFixture;
import io.pcr.format.internal.shard.ShardPlan;
import io.pcr.format.internal.tables.ColumnTable;
import io.pcr.format.internal.tables.ShardMetadataTable;
import io.pcr.format.internal.tables.Tables;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFacts;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.shard.ShardVariant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Each rule of the metadata broken by itself, as a forger would who mends all checksums. */
class ShardMetadataRulesTest {
  private static final Origin ORIGIN = new Origin("forged.pcr", 88);
  private static final SourceFacts SOURCE = new SourceFacts(SourceFlags.NONE, 9);
  private static final ShardMetadata.Counts COUNTS = new ShardMetadata.Counts(2, 2);
  private static final int EMPTY = 0;

  /** Two samples, two groups: a progressive "a" with slices of 3 and 0 bytes, an opaque "bé". */
  private static ShardMetadataTable valid() {
    ImageFacts grey = new ImageFacts(Encoding.PROGRESSIVE_JPEG, ColorClass.GREY, 5, 6);
    ImageFacts opaque = new ImageFacts(Encoding.OPAQUE, ColorClass.OPAQUE, 0, 0);
    SliceEntry slice = SliceEntry.of(ByteBuffer.allocate(3));
    ShardMetadata metadata =
        ShardMetadata.builder(2)
            .targets(Optional.of(ShardFixture.targets(2)))
            .add(
                new SampleEntry(
                    "a", OptionalLong.of(-7), grey, SOURCE, List.of(slice, SliceEntry.EMPTY)))
            .add(
                new SampleEntry(
                    "bé", OptionalLong.empty(), opaque, SOURCE, List.of(slice, SliceEntry.EMPTY)))
            .addColumn(column(ColumnType.INT64, Placement.INLINE).addInt64(5).addAbsent().build())
            .addColumn(
                column(ColumnType.FLOAT64, Placement.INLINE).addFloat64(.5).addAbsent().build())
            .addColumn(
                column(ColumnType.STRING, Placement.INLINE).addString("é").addString("x").build())
            .addColumn(
                column(ColumnType.BYTES, Placement.LATE)
                    .addBytes(ByteBuffer.allocate(2))
                    .addAbsent()
                    .build())
            .build();
    try {
      return ShardMetadataTable.decode(metadata.flatBuffer(), ORIGIN);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static ColumnBuilder column(ColumnType type, Placement placement) {
    return new ColumnBuilder(new ColumnSpec(type + " " + placement, type, placement));
  }

  private static PcrException refusal(ShardMetadataTable table) {
    PcrException e =
        assertThrows(
            PcrException.class,
            () -> ShardMetadata.decodeFlatBuffer(table.encode(), COUNTS, ORIGIN));
    assertEquals("forged.pcr", e.source());
    assertEquals(88, e.offset());
    return e;
  }

  private static void assertRefused(ErrorCode code, String field, String component, Object value) {
    PcrException e = refusal(Tables.with(valid(), component, value));
    assertEquals(code, e.code(), e.getMessage());
    assertEquals("ShardMetadata." + field, e.field());
  }

  @Test
  void validMetadataAnswers() throws IOException {
    ShardMetadata metadata = ShardMetadata.decodeFlatBuffer(valid().encode(), COUNTS, ORIGIN);
    assertEquals(OptionalLong.of(-7), metadata.label(0));
    assertEquals(OptionalLong.empty(), metadata.label(1));
    assertEquals(OptionalInt.of(1), metadata.find("bé"));
    assertEquals(OptionalInt.empty(), metadata.find("b"));
    assertEquals("BYTES LATE", metadata.column("BYTES LATE").orElseThrow().spec().name());
    assertTrue(metadata.column("other").isEmpty());
    assertThrows(IndexOutOfBoundsException.class, () -> metadata.sliceLength(0, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> metadata.sliceLength(3, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> metadata.sliceLength(1, 2));
  }

  // Covers R-META-1
  @Test
  void countsAgree() {
    ErrorCode length = ErrorCode.MALFORMED;
    for (ShardMetadata.Counts other :
        List.of(
            new ShardMetadata.Counts(2, 3),
            new ShardMetadata.Counts(2, 1),
            new ShardMetadata.Counts(3, 2),
            new ShardMetadata.Counts(Integer.MAX_VALUE, 64))) {
      PcrException e =
          assertThrows(
              PcrException.class,
              () -> ShardMetadata.decodeFlatBuffer(valid().encode(), other, ORIGIN));
      assertEquals(length, e.code());
    }
    assertRefused(length, "key_lengths", "keyLengths", ShortBuffer.wrap(new short[] {1}));
    assertRefused(length, "widths", "widths", IntBuffer.wrap(new int[] {1}));
    assertRefused(length, "heights", "heights", IntBuffer.wrap(new int[3]));
    assertRefused(length, "color_classes", "colorClasses", ByteBuffer.allocate(1));
    assertRefused(length, "encodings", "encodings", ByteBuffer.allocate(3));
    assertRefused(length, "source_flags", "sourceFlags", IntBuffer.allocate(0));
    assertRefused(length, "source_lengths", "sourceLengths", LongBuffer.allocate(1));
    assertRefused(length, "labels", "labels", LongBuffer.allocate(1));
    assertRefused(length, "slice_lengths", "sliceLengths", IntBuffer.allocate(5));
    assertRefused(length, "slice_crc32c", "sliceCrc32c", IntBuffer.allocate(3));
  }

  // Covers R-META-2, R-TEXT-1
  @Test
  void keysAreTextOfTheirLengthsAndUnique() {
    assertRefused(
        ErrorCode.MALFORMED, "key_lengths[0]", "keyLengths", ShortBuffer.wrap(new short[] {0, 4}));
    assertRefused(
        ErrorCode.MALFORMED, "key_bytes", "keyLengths", ShortBuffer.wrap(new short[] {1, 4}));
    assertRefused(
        ErrorCode.MALFORMED, "key_bytes", "keyLengths", ShortBuffer.wrap(new short[] {1, 2}));
    // The lengths cut the two bytes of é apart.
    assertRefused(
        ErrorCode.MALFORMED, "key_bytes[0]", "keyLengths", ShortBuffer.wrap(new short[] {3, 1}));
    assertRefused(
        ErrorCode.MALFORMED,
        "key_bytes[1]",
        "keyBytes",
        ByteBuffer.wrap(new byte[] {'a', 'b', (byte) 0xC0, (byte) 0x80}));
    ShardMetadataTable same =
        Tables.with(valid(), "keyLengths", ShortBuffer.wrap(new short[] {2, 2}));
    PcrException e =
        refusal(Tables.with(same, "keyBytes", ByteBuffer.wrap(new byte[] {1, 2, 1, 2})));
    assertEquals(ErrorCode.MALFORMED, e.code());
    assertEquals("ShardMetadata.key_bytes[1]", e.field());
  }

  // Covers R-META-9
  @Test
  void labelsAreThoseOfThePresentSamples() throws IOException {
    ErrorCode malformed = ErrorCode.MALFORMED;
    assertRefused(malformed, "labels_present", "labels", LongBuffer.allocate(0));
    assertRefused(malformed, "labels[1]", "labels", LongBuffer.wrap(new long[] {-7, 1}));
    assertRefused(malformed, "labels_present", "labelsPresent", ByteBuffer.wrap(new byte[] {1, 0}));
    assertRefused(malformed, "labels_present", "labelsPresent", ByteBuffer.wrap(new byte[] {5}));
    ShardMetadataTable all = Tables.with(valid(), "labelsPresent", ByteBuffer.allocate(0));
    ShardMetadata labelled = ShardMetadata.decodeFlatBuffer(all.encode(), COUNTS, ORIGIN);
    assertEquals(OptionalLong.of(0), labelled.label(1));
    ShardMetadata none =
        ShardMetadata.decodeFlatBuffer(
            Tables.with(all, "labels", LongBuffer.allocate(0)).encode(), COUNTS, ORIGIN);
    assertEquals(OptionalLong.empty(), none.label(0));
  }

  // Covers R-META-3
  @Test
  void encodingsColoursAndSidesAreOfTheSchema() {
    ErrorCode range = ErrorCode.MALFORMED;
    assertRefused(range, "encodings[1]", "encodings", ByteBuffer.wrap(new byte[] {1, 3}));
    assertRefused(range, "color_classes[0]", "colorClasses", ByteBuffer.wrap(new byte[] {5, 0}));
    assertRefused(range, "color_classes[0]", "colorClasses", ByteBuffer.wrap(new byte[] {0, 0}));
    assertRefused(range, "color_classes[1]", "colorClasses", ByteBuffer.wrap(new byte[] {1, 2}));
    assertRefused(range, "widths[0]", "widths", IntBuffer.wrap(new int[] {0, 0}));
    assertRefused(range, "widths[0]", "widths", IntBuffer.wrap(new int[] {65_536, 0}));
    assertRefused(range, "heights[1]", "heights", IntBuffer.wrap(new int[] {1, -1}));
    assertRefused(range, "source_lengths[1]", "sourceLengths", LongBuffer.wrap(new long[] {0, -1}));
  }

  // Covers R-META-4
  @Test
  void samplesAreOfOneVariant() {
    ErrorCode range = ErrorCode.MALFORMED;
    assertRefused(range, "encodings[1]", "encodings", ByteBuffer.wrap(new byte[] {1, 16}));
    // All Liquid, but in two groups.
    ShardMetadataTable liquid =
        Tables.with(valid(), "encodings", ByteBuffer.wrap(new byte[] {16, 17}));
    PcrException e = refusal(Tables.with(liquid, "colorClasses", ByteBuffer.allocate(2)));
    assertEquals("ShardMetadata.encodings[0]", e.field());
    ShardMetadata pcr = ShardFixture.pcr(1, 1).samples(1).metadata();
    ShardMetadata other = ShardFixture.liquid(1).samples(1).metadata();
    Optional<io.pcr.format.internal.shard.EncodedRestoreRegion> none = Optional.empty();
    assertThrows(InvalidFieldException.class, () -> ShardPlan.of(ShardVariant.LIQUID, pcr, none));
    assertThrows(InvalidFieldException.class, () -> ShardPlan.of(ShardVariant.PCR, other, none));
  }

  // Covers R-META-5
  @Test
  void slicesAreWhereTheirEncodingWantsThem() {
    assertRefused(
        ErrorCode.MALFORMED,
        "slice_lengths[0]",
        "sliceLengths",
        IntBuffer.wrap(new int[] {-1, 3, 0, 0}));
    assertRefused(
        ErrorCode.MALFORMED,
        "slice_lengths[0]",
        "sliceLengths",
        IntBuffer.wrap(new int[] {0, 3, 0, 0}));
    assertRefused(
        ErrorCode.MALFORMED,
        "slice_lengths[3]",
        "sliceLengths",
        IntBuffer.wrap(new int[] {3, 3, 0, 1}));
    assertRefused(
        ErrorCode.MALFORMED,
        "slice_crc32c[2]",
        "sliceCrc32c",
        IntBuffer.wrap(new int[] {1, 1, 1, EMPTY}));
  }

  // Covers R-META-8
  @Test
  void eachGroupButTheLastHasATarget() {
    assertRefused(
        ErrorCode.MALFORMED, "targets.values", "targets", Optional.of(ShardFixture.targets(3)));
    assertRefused(
        ErrorCode.MALFORMED, "targets.values", "targets", Optional.of(ShardFixture.targets(1)));
  }

  // Covers R-META-7
  @Test
  void columnsAreFewAndOfDifferentNames() {
    ColumnTable column = valid().columns().get(0);
    assertRefused(ErrorCode.MALFORMED, "columns[1].name", "columns", List.of(column, column));
    assertRefused(
        ErrorCode.MALFORMED, "columns", "columns", java.util.Collections.nCopies(257, column));
  }

  private static void assertColumnRefused(
      ErrorCode code, String field, int column, String component, Object value) {
    ColumnTable changed = Tables.with(valid().columns().get(column), component, value);
    PcrException e = refusal(Tables.with(valid(), "columns", List.of(changed)));
    assertEquals(code, e.code(), e.getMessage());
    assertEquals("ShardMetadata.columns[0]." + field, e.field());
  }

  // Covers R-COLUMN-1
  @Test
  void columnHasATypeAPlacementAndAName() {
    ErrorCode range = ErrorCode.MALFORMED;
    assertColumnRefused(range, "type", 0, "type", 0);
    assertColumnRefused(range, "type", 0, "type", 7);
    assertColumnRefused(range, "shape", 0, "shape", 3);
    assertColumnRefused(ErrorCode.MALFORMED, "shape", 2, "shape", 1);
    assertColumnRefused(range, "list_length", 0, "shape", 1);
    assertColumnRefused(range, "list_length", 0, "listLength", 1L);
    assertColumnRefused(range, "list_length", 0, "listLength", 0xFFFF_FFFFL);
    assertColumnRefused(range, "placement", 0, "placement", 3);
    assertColumnRefused(range, "name", 0, "name", "");
    assertColumnRefused(range, "name", 0, "name", "é".repeat(128));
  }

  // Covers R-COLUMN-2
  @Test
  void columnHasTheVectorsOfItsTypeAndPlacement() {
    ErrorCode length = ErrorCode.MALFORMED;
    assertColumnRefused(length, "value_lengths", 0, "valueLengths", IntBuffer.allocate(2));
    assertColumnRefused(length, "value_lengths", 2, "valueLengths", IntBuffer.allocate(1));
    assertColumnRefused(length, "value_bytes", 0, "valueBytes", ByteBuffer.allocate(1));
    assertColumnRefused(length, "value_bytes", 1, "valueBytes", ByteBuffer.allocate(16));
    assertColumnRefused(length, "value_bytes", 2, "valueBytes", ByteBuffer.allocate(2));
    assertColumnRefused(length, "value_crc32c", 2, "valueCrc32c", IntBuffer.allocate(2));
    assertColumnRefused(length, "value_crc32c", 3, "valueCrc32c", IntBuffer.allocate(1));
    assertColumnRefused(length, "value_bytes", 3, "valueBytes", ByteBuffer.allocate(2));
  }

  // Covers R-COLUMN-3
  @Test
  void absentValuesAreZeroAndUnusedBitsToo() {
    ErrorCode malformed = ErrorCode.MALFORMED;
    assertColumnRefused(malformed, "present", 0, "present", ByteBuffer.allocate(2));
    assertColumnRefused(malformed, "present", 0, "present", ByteBuffer.wrap(new byte[] {5}));
    assertColumnRefused(
        malformed, "value_lengths[1]", 2, "present", ByteBuffer.wrap(new byte[] {1}));
    assertColumnRefused(ErrorCode.MALFORMED, "value_bytes", 0, "present", ByteBuffer.allocate(1));
    assertColumnRefused(
        malformed, "value_crc32c[1]", 3, "valueCrc32c", IntBuffer.wrap(new int[] {0, 1}));
  }

  // Covers R-COLUMN-4
  @Test
  void valuesOfARegionAreProvedByLengthAndChecksum() throws IOException {
    assertColumnRefused(
        ErrorCode.MALFORMED,
        "value_lengths[0]",
        3,
        "valueLengths",
        IntBuffer.wrap(new int[] {-1, 0}));
    ShardMetadata metadata = ShardMetadata.decodeFlatBuffer(valid().encode(), COUNTS, ORIGIN);
    var late = metadata.columns().get(3);
    late.checkValue(0, ByteBuffer.allocate(2), ORIGIN);
    ByteBuffer other = ByteBuffer.wrap(new byte[] {0, 1});
    assertThrows(PcrException.Corrupt.class, () -> late.checkValue(0, other, ORIGIN));
    PcrException e =
        assertThrows(PcrException.class, () -> late.checkValue(0, ByteBuffer.allocate(1), ORIGIN));
    assertEquals(ErrorCode.MALFORMED, e.code());
    assertTrue(late.isPresent(0));
    assertFalse(late.isPresent(1));
    assertThrows(IllegalStateException.class, () -> late.bytes(0));
  }

  // Covers R-COLUMN-5
  @Test
  void textIsUtf8WhereverItStands() throws IOException {
    assertColumnRefused(
        ErrorCode.MALFORMED, "value[0]", 2, "valueLengths", IntBuffer.wrap(new int[] {1, 2}));
    ByteBuffer bad = ByteBuffer.wrap(new byte[] {(byte) 0xFF});
    ColumnTable table =
        Tables.with(
            column(ColumnType.BYTES, Placement.EARLY).addBytes(bad).build().table(),
            "type",
            ColumnType.STRING.id());
    var column = io.pcr.format.internal.column.Column.of(table, 1);
    PcrException e = assertThrows(PcrException.class, () -> column.checkValue(0, bad, ORIGIN));
    assertEquals(ErrorCode.MALFORMED, e.code());
  }

  // Covers R-CRC-2, R-SAMPLE-4
  @Test
  void sliceWithADamagedByteIsNamed() throws IOException {
    ShardMetadata metadata = ShardMetadata.decodeFlatBuffer(valid().encode(), COUNTS, ORIGIN);
    metadata.checkSlice(1, 1, ByteBuffer.allocate(3), ORIGIN);
    ByteBuffer damaged = ByteBuffer.wrap(new byte[] {0, 0, 1});
    PcrException.Corrupt e =
        assertThrows(PcrException.Corrupt.class, () -> metadata.checkSlice(1, 1, damaged, ORIGIN));
    assertEquals("ShardMetadata.slice_crc32c[group 1][sample 1]", e.field());
  }

  // Covers R-LIMIT-1
  @Test
  void metadataBeyondTheLimitIsRefusedBeforeItIsDecoded() {
    byte[] frame = new ImageNetLike(1).metadata(100).encode();
    PcrException.LimitExceeded e =
        assertThrows(
            PcrException.LimitExceeded.class,
            () ->
                ShardMetadata.decode(
                    ByteBuffer.wrap(frame),
                    new ShardMetadata.Counts(100, ImageNetLike.GROUPS),
                    Limits.DEFAULT.withMetadataBytes(1000),
                    ORIGIN));
    assertEquals(1000, e.allowed());
    assertTrue(e.needed() > 10_000);
  }

  @Test
  void builderRefusesWhatCannotBeStored() {
    ShardMetadataBuilder builder = ShardMetadata.builder(2);
    ImageFacts opaque = new ImageFacts(Encoding.OPAQUE, ColorClass.OPAQUE, 0, 0);
    SampleEntry oneSlice =
        new SampleEntry("a", OptionalLong.empty(), opaque, SOURCE, List.of(SliceEntry.EMPTY));
    assertThrows(InvalidFieldException.class, () -> builder.add(oneSlice));
    List<SliceEntry> slices = List.of(SliceEntry.EMPTY, SliceEntry.EMPTY);
    builder.add(new SampleEntry("a\ud800", OptionalLong.empty(), opaque, SOURCE, slices));
    assertEquals(
        ErrorCode.MALFORMED, assertThrows(InvalidFieldException.class, builder::build).code());
    assertThrows(InvalidFieldException.class, () -> ShardMetadata.builder(0));
    assertThrows(InvalidFieldException.class, () -> ShardMetadata.builder(65));
  }
}
