package io.pcr.format.internal.column;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.column.ColumnShape;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.tables.ColumnTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Covers R-COLUMN-2, R-COLUMN-3, R-COLUMN-6: what went into a column comes out of it. */
class ColumnProperties {
  private static final Origin ORIGIN = new Origin("column", 0);

  @Provide
  Arbitrary<ColumnSpec> specs() {
    return Combinators.combine(
            Arbitraries.of(ColumnType.class),
            Arbitraries.of(ColumnShape.class),
            Arbitraries.of(Placement.class),
            Arbitraries.integers().between(1, 5))
        .filter(
            (type, shape, placement, length) -> shape != ColumnShape.FIXED || !type.isVariable())
        .as(
            (type, shape, placement, length) ->
                new ColumnSpec(
                    "c", type, shape, shape == ColumnShape.FIXED ? length : 0, placement));
  }

  private static List<Optional<ColumnValue>> values(ColumnSpec spec, int count, Random random) {
    List<Optional<ColumnValue>> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(
          random.nextInt(4) == 0
              ? Optional.empty()
              : Optional.of(ColumnValues.random(spec, random)));
    }
    return values;
  }

  private static Column build(ColumnSpec spec, List<Optional<ColumnValue>> values) {
    ColumnBuilder builder = new ColumnBuilder(spec);
    for (Optional<ColumnValue> value : values) {
      value.ifPresentOrElse(builder::add, builder::addAbsent);
    }
    return builder.build();
  }

  @Property
  void everyValueComesOutAsItWentIn(
      @ForAll("specs") ColumnSpec spec,
      @ForAll @IntRange(max = 40) int count,
      @ForAll @IntRange(max = Integer.MAX_VALUE - 1) int seed)
      throws IOException {
    List<Optional<ColumnValue>> values = values(spec, count, new Random(seed));
    Column column = Column.of(build(spec, values).table(), count);
    assertEquals(spec, column.spec());
    long offset = 0;
    for (int i = 0; i < count; i++) {
      Optional<ColumnValue> value = values.get(i);
      assertEquals(value.isPresent(), column.isPresent(i));
      ByteBuffer row = value.map(ColumnValue::bytes).orElse(ByteBuffer.allocate(0));
      assertEquals(row.remaining(), column.valueLength(i));
      assertEquals(offset, column.valueOffset(i));
      offset += row.remaining();
      if (spec.placement() != Placement.INLINE) {
        column.checkValue(i, row, ORIGIN);
      } else if (value.isPresent()) {
        assertEquals(value.get(), column.value(i));
      }
    }
    assertEquals(offset, column.valueOffset(count));
  }

  /** A byte more or less than the values have is a byte of no value. */
  @Property
  void inlineBytesAreThoseOfTheValues(
      @ForAll("specs") ColumnSpec spec, @ForAll @IntRange(min = 1, max = 9) int count) {
    Assume.that(spec.placement() == Placement.INLINE);
    ColumnTable table = build(spec, values(spec, count, new Random(count))).table();
    for (int more : new int[] {-1, 1}) {
      int length = table.valueBytes().remaining() + more;
      if (length >= 0) {
        ColumnTable other =
            new ColumnTable(
                table.name(),
                table.type(),
                table.shape(),
                table.listLength(),
                table.placement(),
                table.present(),
                table.valueLengths(),
                ByteBuffer.allocate(length),
                table.valueCrc32c());
        assertThrows(InvalidFieldException.class, () -> Column.of(other, count));
      }
    }
  }

  @Test
  void elementsAreThoseThatWereGiven() {
    ColumnSpec boxes = ColumnSpec.varying("boxes", ColumnType.FLOAT32, Placement.INLINE);
    assertArrayEquals(
        new float[] {1, .5f, -0f}, ColumnValue.ofFloat32s(boxes, 1, .5f, -0f).float32s());
    assertEquals(0, ColumnValue.ofFloat32s(boxes).bytes().remaining());
    ColumnSpec flags = ColumnSpec.fixed("flags", ColumnType.BOOL, 2, Placement.LATE);
    assertArrayEquals(new boolean[] {true, false}, ColumnValue.ofBools(flags, true, false).bools());
    assertThrows(InvalidFieldException.class, () -> ColumnValue.ofBools(flags, true));
    ColumnSpec words = ColumnSpec.varying("words", ColumnType.STRING, Placement.EARLY);
    ColumnValue two = ColumnValue.ofStrings(words, List.of("é", ""));
    assertEquals(List.of("é", ""), two.strings());
    assertEquals(10, two.bytes().remaining());
    assertEquals(2, two.bytes().order(ByteOrder.LITTLE_ENDIAN).getInt());
  }

  private static void assertRefused(ColumnSpec spec, int... bytes) {
    ByteBuffer row = ByteBuffer.allocate(bytes.length);
    for (int b : bytes) {
      row.put((byte) b);
    }
    row.flip();
    assertThrows(InvalidFieldException.class, () -> ColumnValue.of(spec, row));
    ColumnSpec asBytes =
        new ColumnSpec("c", ColumnType.BYTES, ColumnShape.SCALAR, 0, Placement.LATE);
    // A forger's column, whose checksums are right.
    ColumnTable raw = new ColumnBuilder(asBytes).addBytes(row).build().table();
    ColumnTable forged =
        new ColumnTable(
            "c",
            spec.type().id(),
            spec.shape().id(),
            spec.listLength(),
            Placement.LATE.id(),
            raw.present(),
            spec.hasLengths() ? raw.valueLengths() : raw.valueLengths().slice(0, 0),
            raw.valueBytes(),
            raw.valueCrc32c());
    assertThrows(
        Exception.class, () -> Column.of(forged, 1).checkValue(0, row.duplicate(), ORIGIN));
  }

  @Test
  void rowsThatAreNoElementsAreRefused() {
    assertRefused(new ColumnSpec("c", ColumnType.BOOL, Placement.LATE), 2);
    assertRefused(ColumnSpec.varying("c", ColumnType.BOOL, Placement.LATE), 1, 0, 255);
    assertRefused(ColumnSpec.varying("c", ColumnType.INT64, Placement.LATE), 1, 2, 3);
    assertRefused(new ColumnSpec("c", ColumnType.FLOAT32, Placement.LATE), 1, 2, 3);
    assertRefused(new ColumnSpec("c", ColumnType.STRING, Placement.LATE), 0xC0, 0x80);
    ColumnSpec words = ColumnSpec.varying("c", ColumnType.STRING, Placement.LATE);
    assertRefused(words, 1, 0, 0);
    assertRefused(words, 1, 0, 0, 0);
    assertRefused(words, 0xFF, 0xFF, 0xFF, 0xFF, 'a');
    assertRefused(words, 1, 0, 0, 0, 0xFF);
    assertRefused(ColumnSpec.varying("c", ColumnType.BYTES, Placement.LATE), 2, 0, 0, 0, 1);
  }

  @Test
  void valueOfARegionIsProvedBeforeItIsUsed() {
    ColumnSpec spec = ColumnSpec.fixed("c", ColumnType.FLOAT32, 2, Placement.EARLY);
    ColumnValue value = ColumnValue.ofFloat32s(spec, 1, 2);
    Column column = new ColumnBuilder(spec).add(value).addAbsent().build();
    ByteBuffer other = ColumnValue.ofFloat32s(spec, 1, 3).bytes();
    assertThrows(PcrException.Corrupt.class, () -> column.checkValue(0, other, ORIGIN));
    assertThrows(PcrException.Corrupt.class, () -> column.checkValue(1, other, ORIGIN));
  }
}
