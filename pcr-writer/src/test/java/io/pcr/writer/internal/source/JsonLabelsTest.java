package io.pcr.writer.internal.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.sort.ExternalSorter;
import io.pcr.format.internal.sort.SortedRecords;
import io.pcr.writer.source.LabelType;
import io.pcr.writer.source.LabelsFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns of lists in CSV, and all columns in JSON. */
class JsonLabelsTest {
  @TempDir private Path folder;

  @Test
  void typesFollowFromTheValues() throws IOException {
    LabelsFile labels =
        read(
            """
            {"path": "a", "label": 3, "n": 1, "x": 0.5, "t": "é", "b": true, "e": [],
             "boxes": [1, 2.5], "names": ["p"], "ids": [], "ok": [true]}
            {"path": "b", "n": null, "x": 2, "boxes": [], "names": [], "ids": [9007199254740993]}
            """
                .replace(",\n ", ",")
                .replace("\"e\": [],", "\"e:float32[2]\": [1, 2],"));
    assertEquals(
        List.of(
            "b BOOL INLINE",
            "boxes FLOAT64[] INLINE",
            "e FLOAT32[2] INLINE",
            "ids INT64[] INLINE",
            "n INT64 INLINE",
            "names STRING[] INLINE",
            "ok BOOL[] INLINE",
            "t STRING INLINE",
            "x FLOAT64 INLINE"),
        labels.columns().stream().map(JsonLabelsTest::show).toList());
    assertEquals(List.of(), labels.classNames());
    List<LabelsFile.Row> rows = rows(labels);
    assertEquals(3, rows.get(0).label().getAsLong());
    assertTrue(rows.get(1).label().isEmpty());
    Object[] first = values(labels, rows.get(0));
    assertEquals(true, first[0]);
    assertArrayEquals(new double[] {1, 2.5}, list(labels, first, 1).float64s());
    assertArrayEquals(new float[] {1, 2}, list(labels, first, 2).float32s());
    assertEquals(List.of("p"), list(labels, first, 5).strings());
    Object[] second = values(labels, rows.get(1));
    assertArrayEquals(new double[0], list(labels, second, 1).float64s());
    assertEquals(null, second[2]);
    assertArrayEquals(new long[] {9007199254740993L}, list(labels, second, 3).int64s());
    assertEquals(2.0, second[8]);
  }

  @Test
  void namesBecomeNumbersAsInCsv() throws IOException {
    LabelsFile labels =
        read("\ufeff\n{\"path\":\"a\",\"label\":\"dog\"}\r\n\n{\"path\":\"b\",\"label\":\"cat\"}");
    assertEquals(List.of("cat", "dog"), labels.classNames());
    List<LabelsFile.Row> rows = rows(labels);
    assertEquals(1, rows.get(0).label().getAsLong());
    assertEquals(2, rows.get(0).line());
    assertEquals(4, rows.get(1).line());
  }

  @Test
  void labelsThatAreAllNullAreNoLabelsAndNotThoseOfTheFolders() throws IOException {
    LabelsFile labels =
        read("{\"path\":\"a/1\",\"label\":null}\n{\"path\":\"b/2\",\"label\":null}\n");
    assertTrue(labels.hasLabels());
    assertEquals(List.of(), labels.columns());
    assertTrue(rows(labels).stream().allMatch(row -> row.label().isEmpty()));
    assertEquals(List.of(), labels.classNames());
  }

