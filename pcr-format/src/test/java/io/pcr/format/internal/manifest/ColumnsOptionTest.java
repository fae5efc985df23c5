package io.pcr.format.internal.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnsOptionTest {
  @Test
  void columnsAreReadBackWhateverTheirNamesHold() {
    List<ColumnSpec> columns =
        List.of(
            new ColumnSpec("caption", ColumnType.STRING, Placement.LATE),
            new ColumnSpec("a, b INT64", ColumnType.BYTES, Placement.EARLY),
            new ColumnSpec(" \n", ColumnType.FLOAT64, Placement.INLINE),
            ColumnSpec.varying("b", ColumnType.FLOAT32, Placement.EARLY),
            ColumnSpec.fixed("v", ColumnType.BOOL, 70, Placement.LATE),
            new ColumnSpec("x".repeat(255), ColumnType.INT64, Placement.INLINE));
    assertEquals(columns, ColumnsOption.parse(ColumnsOption.toText(columns)));
    assertEquals(List.of(), ColumnsOption.parse(ColumnsOption.toText(List.of())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "caption",
        " STRING INLINE",
        "a STRING INLINE, ",
        "a STRING INLINE b",
        "a STRING INLINE, b TEXT INLINE",
        "a INT64[0] INLINE",
        "a STRING[2] INLINE"
      })
  void anotherTextNamesNone(String text) {
    assertEquals(List.of(), ColumnsOption.parse(text));
  }
}