  @Test
  void cellsOfCsvHoldListsWhereTheHeadSaysSo() throws IOException {
    LabelsFile labels =
        read(
            "path,boxes:float32[],pair:int64[2]:late,words:string[],flag:bool,embedding:late,text\n"
                + "a,\"[1, 2.5,3]\",\"[7,8]\",\"[\"\"x,y\"\",\"\"\"\"]\",true,1.5,\"[1,2]\"\n"
                + "b,[],,[],0,,\n");
    assertEquals(
        List.of(
            "boxes FLOAT32[] INLINE",
            "pair INT64[2] LATE",
            "words STRING[] INLINE",
            "flag BOOL INLINE",
            "embedding FLOAT64 LATE",
            "text STRING INLINE"),
        labels.columns().stream().map(JsonLabelsTest::show).toList());
    List<LabelsFile.Row> rows = rows(labels);
    Object[] first = values(labels, rows.get(0));
    assertArrayEquals(new float[] {1, 2.5f, 3}, list(labels, first, 0).float32s());
    assertArrayEquals(new long[] {7, 8}, list(labels, first, 1).int64s());
    assertEquals(List.of("x,y", ""), list(labels, first, 2).strings());
    assertEquals(true, first[3]);
    Object[] second = values(labels, rows.get(1));
    assertArrayEquals(new float[0], list(labels, second, 0).float32s());
    assertEquals(null, second[1]);
    assertEquals(false, second[3]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "x:string", "x:string[]", "x:float32[]"})
  void longValuesStandBehindTheGroups(String name) throws IOException {
    String text = name.endsWith("[]") ? "[\"%s\"]" : "\"%s\"";
    String longest = String.format(text, "é".repeat(2048 - 2));
    String longer = String.format(text, "é".repeat(2048 + 1));
    if (name.contains("float")) {
      longest = "[" + "1,".repeat(511) + "1]";
      longer = "[" + "1,".repeat(1024) + "1]";
    }
    String row = "{\"path\":\"a\",\"" + name + "\":%s}\n";
    assertEquals(Placement.INLINE, place(String.format(row, longest)));
    assertEquals(Placement.LATE, place(String.format(row, longer)));
    assertEquals(Placement.EARLY, place(String.format(row, longer).replace(name, name + ":early")));
  }

  private Placement place(String text) throws IOException {
    return read(text).columns().get(0).placement();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{\"path\":\"a\",\"x\":1}~{\"path\":\"b\",\"x\":\"1\"} | line 2: column x: text here, the"
            + " integer 1 on line 1, and no type",
        "{\"path\":\"a\",\"x\":[1]}~{\"path\":\"b\",\"x\":1} | line 2: column x: the integer 1"
            + " here, a list with the integer 1 on line 1",
        "{\"path\":\"a\",\"x\":true}~{\"path\":\"b\",\"x\":0} | line 2: column x: the integer 0"
            + " here, true or false on line 1",
        "{\"path\":\"a\",\"x\":0.5}~{\"path\":\"b\",\"x\":9007199254740993} | line 2: column x:"
            + " the integer 9007199254740993 here",
        "{\"path\":\"a\",\"x\":[[1]]} | line 1: column x: neither text, a number",
        "{\"path\":\"a\",\"x\":{}} | line 1: column x: neither text, a number",
        "{\"path\":\"a\",\"x\":[1,null]} | line 1: column x: neither text, a number",
        "{\"path\":\"a\",\"x\":1,\"x\":1} | line 1: column x: neither text, a number",
        "{\"path\":\"a\",\"x\":\"\\ud800\"} | line 1: column x: text that is not Unicode",
        "{\"path\":\"a\",\"x\":[]} | line 1: column x: all its lists are empty; say what they"
            + " hold, as in x:float32[]",
        "{\"path\":\"a\",\"x:float32[2]\":[1]} | line 1: column x: a list with the integer 1 is"
            + " not FLOAT32[2]",
        "{\"path\":\"a\",\"x:float32\":1e300} | line 1: column x: the number 1.0E300 is not"
            + " FLOAT32",
        "{\"path\":\"a\",\"x:int64\":1.0} | line 1: column x: the number 1.0 is not INT64",
        "{\"path\":\"a\",\"x:bool\":2} | line 1: column x: the integer 2 is not BOOL",
        "{\"path\":\"a\",\"x:string[3]\":[]} | line 1: \"x:string[3]\": lists of strings have no"
            + " stated length",
        "{\"path\":\"a\",\"x:float32[0]\":[]} | line 1: \"x:float32[0]\": a list of 0 elements",
        "{\"path\":\"a\",\"x:flaot\":[]} | line 1: \"x:flaot\": \"flaot\" is not a type",
        "{\"path\":\"a\",\"x:int\":1}~{\"path\":\"b\",\"x\":1} | line 2: \"x\" is \"x:int\" on"
            + " line 1",
        "{\"path\":\"a\",\"label\":1.5} | line 1: a label is an integer or text",
        "{\"path\":\"a\",\"label\":[1]} | line 1: a label is an integer or text",
        "{\"path\":1} | line 1: its path is no text",
        "{\"file\":\"a\"} | line 1: no column is named \"path\"; the columns are [file]; is it"
            + " \"file\"?",
        "{\"images\":[{}],\"annotations\":[]} | line 1: no column is named \"path\"; the columns"
            + " are [images, annotations]; examples/coco/coco_to_jsonl.py",
        "{\"path\":~\"a\"} | line 1: not one whole JSON object",
        "{\"path\":\"a\"}~[1] | line 2: not one whole JSON object",
        "{\"path\":\"\"} | line 1: an empty path",
        "path,x:int64[]~a,[1.5] | line 2: column x: \"[1.5]\" is not INT64[]; lists are arrays of"
            + " JSON, as in \"[1, 2.5]\"",
        "path,x:int64[]~a,1 2 | line 2: column x: \"1 2\" is not INT64[]; lists are",
        "path,x:float32~a,1e39 | line 2: column x: \"1e39\" is not FLOAT32",
        "path,x:bool~a,yes | line 2: column x: \"yes\" is not BOOL",
        "path,label:int64[]~a,[1] | line 1: a label is int64 or string",
      })
  void mistakeIsNamedWithItsLine(String text, String problem) throws IOException {
    IOException e =
        assertThrows(LabelsFileException.class, () -> rows(read(text.replace("~", "\n"))));
    assertTrue(
        e.getMessage().startsWith(folder.resolve("labels") + ", " + problem), e.getMessage());
  }

  @Test
  void linesAreBoundedAndBytesThatAreNoTextAreNamed() throws IOException {
    String huge = "{\"path\":\"" + "x".repeat(17 << 20) + "\"}";
    IOException e = assertThrows(LabelsFileException.class, () -> read(huge));
    assertTrue(e.getMessage().contains("line 1: more than 16 Mi characters"), e.getMessage());
    Path path = folder.resolve("labels");
    Files.write(path, "{\"path\":\"a\"}\n{\"path\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1));
    e = assertThrows(LabelsFileException.class, () -> LabelsFile.read(path, LabelType.AUTO));
    assertTrue(
        e.getMessage().startsWith(path + ", line 2: not UTF-8: the byte 0xe9 at 22 of"),
        e.getMessage());
  }

  @Test
  void columnsThatAMillionNamesWouldMakeAreRefused() {
    StringBuilder text = new StringBuilder("{\"path\":\"a\"");
    for (int i = 0; i < 1000; i++) {
      text.append(",\"x").append(i).append("\":1");
    }
    IOException e = assertThrows(LabelsFileException.class, () -> read(text + "}"));
    assertTrue(e.getMessage().contains("columns"), e.getMessage());
  }

  @Test
  void columnThatComesBetweenTheTwoReadingsIsAChange() throws IOException {
    LabelsFile labels = read("{\"path\":\"a\"}");
    Files.writeString(folder.resolve("labels"), "{\"path\":\"a\",\"x\":1}");
    IOException e = assertThrows(LabelsFileException.class, () -> rows(labels));
    assertTrue(e.getMessage().contains("changed while it was read"), e.getMessage());
  }

  private LabelsFile read(String text) throws IOException {
    Path path = folder.resolve("labels");
    Files.writeString(path, text);
    return LabelsFile.read(path, LabelType.AUTO);
  }

  private static String show(ColumnSpec column) {
    return column.name() + " " + column.kind() + " " + column.placement();
  }

  private List<LabelsFile.Row> rows(LabelsFile labels) throws IOException {
    List<LabelsFile.Row> rows = new ArrayList<>();
    try (ExternalSorter sorter = new ExternalSorter(folder, 1 << 16)) {
      labels.addTo(sorter, new LabelPaths(folder));
      try (SortedRecords cursor = sorter.sorted()) {
        for (var entry = cursor.next(); entry != null; entry = cursor.next()) {
          rows.add(LabelsFile.Row.of(entry.value()));
        }
      }
    }
    return rows;
  }

  private static Object[] values(LabelsFile labels, LabelsFile.Row row) {
    Object[] values = new Object[labels.columns().size()];
    RowCodec.decode(row.values(), labels.columns(), values);
    return values;
  }

  private static ColumnValue list(LabelsFile labels, Object[] values, int column) {
    return SourceValue.of(labels.columns().get(column), values[column]);
  }
}
